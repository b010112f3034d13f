package jdks

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Home is a JDK of this machine.
type Home struct {
	Dir     string // without symbolic links
	Feature int    // its feature release: 8, 17, 25
}

// Places returns folders that may be JDKs: first those that the environment variables vars ("NAME=value") name, then
// those in which packages, IDEs, build tools and version managers install JDKs.
func Places(vars []string) []string {
	var named, path []string
	user := ""
	for _, v := range vars {
		name, value, _ := strings.Cut(v, "=")
		switch {
		case name == "JAVA_HOME" || strings.HasPrefix(name, "JAVA_HOME_"): // as on GitHub: JAVA_HOME_25_X64
			named = append(named, value)
		case strings.EqualFold(name, "PATH"): // Path on Windows
			path = filepath.SplitList(value)
		case name == "HOME" || name == "USERPROFILE":
			user = value
		}
	}
	for _, dir := range path {
		if javac, err := filepath.EvalSymlinks(filepath.Join(dir, Executable("javac"))); err == nil {
			named = append(named, filepath.Dir(filepath.Dir(javac)))
		}
	}
	patterns := []string{"/usr/lib/jvm/*", "/usr/java/*", "/opt/java/*",
		"/Library/Java/JavaVirtualMachines/*/Contents/Home",
		`C:\Program Files\Java\*`, `C:\Program Files\Eclipse Adoptium\*`, `C:\Program Files\Microsoft\*`}
	if user != "" {
		for _, p := range []string{".sdkman/candidates/java/*", ".jdks/*", ".gradle/jdks/*", ".gradle/jdks/*/*",
			".asdf/installs/java/*", ".local/share/mise/installs/java/*",
			"Library/Java/JavaVirtualMachines/*/Contents/Home"} {
			patterns = append(patterns, filepath.Join(user, filepath.FromSlash(p)))
		}
	}
	for _, p := range patterns {
		found, _ := filepath.Glob(p) // in sorted order; none where there is no such folder
		named = append(named, found...)
	}
	return named
}

// In returns the JDKs among folders, in order of release. If several have the same release, it returns the first.
func In(dirs []string) []Home {
	var homes []Home
	seen := map[int]bool{}
	for _, dir := range dirs {
		dir, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, "bin", Executable("javac"))); err != nil || info.IsDir() {
			continue
		}
		feature, err := Feature(dir)
		if err != nil || seen[feature] {
			continue
		}
		seen[feature] = true
		homes = append(homes, Home{dir, feature})
	}
	slices.SortFunc(homes, func(a, b Home) int { return a.Feature - b.Feature })
	return homes
}

// Executable returns the file name of a program on this system.
func Executable(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}
