package jtest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Classes calls use with the class files of a module of the JDK, in the order of their paths: with the path of the file
// and its content.
func (j JDK) Classes(t testing.TB, module string, use func(path string, data []byte)) {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command(filepath.Join(j.Home, "bin", "jimage"), "extract", "--dir", dir, "--include",
		"regex:/"+module+"/.*\\.class", filepath.Join(j.Home, "lib", "modules")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found := 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".class") {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil {
			found++
			use(path, data)
		}
		return err
	})
	if err != nil || found == 0 {
		t.Fatalf("%d classes of %s of %v: %v", found, module, j, err)
	}
}
