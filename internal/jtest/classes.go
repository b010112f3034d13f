package jtest

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// ClassFile is a class file of a JDK.
type ClassFile struct {
	Name string // of the class, with slashes
	Data []byte
}

// Classes are the class files of a module of the JDK, in the order of their names. They are read once in a process.
func (j JDK) Classes(t testing.TB, module string) []ClassFile {
	t.Helper()
	load, _ := modules.LoadOrStore(j.Home+"!"+module, sync.OnceValues(func() ([]ClassFile, error) {
		return j.extract(module)
	}))
	classes, err := load.(func() ([]ClassFile, error))()
	if err != nil || len(classes) == 0 {
		t.Fatalf("%d classes of %s of %v: %v", len(classes), module, j, err)
	}
	return classes
}

// modules has a function that loads it for each JDK and module.
var modules sync.Map

func (j JDK) extract(module string) (classes []ClassFile, err error) {
	dir, err := os.MkdirTemp("", "jprof-classes-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out, err := exec.Command(filepath.Join(j.Home, "bin", "jimage"), "extract", "--dir", dir, "--include",
		"regex:/"+module+"/.*\\.class", filepath.Join(j.Home, "lib", "modules")).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	root := filepath.Join(dir, module)
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".class") {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, strings.TrimSuffix(path, ".class"))
		classes = append(classes, ClassFile{filepath.ToSlash(name), data})
		return err
	})
	return classes, err
}
