package maven

import (
	"os"
	"path/filepath"
	"strings"

	"jprof/buildtools"
)

const extProperty = "maven.ext.class.path"

// extClassPath is jar joined with the extensions that the user has Maven load in the same way: a
// property has one value only, so jprof's would take them away.
//
// Maven itself takes the first of these places that says something, and so does jprof, so that the
// build loads what it loads without jprof, no more and no less: the command line, MAVEN_ARGS,
// .mvn/maven.config, MAVEN_OPTS, .mvn/jvm.config, JDK_JAVA_OPTIONS, JAVA_TOOL_OPTIONS.
func (b *Build) extClassPath(jar string) string {
	path := jar
	for entry := range strings.SplitSeq(b.userExtensions(), string(filepath.ListSeparator)) {
		if entry != "" && entry != jar {
			path += string(filepath.ListSeparator) + entry
		}
	}
	return path
}

func (b *Build) userExtensions() string {
	mvn := filepath.Join(b.Project.Root, ".mvn")
	start := b.cwd
	if file, ok := lookup(b.args, "--file"); ok {
		start = real(absolute(b.cwd, file)) // a pom is no folder that could hold .mvn, so it does no harm
	}
	if dir, ok := mvnFolder(start); ok {
		mvn = filepath.Join(dir, ".mvn")
	}
	for _, args := range [][]arg{
		b.args,
		parse(words(buildtools.Getenv(b.env, "MAVEN_ARGS"))),
		parse(configLines(filepath.Join(mvn, "maven.config"))),
		parse(words(buildtools.Getenv(b.env, "MAVEN_OPTS"))),
		parse(words(strings.Join(configLines(filepath.Join(mvn, "jvm.config")), " "))),
		parse(words(buildtools.Getenv(b.env, "JDK_JAVA_OPTIONS"))),
		parse(words(buildtools.Getenv(b.env, "JAVA_TOOL_OPTIONS"))),
	} {
		if value, ok := define(args, extProperty); ok {
			return value
		}
	}
	return ""
}

// configLines are the lines of a file in .mvn, but for empty ones and comments. Maven 3.9 takes
// each line as one argument; older ones split it at white space as well, which makes no difference
// to a line that sets a property to a path without spaces.
func configLines(file string) []string {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil // it need not be there; and what cannot be read, Maven cannot read either
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

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
