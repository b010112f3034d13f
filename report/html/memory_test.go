package html_test

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"jprof/report/html/layout"
)

// A memory is a layout.Output that keeps the files, and fails where a folder of any operating system could.
// The zero value is ready.
type memory struct {
	mu    sync.Mutex
	files map[string]*memoryFile // by lower-case name
}

type memoryFile struct {
	name   string
	data   bytes.Buffer
	closed bool
}

// Create starts a file.
func (m *memory) Create(name string) (io.WriteCloser, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, fmt.Errorf("memory: file name %q leads out of the folder", name)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	key := strings.ToLower(name)
	if old, ok := m.files[key]; ok {
		return nil, fmt.Errorf("memory: %q and %q would be one file", name, old.name)
	}
	if m.files == nil {
		m.files = map[string]*memoryFile{}
	}
	f := &memoryFile{name: name}
	m.files[key] = f
	return f, nil
}

func (f *memoryFile) Write(p []byte) (int, error) {
	if f.closed {
		return 0, fmt.Errorf("memory: %q is closed", f.name)
	}
	return f.data.Write(p)
}

func (f *memoryFile) Close() error {
	if f.closed {
		return fmt.Errorf("memory: %q is closed twice", f.name)
	}
	f.closed = true
	return nil
}

// Names returns the names of the files, sorted. It fails when one was not closed.
func (m *memory) Names() ([]string, error) {
	names := make([]string, 0, len(m.files))
	for _, f := range m.files {
		if !f.closed {
			return nil, fmt.Errorf("memory: %q was not closed", f.name)
		}
		names = append(names, f.name)
	}
	sort.Strings(names)
	return names, nil
}

// Bytes returns the contents of a file, nil when there is none of this name.
func (m *memory) Bytes(name string) []byte {
	if f, ok := m.files[strings.ToLower(name)]; ok && f.name == name {
		return f.data.Bytes()
	}
	return nil
}

// create writes a file of an output. It returns the error of creating or closing it.
func create(t testing.TB, out layout.Output, name, text string) error {
	t.Helper()
	w, err := out.Create(name)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	return w.Close()
}

func TestMemory(t *testing.T) {
	var m memory
	if err := create(t, &m, "a/Foo.html", "foo"); err != nil {
		t.Fatal(err)
	}
	if err := create(t, &m, "a/foo.html", ""); err == nil {
		t.Error("names that differ in case only are accepted")
	}
	if got := string(m.Bytes("a/Foo.html")); got != "foo" {
		t.Errorf("contents %q", got)
	}
	if m.Bytes("a/foo.html") != nil {
		t.Error("a file that was not created has contents")
	}
	w, err := m.Create("open")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Names(); err == nil {
		t.Error("an open file is not noticed")
	}
	if err := create(t, &m, "another", "beside"); err != nil {
		t.Errorf("beside an open file: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil {
		t.Error("closing twice is accepted")
	}
	if _, err := w.Write(nil); err == nil {
		t.Error("writing after Close is accepted")
	}
	if names, err := m.Names(); err != nil || !slices.Equal(names, []string{"a/Foo.html", "another", "open"}) {
		t.Errorf("names %q, %v", names, err)
	}
}
