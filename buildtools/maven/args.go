package maven

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools/cmdline"
	"jprof/internal/util/paths"
)

// syntax is the syntax of mvn.
var syntax = cmdline.Syntax{
	Valued: map[string]string{
		"-D": "--define", "-P": "--activate-profiles", "-T": "--threads", "-b": "--builder",
		"-f": "--file", "-l": "--log-file", "-s": "--settings", "-t": "--toolchains",
		"-gs": "--global-settings", "-gt": "--global-toolchains", "-is": "--install-settings",
		"-it": "--install-toolchains", "-pl": "--projects", "-rf": "--resume-from",
		"-color": "--color", "-emp": "--encrypt-master-password", "-ep": "--encrypt-password",
	},
	Flags: []string{"-fae", "-ff", "-fn", "-llr", "-lax-checksums", "-strict-checksums"},
	Paths: []string{"--file", "--settings", "--toolchains", "--global-settings",
		"--global-toolchains", "--install-settings", "--install-toolchains"},
}

// info lists the options with which mvn ends after it has printed something.
var info = []string{"-v", "--version", "-h", "--help"}

// partial reports whether the call selects modules, or deselects some.
func (b *build) partial() bool {
	return cmdline.Has(b.args, "-N", "--non-recursive") || slices.ContainsFunc(b.args, func(a cmdline.Arg) bool {
		return a.Option == "--projects" || a.Option == "--resume-from"
	})
}

// harmlessKeys lists properties that do not change the results of tests. An entry that ends with a dot is the start of
// names of such properties.
var harmlessKeys = []string{"maven.repo.local", "style.color", "maven.test.failure.ignore", "trimStackTrace",
	"surefire.failIfNoSpecifiedTests", "failsafe.failIfNoSpecifiedTests", "it.failIfNoSpecifiedTests",
	"failIfNoSpecifiedTests", "failIfNoTests", "org.slf4j.simpleLogger.", "maven.wagon.", "aether.connector."}

// harmless reports whether value, the KEY=VALUE of an option --define, sets a property in the list harmlessKeys.
func harmless(value string) bool {
	key, _, _ := strings.Cut(value, "=")
	return slices.ContainsFunc(harmlessKeys, func(k string) bool {
		return key == k || strings.HasSuffix(k, ".") && strings.HasPrefix(key, k)
	})
}

// settings returns the files of the user that a call reads: see buildtools.Call.
func settings(cwd string, args []cmdline.Arg) map[string]string {
	home, _ := os.UserHomeDir() // without one, there are none
	files := map[string]string{}
	for _, f := range []struct{ what, option, name string }{
		{"the settings of Maven", "--settings", "settings.xml"},
		{"the toolchains of Maven", "--toolchains", "toolchains.xml"},
	} {
		files[f.what] = filepath.Join(home, ".m2", f.name)
		if path, given := cmdline.Lookup(args, f.option); given {
			files[f.what] = paths.Absolute(cwd, path)
		}
	}
	return files
}

// define returns the value of the last option -Dkey=value in args, and whether there is one.
func define(args []cmdline.Arg, key string) (string, bool) {
	value, found := "", false
	for _, a := range args {
		if a.Option != "--define" {
			continue
		}
		if k, v, _ := strings.Cut(a.Value, "="); strings.TrimSpace(k) == key {
			value, found = v, true
		}
	}
	return value, found
}
