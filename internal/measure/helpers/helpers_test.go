package helpers

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/java/classfile"
	"jprof/internal/jtest"
)

const client = `package a; public class Client { public static void main(String[] args) { __Counter0123abcd.f(); } }`

const helper = `package a; public final class __Counter0123abcd {
    public static void f() { new Rows(); }
    static class Rows { __Counter0123abcd of; }
}`

// needed are the class files of helper.
var needed = []string{"a/__Counter0123abcd$Rows.class", "a/__Counter0123abcd.class"}

// compiled is a folder of class files: a.Client, and its helper class.
func compiled(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "classes[1]*")
	for name, text := range map[string]string{"Client": client, "__Counter0123abcd": helper} {
		put(t, filepath.Join(dir, "src", name+".java"), []byte(text))
	}
	out, err := jtest.Newest(t).Run("javac", "-d", dir, filepath.Join(dir, "src", "Client.java"),
		filepath.Join(dir, "src", "__Counter0123abcd.java"))
	if err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	return dir
}

func put(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// complete completes paths, and returns the files that could not be completed.
func complete(t *testing.T, classes string, paths ...string) []Incomplete {
	t.Helper()
	incomplete, err := New([]string{filepath.Join(classes, "none"), classes}).Complete(paths)
	if err != nil {
		t.Fatal(err)
	}
	return incomplete
}

func TestFolders(t *testing.T) {
	classes := compiled(t)
	class, dir := read(t, filepath.Join(classes, "a/Client.class")), t.TempDir()
	for _, path := range []string{"picked/a/Client.class", "BOOT-INF/classes/a/Client.class", "flat/Client.class",
		"copies/a/Client.bin"} {
		put(t, filepath.Join(dir, path), class)
	}
	put(t, filepath.Join(dir, "damaged/a/Client.class"), class[:len(class)/2])
	own := []byte("the user's own")
	put(t, filepath.Join(dir, "picked", needed[0]), own)
	if got := complete(t, classes, dir); got != nil {
		t.Errorf("incomplete: %v", got)
	}
	var got []string
	for _, root := range []string{"picked", "BOOT-INF/classes", "flat", "copies", "damaged"} {
		for _, name := range needed {
			if _, err := os.Stat(filepath.Join(dir, root, name)); err == nil {
				got = append(got, root+"/"+name)
			}
		}
	}
	want := []string{"picked/" + needed[0], "picked/" + needed[1], "BOOT-INF/classes/" + needed[0],
		"BOOT-INF/classes/" + needed[1]}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if data := read(t, filepath.Join(dir, "picked", needed[0])); !bytes.Equal(data, own) {
		t.Error("a class that was there was replaced")
	}
}

// entry is an entry of an archive.
type entry struct {
	name   string
	data   []byte
	method uint16
}

var stamp = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

// archive is a zip file behind a start.
func archive(t *testing.T, start string, entries ...entry) []byte {
	t.Helper()
	out := bytes.NewBufferString(start)
	w := zip.NewWriter(out)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: e.method, Modified: stamp, Comment: "of " + e.name}
		if strings.HasSuffix(e.name, "/") { // Shade compresses them, to two bytes
			header.CompressedSize64 = 2
			if _, err := w.CreateRaw(header); err != nil {
				t.Fatal(err)
			}
			continue
		}
		f, err := w.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(e.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.SetComment("all"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestArchives(t *testing.T) {
	classes := compiled(t)
	class, dir := read(t, filepath.Join(classes, "a/Client.class")), t.TempDir()
	manifest := entry{"META-INF/MANIFEST.MF", []byte("Manifest-Version: 1.0\n"), zip.Deflate}
	for _, c := range []struct{ name, start, root string }{
		{"plain.jar", "", ""}, {"app.war", "", "WEB-INF/classes/"}, {"versions.jar", "", "META-INF/versions/9/"},
		{"mod.jmod", "JM\x01\x00", "classes/"},
	} {
		path := filepath.Join(dir, c.name)
		put(t, path, archive(t, c.start, manifest, entry{c.root + "a/Client.class", class, zip.Deflate},
			entry{"x/y.txt", []byte("text"), zip.Store}))
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, stamp, stamp); err != nil {
			t.Fatal(err)
		}
		if got := complete(t, classes, dir); got != nil {
			t.Errorf("%s: incomplete: %v", c.name, got)
		}
		data := read(t, path)
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range r.File {
			names = append(names, f.Name)
			if own := !strings.Contains(f.Name, "__Counter"); own == (f.Comment == "") || !f.Modified.Equal(stamp) {
				t.Errorf("%s: %s: comment %q, time %v", c.name, f.Name, f.Comment, f.Modified)
			}
			if f.Method != zip.Deflate && f.Name != "x/y.txt" {
				t.Errorf("%s: %s has the method %d", c.name, f.Name, f.Method)
			}
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadAll(in); err != nil { // checks the sum
				t.Errorf("%s: %s: %v", c.name, f.Name, err)
			}
		}
		want := []string{manifest.name, c.root + "a/Client.class", "x/y.txt", c.root + needed[0], c.root + needed[1]}
		if !reflect.DeepEqual(names, want) || r.Comment != "all" || !strings.HasPrefix(string(data), c.start+"PK") {
			t.Errorf("%s: comment %q, got %v, want %v", c.name, r.Comment, names, want)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o755 || !info.ModTime().Equal(stamp) {
			t.Errorf("%s: mode or time is another one: %v", c.name, info)
		}
		complete(t, classes, dir)
		if again := read(t, path); !bytes.Equal(again, data) {
			t.Errorf("%s: what is complete was changed", c.name)
		}
	}
}

func TestNotCompleted(t *testing.T) {
	classes := compiled(t)
	class, dir := read(t, filepath.Join(classes, "a/Client.class")), t.TempDir()
	foreign := classfile.Renamed(class, "a/__Counter0123abcd", "a/__Counter99999999")
	put(t, filepath.Join(dir, "foreign.jar"), archive(t, "", entry{"a/Client.class", foreign, zip.Deflate}))
	helper := read(t, filepath.Join(classes, "a/__Counter0123abcd.class")) // of an earlier build
	put(t, filepath.Join(dir, "whole.jar"), archive(t, "", entry{"a/Client.class", foreign, zip.Deflate},
		entry{"a/__Counter99999999.class", classfile.Renamed(helper, "a/__Counter0123abcd", "a/__Counter99999999"),
			zip.Store}))
	put(t, filepath.Join(dir, "half.jar"), archive(t, "", entry{"a/Client.class", class, zip.Deflate})[:200])
	put(t, filepath.Join(dir, "signed.jar"), archive(t, "", entry{"META-INF/KEY.SF", nil, zip.Deflate},
		entry{"a/Client.class", class, zip.Deflate}))
	want := []Incomplete{
		{filepath.Join(dir, "foreign.jar"), "__Counter99999999 is no class of this build"},
		{filepath.Join(dir, "signed.jar"), "it is signed"},
	}
	if got := complete(t, classes, dir); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestMoved completes and runs a jar whose classes were moved to another package. A folder in it is compressed.
func TestMoved(t *testing.T) {
	classes := compiled(t)
	class := read(t, filepath.Join(classes, "a/Client.class"))
	moved := classfile.Renamed(classfile.Renamed(class, "a/Client", "b/c/Client"), "a/__Counter", "b/c/__Counter")
	path := filepath.Join(t.TempDir(), "moved.jar")
	put(t, path, archive(t, "", entry{"b/", nil, zip.Deflate}, entry{"b/c/Client.class", moved, zip.Store}))
	if got := complete(t, classes, path); got != nil {
		t.Errorf("incomplete: %v", got)
	}
	args := append(slices.Clone(jtest.QuickStart), "-cp", path, "b.c.Client")
	if out, err := exec.Command(jtest.Newest(t).Java(), args...).CombinedOutput(); err != nil {
		t.Errorf("java: %v\n%s", err, out)
	}
}
