// Command home gives jprof the address that its module, its pages and its releases have: in go.mod and all imports, in
// the constants of package version, in the documentation and in what CI systems install it by. The owner runs it once;
// an address that was set can be changed by the same command. It is a program for the development of jprof.
//
//	go run ./internal/tools/home github.com/acme/jprof jprof@acme.example
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"jprof/internal/util/version"
	"jprof/internal/util/words"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: home ADDRESS CONTACT, such as home github.com/acme/jprof jprof@acme.example")
		os.Exit(2)
	}
	if err := set(".", os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "home:", err)
		os.Exit(1)
	}
}

// set writes an address and a contact into the files of the repository in a folder.
func set(root, address, contact string) error {
	if err := module.CheckPath(address); err != nil {
		return fmt.Errorf("%w: the address of a module is like github.com/acme/jprof", err)
	}
	if !strings.Contains(contact, "@") {
		return fmt.Errorf("the contact %q is no address of mail, such as jprof@acme.example", contact)
	}
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	gomod, err := os.ReadFile(path.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	change := newChange(modfile.ModulePath(gomod), address, contact)
	changed := 0
	for _, name := range strings.FieldsFunc(string(names), func(r rune) bool { return r == 0 }) {
		file := path.Join(root, name)
		info, err := os.Lstat(file)
		if errors.Is(err, os.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
			continue
		}
		if err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		now := change.apply(name, text)
		if bytes.Equal(text, now) {
			continue
		}
		changed++
		if err := os.WriteFile(file, now, info.Mode().Perm()); err != nil {
			return err
		}
	}
	fmt.Printf("the home of jprof is %s: %s changed\n", address, words.Plural(changed, "file"))
	return nil
}

// change holds the new module, address and contact, and applies them to texts.
type change struct {
	module, address, contact string
	imports                  *regexp.Regexp // import paths of the module, alone in their line
}

func newChange(module, address, contact string) change {
	return change{module, address, contact, regexp.MustCompile(
		`(?m)^(\s*(?:import )?(?:[\w.]+ )?")` + regexp.QuoteMeta(module) + `(/[^"\n]*"[ \t]*(?://.*)?)$`)}
}

// apply returns the text of a file with the new address. A file that is not text, or does not have it, stays as it is.
func (c change) apply(name string, text []byte) []byte {
	if bytes.IndexByte(text, 0) >= 0 {
		return text
	}
	all := func(text []byte, old, now string) []byte { return bytes.ReplaceAll(text, []byte(old), []byte(now)) }
	if name == "go.mod" {
		text = all(text, "module "+c.module+"\n", "module "+c.address+"\n")
	}
	if strings.HasSuffix(name, ".go") {
		text = c.imports.ReplaceAll(text, []byte("${1}"+c.address+"${2}"))
	}
	// The variables of package version, which the linker sets by their whole names.
	text = all(text, "-X "+c.module+"/internal/", "-X "+c.address+"/internal/")
	text = all(text, version.Home, c.address)
	// Names in the form of GitHub: an action, a component, a container.
	_, short, _ := strings.Cut(version.Home, "/")
	_, now, _ := strings.Cut(c.address, "/")
	text = all(text, short, now)
	return all(text, version.Contact, c.contact)
}
