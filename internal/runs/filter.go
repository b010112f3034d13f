package runs

import (
	"slices"
	"strings"
)

// Filter returns the argument of the build by which the run has only a part of the tests, "" for none. Programs have
// none, and neither have merged runs: together, their parts may have all tests.
func (r Run) Filter() string {
	if !r.IsBuild() {
		return ""
	}
	return Filtered(r.Command)
}

// Part returns what names the part of the tests that the run has: its Filter or its shard; "" if it has all, or is of a
// program.
func (r Run) Part() string {
	if r.Shard != nil && r.Filter() == "" {
		return r.Shard.String()
	}
	return r.Filter()
}

// WhyPart returns the reason why a build has only a part of its tests: its Part, or words; "" if it has all, or is a
// program.
func (r Run) WhyPart() string {
	switch isProgram := !r.IsBuild() && len(r.Parts) == 0; {
	case isProgram:
		return ""
	case r.Interrupted:
		return "it was cancelled"
	case r.ExitCode != 0 && slices.ContainsFunc(r.NotBuilt, func(n NotBuilt) bool { return n.Failed }):
		return "it does not compile"
	case r.ExitCode != 0 && len(r.NotBuilt) > 0:
		return "modules were not built"
	case r.Part() == "" && r.LacksShards():
		return "it lacks shards"
	}
	return r.Part()
}

// RanAll reports whether the run went to its end with all tests of a build. It returns false for a program, and for
// services.
func (r Run) RanAll() bool {
	return (r.IsBuild() || len(r.Parts) > 0) && !r.OfServices() && !r.NotFinished && r.WhyPart() == ""
}

// Filtered returns the argument of a build by which it runs only a part of the tests, "" for none. command starts with
// the name of the tool.
func Filtered(command []string) string {
	for i, arg := range command {
		name, _, given := strings.Cut(arg, "=")
		switch name {
		case "-Dtest", "-Dit.test", "-Dgroups", "-DexcludedGroups", "-DskipTests", "-DskipITs", "-Dmaven.test.skip":
			return arg
		case "-x", "-pl", "-rf", "--projects", "--resume-from", "--tests", "--exclude-task":
			if name == "-x" && command[0] != "gradle" {
				continue
			}
			if !given {
				arg = strings.Join(command[i:min(i+2, len(command))], " ")
			}
			return arg
		}
	}
	return ""
}
