package measure

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/measure/program"
	"jprof/internal/measure/rejections"
	"jprof/internal/measure/shadow"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
	"jprof/runner"
)

// ownText reports whether javac also rejects one of the rejected places without counters. First it compiles the user's
// own files alone. Without the libraries of the build, javac finds fewer classes, so ownText ignores errors about names
// that are not found. Then it compiles them as the build does, with libraries, annotation processors and options, which
// may report errors of their own. If it cannot compile, it returns false, and the next round shows whether the errors
// are the user's.
func (m *measurement) ownText(ctx context.Context, b *toolBuild, rejected []rejections.Rejection) bool {
	var files []string
	for _, r := range rejected {
		file := filepath.Join(b.ws.Home, filepath.FromSlash(r.Path))
		if paths.IsFile(file) && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		return false
	}
	own := func(as *buildtools.JavacInput) bool {
		return slices.ContainsFunc(m.compilePlain(ctx, b, files, as), func(plain buildtools.Rejection) bool {
			return slices.ContainsFunc(rejected, func(r rejections.Rejection) bool {
				return filepath.Join(b.ws.Home, filepath.FromSlash(r.Path)) == plain.File && r.Line == plain.Line &&
					withoutPackages(r.Message) == withoutPackages(plain.Message) &&
					!strings.HasPrefix(plain.Message, "cannot find symbol")
			})
		})
	}
	return own(nil) || slices.ContainsFunc(b.events.Failures, func(f buildtools.Failure) bool {
		return f.Plain != nil && !slices.Contains(f.Plain.Options, "-proc:none") && own(f.Plain)
	})
}

// compilePlain lists the errors and warnings of javac in files of the user. It compiles them without counters, and
// deletes the class files. javac finds other sources of the project by their names. The argument as has the libraries,
// processors and options for javac, nil for none.
func (m *measurement) compilePlain(ctx context.Context, b *toolBuild, files []string,
	as *buildtools.JavacInput) []buildtools.Rejection {
	jdk, err := program.FindJDK(m.env)
	if err != nil {
		return nil
	}
	scratch, err := atomicfile.NewScratch("own-text")
	if err != nil {
		return nil
	}
	defer scratch.Remove() // clean removes what stays
	dir := scratch.Dir
	var roots []string
	for _, c := range b.events.Compiles {
		for _, r := range c.Roots {
			if _, ok := paths.Within(b.ws.HomeMirror(), r.Path); ok {
				rel := shadow.FromHome(b.ws.HomeMirror(), r.Path)
				roots = append(roots, filepath.Join(b.ws.Home, filepath.FromSlash(rel)))
			}
		}
		for _, u := range c.Unmeasured {
			roots = append(roots, u.Path)
		}
	}
	args := []string{"-d", dir, "-s", dir, "-implicit:none", "-Xmaxerrs", "10000", "-Xmaxwarns", "10000",
		// Attribute code even if imports are not found.
		"-XDshould-stop.ifError=FLOW", "-XDshouldStopPolicyIfError=FLOW"}
	if as == nil {
		args = append(args, "-proc:none")
	} else {
		args = append(args, "-classpath", as.ClassPath, "-processorpath", cmp.Or(as.Processors, as.ClassPath))
		args = append(args, as.Options...)
	}
	if len(roots) > 0 {
		args = append(args, "-sourcepath", strings.Join(roots, string(filepath.ListSeparator)))
	}
	var printed bytes.Buffer
	// Code with counters, such as an annotation processor of the project, writes its counts there, too, and they are
	// deleted.
	vars := append(slices.Clone(m.env.Vars), environ.CountsVariable+"="+dir)
	command := buildtools.Command{Path: jdk.Javac, Args: append(args, files...), Dir: dir, Env: vars}
	if _, err := runner.Run(ctx, command, runner.Stdio{Out: &printed, Err: &printed}, runner.DefaultGrace); err != nil {
		return nil
	}
	text := printed.String()
	return append(buildtools.JavacRejections(text), buildtools.JavacWarnings(text)...) // warnings may count as errors
}

// packages matches the package in front of a class name. Messages of build tools have it, those of javac do not.
var packages = lazyregexp.New(`\b(?:[a-z_]\w*\.)+`)

// withoutPackages returns the first line of a message, without the packages of classes.
func withoutPackages(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	return packages().ReplaceAllString(message, "")
}

// ownColumns returns the columns in the user's line that may correspond to a column in the line with counters. Counters
// are only inserted. So the text before such a column is a subsequence of the text before the given one, and the same
// holds for the texts behind the two. If the column is in a counter, there are none.
func ownColumns(counted, own string, column int) (found []int) {
	with, without := []rune(counted), []rune(own)
	at := buildtools.IndexAt(counted, column)
	for i := range without {
		fits := at < len(with) && without[i] == with[at] && isWithin(without[:i], with[:at]) &&
			isWithin(without[i:], with[at:])
		if fits {
			found = append(found, buildtools.ColumnAt(own, i))
		}
	}
	return found
}

// isWithin reports whether part is a subsequence of all: all without some characters.
func isWithin(part, all []rune) bool {
	for _, c := range all {
		if len(part) > 0 && part[0] == c {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// fileLines keeps the lines of files, by their paths, because many messages may be about few files.
type fileLines map[string][]string

// line returns line n of a file, "" if the file has no such line.
func (l fileLines) line(file string, n int) string {
	lines, known := l[file]
	if !known {
		if text, err := os.ReadFile(file); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		l[file] = lines
	}
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimRight(lines[n-1], "\r")
}
