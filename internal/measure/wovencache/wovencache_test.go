package wovencache

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// class makes the entry of a class file.
func class(original string, body string) entry {
	data := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	data = binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE([]byte(body)))
	return entry{crc32.ChecksumIEEE([]byte(original)), uint32(len(original)), append(data, body...)}
}

func put(t *testing.T, path string, entries ...entry) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, entries); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// bodies are the bodies in all files of a folder, sorted.
func bodies(t *testing.T, dir string) (files int, all []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*"+suffix))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		entries, err := read(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, string(e.data[frontSize:]))
		}
	}
	slices.Sort(all)
	return len(paths), all
}

// Files of JVMs are merged, each class once, and the large one stays as it is. What is damaged is skipped.
func TestMerge(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "woven-1")
	java := filepath.Join(dir, "app-17")
	var large []entry
	var want []string
	for i := range 1000 {
		name := fmt.Sprintf("large %03d", i)
		large, want = append(large, class(name, name)), append(want, name)
	}
	put(t, filepath.Join(java, "large.woven"), large...)
	for i := range 5 {
		own := fmt.Sprintf("own %d", i)
		put(t, filepath.Join(java, fmt.Sprintf("%d.woven", i)), class("shared", "shared"), class(own, own))
		want = append(want, own)
	}
	want = append(want, "shared")
	// one byte of one body is wrong; another file is cut, another one is none
	data, err := os.ReadFile(filepath.Join(java, "large.woven"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(java, "damaged.woven")
	put(t, path, class("a", "whole"), class("b", "broken"))
	damaged, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged[bytes.Index(damaged, []byte("broken"))]++
	want = append(want, "whole")
	for name, content := range map[string][]byte{path: damaged, filepath.Join(java, "cut.woven"): data[:60],
		filepath.Join(java, "other.woven"): []byte("text")} {
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := Use(dir, Default); err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	files, got := bodies(t, java)
	if files > keptFiles || !slices.Equal(got, want) {
		t.Errorf("%d files with %d classes, want at most %d with %d", files, len(got), keptFiles, len(want))
	}
	if _, err := os.Stat(filepath.Join(java, "large.woven")); err != nil {
		t.Errorf("a large file was merged with small ones: %v", err)
	}
}

// Each class is found from the place on that its check sum says, without a free place in between.
func TestPlaces(t *testing.T) {
	var entries []entry
	for i := range 100 {
		e := class(fmt.Sprint(i), fmt.Sprint("body ", i))
		e.sum = e.sum&^0xF | 7 // they want the same places
		entries = append(entries, e)
	}
	var b bytes.Buffer
	if err := write(&b, entries); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	table, places := binary.BigEndian.Uint64(data[8:]), binary.BigEndian.Uint32(data[16:])
	for n, e := range entries {
		for i := e.sum & (places - 1); ; i = (i + 1) & (places - 1) {
			place := data[table+uint64(i)*placeSize:]
			at := binary.BigEndian.Uint64(place[8:])
			if at == 0 {
				t.Fatalf("no entry for class %d", n)
			}
			if binary.BigEndian.Uint32(place) == e.sum && bytes.HasPrefix(data[at:], e.data) {
				break
			}
		}
	}
}

func TestLimits(t *testing.T) {
	cache := t.TempDir()
	dir, old, other := filepath.Join(cache, "woven-1"), filepath.Join(cache, "woven-2"), filepath.Join(cache, "jdk-3")
	put(t, filepath.Join(dir, "app", "large.woven"), class("x", string(make([]byte, 1000))))
	put(t, filepath.Join(dir, "app", "small.woven"), class("y", "small"))
	put(t, filepath.Join(dir, "app", "new.woven.part"), class("z", "new"))
	put(t, filepath.Join(dir, "app", "killed.woven.part"), class("z", "new"))
	put(t, filepath.Join(dir, "app", ".merged-1.woven-2"), class("z", "new"))
	put(t, filepath.Join(old, "app", "old.woven"), class("x", "old"))
	put(t, filepath.Join(other, "old"), class("x", "old"))
	long := time.Now().Add(-time.Hour - keptPart)
	for _, path := range []string{old, other, filepath.Join(dir, "app", "killed.woven.part"),
		filepath.Join(dir, "app", ".merged-1.woven-2")} {
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := Use(dir, Limits{Bytes: 500, Unused: time.Hour}); err != nil {
		t.Fatal(err)
	}
	if _, got := bodies(t, filepath.Join(dir, "app")); !slices.Equal(got, []string{"small"}) {
		t.Errorf("%d classes are kept, want the small one", len(got))
	}
	for path, want := range map[string]bool{old: false, other: true, filepath.Join(dir, "app", "new.woven.part"): true,
		filepath.Join(dir, "app", "killed.woven.part"): false, filepath.Join(dir, "app", ".merged-1.woven-2"): false} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}
