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

// extClassPath returns a class path of jar and the extensions that the user gives Maven by the same property. Maven
// reads one value of the property, so jar alone would replace the user's value.
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

// property returns the user's value of a property of Maven, and whether the user has set it. Like Maven, it searches
// these places in order: the command line, MAVEN_ARGS, .mvn/maven.config, MAVEN_OPTS, .mvn/jvm.config,
// JDK_JAVA_OPTIONS, JAVA_TOOL_OPTIONS.
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

// option returns the value of the option with the given long name, and whether the user gave the option.
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
		start = paths.Real(paths.Absolute(b.cwd, file)) // a pom is no folder, so it holds no .mvn
	}
	if dir, ok := mvnFolder(start); ok {
		return filepath.Join(dir, ".mvn")
	}
	return filepath.Join(b.Project.Root, ".mvn")
}

// configLines returns the lines of a file in .mvn, except empty lines and comments. Maven 3.9 reads each line as one
// argument. Older versions also split it at white space. For a property whose value has no spaces, both give the same.
func configLines(file string) []string {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil // the file is optional; if jprof cannot read it, neither can Maven
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
