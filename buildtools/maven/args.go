package maven

import (
	"slices"
	"strings"

	"jprof/buildtools/cmdline"
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

// info are the options that make mvn print something and end.
var info = []string{"-v", "--version", "-h", "--help"}

// partial reports whether the call selects modules, or deselects some.
func (b *build) partial() bool {
	return cmdline.Has(b.args, "-N", "--non-recursive") || slices.ContainsFunc(b.args, func(a cmdline.Arg) bool {
		return a.Option == "--projects" || a.Option == "--resume-from"
	})
}

// define returns the value of the property that an option -Dkey=value of args sets last.
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
