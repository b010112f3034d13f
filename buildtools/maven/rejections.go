package maven

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"jprof/buildtools"
	"jprof/internal/util/lazyregexp"
)

// place is the start of a line of maven-compiler-plugin's messages: "FILE.java:[LINE,COLUMN] ", "FILE.java:[LINE] " or
// "FILE.java: "; and of javac's own messages, which a forked javac prints and some plugins do not convert:
// "FILE.java:LINE: ". The path is absolute, so that a word in a message that ends in .java does not match. It may hold
// spaces and colons. On Windows the plugin prints the path of a URI: /C:/p/Foo.java.
var place = lazyregexp.New(`^(?:\[?ERROR\]? |error: )?((?:/|[A-Za-z]:[\\/]).*?\.java)` +
	`(?::\[(\d+)(?:,(\d+))?\]|:(\d+):|:)(?: |$)(.*)$`)

// readRejections lists the errors of javac in the order of the message, and after them the errors without a file. Equal
// errors in the same line are listed once.
//
// If warnings are errors (-Werror, failOnWarning), javac's only error belongs to no file, even if the plugin names a
// file with it. Then readRejections lists the warnings.
func readRejections(f buildtools.Failure) []buildtools.Rejection {
	var found, bare []buildtools.Rejection
	werror := false
	for _, r := range rejections(f.Message) {
		switch {
		case isWerror(r.Message):
			werror = true
			bare = append(bare, buildtools.Rejection{Message: r.Message})
		case r.File == "":
			bare = append(bare, r)
		default:
			found = append(found, r)
		}
	}
	if werror && len(found) == 0 {
		for _, r := range rejections(f.Warnings) {
			if r.File != "" {
				found = append(found, r)
			}
		}
	}
	if len(found) == 0 && (len(bare) == 0 || len(bare) == 1 && bare[0].Message == unknownProblem) {
		return []buildtools.Rejection{{Message: buildtools.Silent}}
	}
	return append(found, bare...)
}

// unknownProblem is the message of the plugin if javac, which runs in the JVM of the plugin, prints a stack trace. The
// plugin does not see that trace. If javac is forked, some versions print no message at all.
const unknownProblem = "An unknown compilation problem occurred"

// complaints returns the lines of a build's output that start with mark and hold an error or a warning of javac. Each
// is returned once, without the mark, in the form of Failure.Message. Lines without a file are ignored, because they
// may be of any plugin.
func complaints(output, mark string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for line := range strings.Lines(colour().ReplaceAllString(output, "")) {
		text, ok := strings.CutPrefix(line, mark+" ")
		if ok && place().MatchString(strings.TrimRight(text, "\r\n")) && !seen[text] {
			seen[text] = true
			b.WriteString(text)
		}
	}
	return b.String()
}

// warningsIn lists those warnings of javac in texts that name a line. The texts have the form of Failure.Message.
func warningsIn(texts ...string) []buildtools.Rejection {
	var found []buildtools.Rejection
	for _, text := range texts {
		for _, r := range rejections(text) {
			if r.File != "" && r.Line > 0 {
				found = append(found, r)
			}
		}
	}
	return found
}

// failedProject matches Maven's message about a module in which a goal failed, or whose dependencies are missing.
var failedProject = lazyregexp.New(`^\[ERROR\] Failed to execute goal (?:.* )?on project (\S+): `)

// failedProjects returns the artifactIds of the modules that failed, each once, by the output of the build. It is
// needed for -fn, with which the exit code of Maven is 0.
func failedProjects(output string) []string {
	var names []string
	for line := range strings.Lines(colour().ReplaceAllString(output, "")) {
		if m := failedProject().FindStringSubmatch(line); m != nil && !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// isWerror reports whether message is javac's "warnings found and -Werror specified".
func isWerror(message string) bool { return strings.Contains(message, "-Werror specified") }

// rejections returns the errors or warnings in a text, which has the form of Failure.Message.
func rejections(text string) []buildtools.Rejection {
	type key struct {
		file string
		line int
		text string
	}
	seen := map[key]bool{}
	var found []buildtools.Rejection
	current := -1 // index in found of the rejection that further lines belong to
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := place().FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[2] + m[4]) // at most one of the two has text; without any, n is 0
			column, _ := strconv.Atoi(m[3])
			current = -1
			message := strings.TrimPrefix(m[5], "error: ")
			if k := (key{m[1], n, message}); !seen[k] {
				seen[k] = true
				current = len(found)
				found = append(found, buildtools.Rejection{File: fileOf(m[1]), Line: n, Column: column,
					Message: message})
			}
			continue
		}
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "" || trimmed == "Compilation failure" || trimmed == "Compilation failure:":
		case strings.HasPrefix(line, " "): // "  symbol:   class Foo"
			if current >= 0 {
				found[current].Message += "\n" + line
			}
		default:
			found = append(found, buildtools.Rejection{Message: trimmed})
			current = -1
		}
	}
	return found
}

var uriPath = lazyregexp.New(`^/[A-Za-z]:/`)

// fileOf returns the path of a message in the form of the system.
func fileOf(path string) string {
	if uriPath().MatchString(path) {
		path = path[1:]
	}
	return filepath.FromSlash(path)
}

// javacMessage returns an error or a warning in the form in which maven-compiler-plugin prints it.
func javacMessage(kind string, r buildtools.Rejection) string {
	place := strconv.Itoa(r.Line)
	if r.Column > 0 {
		place += "," + strconv.Itoa(r.Column)
	}
	return "[" + strings.ToUpper(kind) + "] " + r.File + ":[" + place + "] " + r.Message
}
