package reached

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/recordfile"
	"jprof/internal/jtest"
)

// file returns the bytes of a file with a class of two methods, which ran on some days.
func file(t *testing.T, sha string, days ...Day) []byte {
	t.Helper()
	var e recordfile.Encoder
	e.Uint32(flagAttached)
	e.Uint64(42)
	e.Time(time.UnixMilli(1_000_000))
	e.Time(time.UnixMilli(2_000_000))
	for _, text := range []string{"17.0.1", "shop.jar", "shop", "test", "1.2", "h", "i"} {
		e.String(text)
	}
	about, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := recordfile.NewWriter(&out, recordfile.Reached, about)
	if err != nil {
		t.Fatal(err)
	}
	item := func(write func(*recordfile.Encoder)) {
		var e recordfile.Encoder
		write(&e)
		data, err := e.Bytes()
		if err == nil {
			err = w.Item(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	item(func(e *recordfile.Encoder) {
		e.Uint8(kindClass)
		e.Uint8(2)
		e.String("p.A")
		e.String("A.java")
		e.String("file:/a.jar")
		hash, err := hex.DecodeString(sha)
		if err != nil {
			t.Fatal(err)
		}
		e.String(string(hash))
		for i, day := range days {
			e.Uvarint(1)
			e.String("m" + string(rune('0'+i)))
			e.String("()V")
			e.Uvarint(uint64(10 + i))
			e.Uvarint(uint64(day))
		}
	})
	item(func(e *recordfile.Encoder) {
		e.Uint8(kindLoss)
		e.String("p.B")
		e.String("too large")
	})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func parse(t *testing.T, data []byte) *File {
	t.Helper()
	f, err := decode(bytes.NewReader(data), "x.reached")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestDecode(t *testing.T) {
	sha := strings.Repeat("ab", 32)
	f := parse(t, file(t, sha, 20_000, 0))
	if f.JVM != (JVM{Who{"shop", "test", "1.2", "h", "i"}, 42, time.UnixMilli(1_000_000).UTC(),
		time.UnixMilli(2_000_000).UTC(), true, false, "17.0.1", "shop.jar"}) {
		t.Errorf("%+v", f.JVM)
	}
	c := f.Classes[0]
	if c.Name != "p.A" || c.Source != "A.java" || c.Place != "file:/a.jar" || c.SHA != sha || !c.Loaded {
		t.Errorf("%+v", c)
	}
	if want := []Method{{1, "m0", "()V", 10, 20_000}, {1, "m1", "()V", 11, 0}}; !slices.Equal(c.Methods, want) {
		t.Errorf("%v, want %v", c.Methods, want)
	}
	if !slices.Equal(f.Losses, []Loss{{"p.B", "too large"}}) || !slices.Equal(f.Days(), []Day{20_000}) ||
		f.Days()[0].String() != "2024-10-04" {
		t.Errorf("%v, %v", f.Losses, f.Days())
	}
}

// TestDamage cuts a file short at each byte, and changes each.
func TestDamage(t *testing.T) {
	data := file(t, "", 1, 2)
	for i := range data {
		if _, err := decode(bytes.NewReader(data[:i]), "x"); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("cut at %d: %v", i, err)
		}
		bad := bytes.Clone(data)
		bad[i] ^= 0x40
		if _, err := decode(bytes.NewReader(bad), "x"); err == nil {
			t.Errorf("the change of byte %d was not noticed", i)
		}
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"1-1.reached": data, "2-2.reached": data[:len(data)-9], "3.txt": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, problems, err := ReadDir(dir)
	if err != nil || len(files) != 2 || len(problems) != 1 || !strings.Contains(problems[0].Error(), "cut short") ||
		len(files[1].Classes) != 1 {
		t.Errorf("%v, %v, %v", files, problems, err)
	}
}

// TestJoin has the first days of classes with equal hashes, and those of a class whose hash is not known.
func TestJoin(t *testing.T) {
	a, b := strings.Repeat("aa", 32), strings.Repeat("bb", 32)
	set := Join([]*File{parse(t, file(t, "", 3, 9)), parse(t, file(t, a, 7, 0)), parse(t, file(t, a, 8, 6)),
		parse(t, file(t, b, 0)), parse(t, file(t, "", 1, 2, 3))})
	var got []string
	for _, c := range set.Classes {
		days := ""
		for _, m := range c.Methods {
			days += " " + string(rune('0'+m.Day))
		}
		got = append(got, c.SHA[:min(2, len(c.SHA))]+days)
	}
	if want := []string{" 1 2 3", "aa 3 6", "bb 0"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if ran, all := set.Reached(); ran != 5 || all != 6 || len(set.JVMs) != 5 || len(set.Losses) != 1 {
		t.Errorf("%d of %d methods of %d JVMs, losses %v", ran, all, len(set.JVMs), set.Losses)
	}
}

// TestAddJar reads a jar with classes and jars in it, as those of Spring Boot.
func TestAddJar(t *testing.T) {
	var class []byte
	for _, c := range jtest.Newest(t).Classes(t, "java.logging") {
		if c.Name == "java/util/logging/Level" {
			class = c.Data
		}
	}
	inner := zipped(t, map[string][]byte{"java/util/logging/Level.class": class, "META-INF/versions/9/x.class": class,
		"text.class": []byte("no class")})
	jar := filepath.Join(t.TempDir(), "shop.jar")
	outer := zipped(t, map[string][]byte{"BOOT-INF/lib/a.jar": inner, "x.txt": nil})
	if err := os.WriteFile(jar, outer, 0o666); err != nil {
		t.Fatal(err)
	}
	set := Join(nil)
	if err := set.AddJar(jar); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(class)
	if len(set.Classes) != 1 || set.Classes[0].Loaded || set.Classes[0].SHA != hex.EncodeToString(sum[:]) ||
		set.Classes[0].Place != jar+"!/BOOT-INF/lib/a.jar" || len(set.Classes[0].Methods) < 10 {
		t.Fatalf("%+v", set.Classes)
	}
	loaded := &Set{Classes: []Class{{Name: "java.util.logging.Level", Loaded: true}}}
	if err := loaded.AddJar(filepath.Dir(jar)); err != nil || len(loaded.Classes) != 1 {
		t.Errorf("%+v, %v", loaded.Classes, err)
	}
	if err := set.AddJar(jar + "x"); err == nil {
		t.Error("a jar that is not there is read")
	}
}

func zipped(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, data := range files {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
