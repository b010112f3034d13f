package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/util/version"
)

var tried = release{Version: "1.2.3", Tagged: true, Commit: "0123456789abcdef",
	Time: time.Date(2026, 11, 24, 1, 2, 4, 0, time.UTC)}

// TestArchives packs the same files in another order and from other times: the bytes are equal, and the executable
// stays one.
func TestArchives(t *testing.T) {
	source := filepath.Join(t.TempDir(), "binary")
	if err := os.WriteFile(source, []byte("program"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := file{name: "jprof", from: source, mode: 0o755}
	b := file{name: "man/jprof.1", text: []byte("page"), mode: 0o644}
	for _, target := range []target{targets[0], targets[4]} {
		var packed [2][]byte
		for i, files := range [][]file{{a, b}, {b, a}} {
			name := filepath.Join(t.TempDir(), tried.archiveName(target))
			if err := tried.writeArchive(name, target, files); err != nil {
				t.Fatal(err)
			}
			var err error
			if packed[i], err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(source, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(packed[0], packed[1]) {
			t.Errorf("%s: two archives of the same files differ", target)
		}
		root := "jprof-1.2.3-" + target.name() + "/"
		want := root + "jprof rwx 2026-11-24 01:02:04 program\n" + root + "man/jprof.1 rw- 2026-11-24 01:02:04 page\n"
		if got := unpacked(t, target, packed[0]); got != want {
			t.Errorf("%s: the archive has\n%swant\n%s", target, got, want)
		}
	}
}

// unpacked has a line for each file of an archive.
func unpacked(t *testing.T, target target, archive []byte) string {
	t.Helper()
	var b strings.Builder
	line := func(name string, mode os.FileMode, when time.Time, in io.Reader) {
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s %s %s\n", name, mode.Perm().String()[1:4], when.UTC().Format(time.DateTime), text)
	}
	if target.os == "windows" {
		in, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range in.File {
			text, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			line(f.Name, f.Mode(), f.Modified, text)
		}
		return b.String()
	}
	plain, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(plain); ; {
		h, err := in.Next()
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			line(h.Name, h.FileInfo().Mode(), h.ModTime, in)
		}
	}
}

func TestChoose(t *testing.T) {
	if got, err := choose(""); err != nil || len(got) != 5 {
		t.Errorf("choose(\"\") = %v, %v, want all five systems", got, err)
	}
	got, err := choose("windows/amd64, linux/arm64")
	if err != nil || fmt.Sprint(got) != "[windows/amd64 linux/arm64]" {
		t.Errorf("choose of two = %v, %v", got, err)
	}
	_, err = choose("linux/sparc")
	if err == nil || !strings.Contains(err.Error(), "there are [linux/amd64 linux/arm64") {
		t.Errorf("choose of an unknown one = %v, want the list", err)
	}
}

func TestStubs(t *testing.T) {
	for library, want := range map[string]string{
		"/System/Library/Frameworks/Security.framework/Versions/A/Security": "Security.framework/Security.tbd",
		"/usr/lib/libresolv.9.dylib":                                        "libresolv.tbd",
		"/usr/lib/libSystem.B.dylib":                                        "",
	} {
		if got, err := stubName(library); err != nil || got != want {
			t.Errorf("stubName(%q) = %q, %v, want %q", library, got, err, want)
		}
	}
	if _, err := stubName("/opt/other"); err == nil {
		t.Error("a library in a place that is not known has a stub")
	}
	folder := t.TempDir()
	t.Chdir("../../..")
	if err := writeStubs(target{os: "darwin", arch: "arm64"}, folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "CoreFoundation.framework", "CoreFoundation.tbd"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(" _CFRelease, ")) {
		t.Errorf("the stub of CoreFoundation does not have CFRelease, which Go imports:\n%s", text)
	}
}

// TestLicences holds that all modules of jprof have a licence that is known, and that an unknown one is an error.
func TestLicences(t *testing.T) {
	root := t.TempDir()
	compiler := zig(root)
	for name, text := range map[string]string{
		"LICENSE": treeSitterLicence, "lib/libc/musl/COPYRIGHT": treeSitterLicence, "lib/libc/mingw/COPYING": "Zope",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir("../../..")
	for _, target := range targets {
		parts, err := partsOf(target, compiler)
		if err != nil {
			t.Fatal(err)
		}
		text := string(thirdParty(target, parts))
		for _, want := range []string{"  gopkg.in/yaml.v3 v3.0.1: Apache-2.0, MIT (Go module)\n", "  Go 1.",
			"  tree-sitter-java: MIT (", "  org.ow2.asm:asm 9.", "Copyright (c) 2017 Ayman Nadeem"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: THIRD-PARTY.txt has no %q", target, want)
			}
		}
		if strings.Contains(text, "chromedp") {
			t.Errorf("%s: THIRD-PARTY.txt has what only tests use", target)
		}
		bom, err := tried.sbom(target, parts)
		if err != nil {
			t.Fatal(err)
		}
		var document struct{ Components []struct{ Name string } }
		if err := json.Unmarshal(bom, &document); err != nil || len(document.Components) != len(parts) {
			t.Errorf("%s: the list of parts has %d, want %d (%v)", target, len(document.Components), len(parts), err)
		}
	}
	p := part{Name: "x", Licences: []licence{{"LICENSE", "All rights reserved."}}}
	if err := p.identify(); err == nil || !strings.Contains(err.Error(), "is not known: read it") {
		t.Errorf("identify of an unknown licence = %v", err)
	}
}

// TestManifests fills in the files for package managers.
func TestManifests(t *testing.T) {
	out := t.TempDir()
	for _, target := range targets {
		archive := filepath.Join(out, tried.archiveName(target))
		if err := os.WriteFile(archive, []byte(target.name()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := tried.writeManifests(out); err != nil {
		t.Fatal(err)
	}
	var scoop struct {
		Version      string
		Architecture map[string]struct{ URL, Hash string }
	}
	text, err := os.ReadFile(filepath.Join(out, "jprof.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &scoop); err != nil {
		t.Fatal(err)
	}
	sum, err := checksum(filepath.Join(out, "jprof-1.2.3-windows-amd64.zip"))
	if err != nil {
		t.Fatal(err)
	}
	if windows := scoop.Architecture["64bit"]; scoop.Version != "1.2.3" || windows.Hash != sum ||
		!strings.HasSuffix(windows.URL, "/v1.2.3/jprof-1.2.3-windows-amd64.zip") {
		t.Errorf("Scoop's manifest is\n%s", text)
	}
	if err := writeChecksums(out); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(out, "checksums.txt"))
	if err != nil {
		t.Fatal(err)
	}
	line := sum + "  jprof-1.2.3-windows-amd64.zip\n"
	if strings.Count(string(sums), "\n") != 8 || !strings.Contains(string(sums), line) {
		t.Errorf("checksums.txt has not 8 lines, one of them %s:\n%s", line, sums)
	}
}

func TestLinkFlags(t *testing.T) {
	const want = "-s -w -buildid= " +
		"-X jprof/internal/util/version.release=1.2.3 " +
		"-X jprof/internal/util/version.revision=0123456789abcdef " +
		"-X jprof/internal/util/version.committed=2026-11-24T01:02:04Z"
	if got := tried.linkFlags(); got != want {
		t.Errorf("linkFlags() = %q, want %q", got, want)
	}
}

func TestLinksOfPages(t *testing.T) {
	page := "[CI](docs/CI.md#install) and [here](#usage), ![a](docs/a.png), [x](https://a.example/b)"
	for _, test := range []struct {
		r    release
		want string
	}{
		{release{Version: "1.2.3", Tagged: true}, "v1.2.3"},
		{release{Version: "1.2.3-dev"}, "main"},
	} {
		at := "https://" + version.Home + "/blob/" + test.want
		want := "[CI](" + at + "/docs/CI.md#install) and [here](#usage), ![a](" + at +
			"/docs/a.png), [x](https://a.example/b)"
		if got := string(test.r.withAddresses([]byte(page))); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
