package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// dynamicImport is the line by which sources of Go name a function of a library of macOS: the name in Go, the name in
// the library, and the file of the library.
var dynamicImport = regexp.MustCompile(`(?m)^//go:cgo_import_dynamic \S+ (\S+) "([^"]+)"`)

// writeStubs writes, for the linker, the libraries of macOS that jprof needs beyond libSystem, which zig has: text
// files (.tbd) with the names of their functions. Those are the names that the packages of jprof import, so the files
// follow the version of Go. Apple's own files are part of Xcode, and may not be copied.
func writeStubs(t target, folder string) error {
	pkgs, err := listPackages(t)
	if err != nil {
		return err
	}
	functions := map[string]map[string]bool{}
	for _, p := range pkgs {
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return err
			}
			for _, m := range dynamicImport.FindAllSubmatch(text, -1) {
				library := string(m[2])
				if functions[library] == nil {
					functions[library] = map[string]bool{}
				}
				functions[library][string(m[1])] = true
			}
		}
	}
	for _, library := range slices.Sorted(maps.Keys(functions)) {
		name, err := stubName(library)
		if err != nil {
			return err
		}
		if name == "" {
			continue
		}
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		names := slices.Sorted(maps.Keys(functions[library]))
		if err := os.WriteFile(file, stub(library, names), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// stubName returns the path at which the linker looks for a library: for a framework
// CoreFoundation.framework/CoreFoundation.tbd, for /usr/lib/libresolv.9.dylib libresolv.tbd, and "" for libSystem.
func stubName(library string) (string, error) {
	base := path.Base(library)
	switch {
	case base == "libSystem.B.dylib":
		return "", nil
	case strings.HasPrefix(library, "/System/Library/Frameworks/"):
		return base + ".framework/" + base + ".tbd", nil
	case strings.HasPrefix(base, "lib") && strings.HasSuffix(base, ".dylib"):
		name, _, _ := strings.Cut(base, ".")
		return name + ".tbd", nil
	}
	return "", fmt.Errorf("macOS: no place for the library %s that Go imports", library)
}

// stub returns the text of a .tbd file of version 4: a library for both processors that exports functions.
func stub(library string, functions []string) []byte {
	var b bytes.Buffer
	const systems = "[ x86_64-macos, arm64-macos ]"
	fmt.Fprintf(&b, "--- !tapi-tbd\ntbd-version: 4\ntargets: %s\ninstall-name: '%s'\n", systems, library)
	fmt.Fprintf(&b, "exports:\n  - targets: %s\n    symbols: [ _%s ]\n...\n", systems, strings.Join(functions, ", _"))
	return b.Bytes()
}

// goPackage is a package that jprof consists of, as go list describes it.
type goPackage struct {
	Dir               string
	GoFiles, CgoFiles []string
	Module            *goModule // none in the standard library
}

// goModule is a module of packages of jprof.
type goModule struct {
	Path, Version, Dir string
	Main               bool
}

// listPackages returns the packages that jprof and jprof-store consist of on a target.
func listPackages(t target) ([]goPackage, error) {
	text, err := output(t.env(), "go", "list", "-deps", "-json=Dir,GoFiles,CgoFiles,Module", "./cmd/jprof",
		"./cmd/jprof-store")
	if err != nil {
		return nil, err
	}
	var all []goPackage
	for in := json.NewDecoder(bytes.NewReader(text)); ; {
		var p goPackage
		err := in.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
}
