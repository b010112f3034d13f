package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// target is a system that jprof is built for, as Go names it, and the name that zig has for it.
type target struct {
	os, arch string
	triple   string
}

// targets lists the systems of a release. The binaries for Linux are linked statically with the C library musl, so that
// they run on any distribution.
var targets = []target{
	{"linux", "amd64", "x86_64-linux-musl"},
	{"linux", "arm64", "aarch64-linux-musl"},
	{"darwin", "amd64", "x86_64-macos"},
	{"darwin", "arm64", "aarch64-macos"},
	{"windows", "amd64", "x86_64-windows-gnu"},
}

// choose returns the targets of a list such as "linux/amd64,darwin/arm64", all for "".
func choose(list string) ([]target, error) {
	if list == "" {
		return targets, nil
	}
	var chosen []target
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(targets, func(t target) bool { return t.String() == strings.TrimSpace(name) })
		if i < 0 {
			return nil, fmt.Errorf("-targets: no system %q; there are %v", name, targets)
		}
		chosen = append(chosen, targets[i])
	}
	return chosen, nil
}

func (t target) String() string { return t.os + "/" + t.arch }

func (t target) name() string { return t.os + "-" + t.arch }

// classifier returns the name as os-maven-plugin forms it: artifacts of Maven have it.
func (t target) classifier() string {
	return map[string]string{"linux": "linux", "darwin": "osx", "windows": "windows"}[t.os] + "-" +
		map[string]string{"amd64": "x86_64", "arm64": "aarch_64"}[t.arch]
}

// binary returns the name of the executable file.
func (t target) binary() string {
	if t.os == "windows" {
		return "jprof.exe"
	}
	return "jprof"
}

// store returns the name of the executable file with the drivers of the clouds.
func (t target) store() string { return strings.Replace(t.binary(), "jprof", "jprof-store", 1) }

// paths returns the paths of the two executable files below a folder of all systems.
func (t target) paths(work string) (jprof, store string) {
	dir := filepath.Join(work, t.name())
	return filepath.Join(dir, t.binary()), filepath.Join(dir, t.store())
}

// leaner omits code that jprof never uses, a megabyte in all: HTTP/2, as the page of jprof ui has no TLS, and the
// documents that the library of commands writes.
//
// Packages that wait for people or for a browser are not inlined, which is another 0.6 MB.
const leaner = "GOFLAGS=-tags=nethttpomithttp2,urfave_cli_no_docs" +
	" -gcflags=net/...=-l -gcflags=crypto/...=-l -gcflags=vendor/...=-l -gcflags=html/...=-l -gcflags=text/...=-l" +
	" -gcflags=charm.land/...=-l -gcflags=github.com/charmbracelet/...=-l"

// env returns the environment in which Go compiles for the target. It ignores the user's settings for Go.
func (t target) env() []string {
	return []string{
		"GOOS=" + t.os, "GOARCH=" + t.arch, leaner, "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOWORK=off",
		"CGO_ENABLED=1",
	}
}
