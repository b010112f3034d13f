package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// zigRequirements names the package of the C compiler, its version and its hashes, for pip.
//
//go:embed zig-requirements.txt
var zigRequirements []byte

// zig is an installed C compiler: the folder with the program zig and its libraries.
type zig string

// installZig installs the compiler into the cache folder of the user, unless it is there.
func installZig() (zig, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "jprof-dist")
	installed := filepath.Join(folder, "requirements.txt")
	compiler := zig(filepath.Join(folder, "packages", "ziglang"))
	if text, err := os.ReadFile(installed); err == nil && string(text) == string(zigRequirements) {
		return compiler, nil
	}
	fmt.Println("installing zig, the C compiler of the release")
	if err := os.RemoveAll(folder); err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	wanted := filepath.Join(folder, "wanted.txt")
	if err := os.WriteFile(wanted, zigRequirements, 0o644); err != nil {
		return "", err
	}
	_, err = output(nil, "python3", "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes",
		"--disable-pip-version-check", "--target", filepath.Join(folder, "packages"), "-r", wanted)
	if err != nil {
		return "", fmt.Errorf("%w\nPython's pip brings the C compiler: apt install python3-pip", err)
	}
	return compiler, os.Rename(wanted, installed)
}

// cc returns the command of the C compiler for a target, in the form of the environment variable CC of Go.
func (z zig) cc(t target) string {
	return strconv.Quote(filepath.Join(string(z), "zig")) + " cc -target " + t.triple
}

// lib returns the path of a file of the libraries that zig compiles into a binary.
func (z zig) lib(name string) string {
	return filepath.Join(string(z), "lib", filepath.FromSlash(name))
}
