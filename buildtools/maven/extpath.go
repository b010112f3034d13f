package maven

import (
	"os"
	"path/filepath"
	"strings"

	"jprof/buildtools/cmdline"
	"jprof/internal/util/environ"
	"jprof/internal/util/paths"
)

const extProperty = "maven.ext.class.path"

// extClassPath returns jar, joined with the extensions that the user makes Maven load in the same way. The property has
// only one value, so jprof's value would replace the user's.
func (b *build) extClassPath(jar string) string {
	path := jar
	own, _ := b.property(extProperty)
	for entry := range strings.SplitSeq(own, string(filepath.ListSeparator)) {
		if entry != "" && entry != jar {
			path += string(filepath.ListSeparator) + entry
		}
	}
	return path
}

// property returns the user's value of a property of Maven. Like Maven it takes the first of these places that has one,
// so that the build works as without jprof: the command line, MAVEN_ARGS, .mvn/maven.config, MAVEN_OPTS,
// .mvn/jvm.config, JDK_JAVA_OPTIONS, JAVA_TOOL_OPTIONS.
func (b *build) property(key string) (string, bool) {
	for _, args := range append(b.options(),
		syntax.Parse(cmdline.Words(environ.Get(b.env, "MAVEN_OPTS"))),
		syntax.Parse(cmdline.Words(strings.Join(configLines(filepath.Join(b.mvn(), "jvm.config")), " "))),
		syntax.Parse(cmdline.Words(environ.Get(b.env, "JDK_JAVA_OPTIONS"))),
		syntax.Parse(cmdline.Words(environ.Get(b.env, "JAVA_TOOL_OPTIONS")))) {
		if value, ok := define(args, key); ok {
			return value, true
		}
	}
	return "", false
}

// option returns the value of the option with that long name.
func (b *build) option(long string) (string, bool) {
	for _, args := range b.options() {
		if value, ok := cmdline.Lookup(args, long); ok {
			return value, true
		}
	}
	return "", false
}

// options returns the options from each place from which Maven reads them, the strongest place first.
func (b *build) options() [][]cmdline.Arg {
	return [][]cmdline.Arg{
		b.args,
		syntax.Parse(cmdline.Words(environ.Get(b.env, "MAVEN_ARGS"))),
		syntax.Parse(configLines(filepath.Join(b.mvn(), "maven.config"))),
	}
}

// mvn returns the path of the folder .mvn of the build, which need not exist.
func (b *build) mvn() string {
	start := b.cwd
	if file, ok := cmdline.Lookup(b.args, "--file"); ok {
		start = paths.Real(paths.Absolute(b.cwd, file)) // a pom is no folder that could hold .mvn, so it does no harm
	}
	if dir, ok := mvnFolder(start); ok {
		return filepath.Join(dir, ".mvn")
	}
	return filepath.Join(b.Project.Root, ".mvn")
}

// configLines are the lines of a file in .mvn, but for empty ones and comments. Maven 3.9 takes
// each line as one argument; older ones split it at white space as well, which makes no difference
// to a line that sets a property to a path without spaces.
func configLines(file string) []string {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil // the file is optional; and Maven cannot read what jprof cannot
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}
