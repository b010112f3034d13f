// Command scale measures the report on a large project: the sources of a JDK, about 15,000 files, with made-up counts.
// It is a program for the development of jprof.
//
//	go run ./internal/tools/scale -jprof bin/jprof [HOME]
//	go run ./internal/tools/scale -jprof bin/jprof -tests 100000 [HOME]
//	go run ./internal/tools/scale -jprof bin/jprof -editor [HOME]
//	go run ./internal/tools/scale -jprof bin/jprof -tables 1000000000 [HOME]
//
// With -tests it adds so many made-up tests, and measures jprof tests and the report. It fails if these take more time
// or memory than tests.go allows. With -editor it measures jprof lsp, with the limits of editor.go.
// With -tables it exports the run as tables, and asks engines about so many rows: see tables.go.
//
// Without HOME it takes the newest JDK that has lib/src.zip. The project and its run are made once, which takes some
// minutes, and kept in the user's cache. Then the real command jprof report writes the report, on 2 cores.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest"
	"jprof/internal/jtest/trial"
)

func main() {
	jprof := flag.String("jprof", "bin/jprof", "the `COMMAND` that is measured")
	work := flag.String("work", filepath.Join(jtest.CacheDir(), "jprof-scale"),
		"`FOLDER` for the project, its run and the report")
	tests := flag.Int("tests", 0, "measure jprof tests, and the report, on a run with `N` tests instead")
	editor := flag.Bool("editor", false, "measure jprof lsp instead")
	rows := flag.Int64("tables", 0, "measure DuckDB on tables with `N` rows of regions instead, and Spark on a tenth")
	flag.Parse()
	var err error
	switch {
	case *tests > 0:
		err = measureTests(*jprof, flag.Arg(0), *work, *tests)
	case *rows > 0:
		err = measureTables(*jprof, flag.Arg(0), *work, *rows)
	case *editor:
		err = measureEditor(*jprof, flag.Arg(0), *work)
	default:
		err = measure(*jprof, flag.Arg(0), *work)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// newest returns the home folder of the newest JDK that has its sources.
func newest() (string, error) {
	for _, jdk := range slices.Backward(jtest.Installed()) {
		if _, err := os.Stat(filepath.Join(jdk.Home, "lib", "src.zip")); err == nil {
			return jdk.Home, nil
		}
	}
	return "", jtest.ErrNoSources
}

// prepare makes the project of the sources of a JDK, of the newest without one, and returns the command with its full
// path.
func prepare(jprof, home, work string) (command, project string, err error) {
	if home == "" {
		if home, err = newest(); err != nil {
			return "", "", err
		}
	}
	project = filepath.Join(work, filepath.Base(home))
	if err := makeProject(home, project); err != nil {
		return "", "", err
	}
	command, err = filepath.Abs(jprof)
	return command, project, err
}

// measure makes the project, runs jprof report, and prints the sizes of project and report.
func measure(jprof, home, work string) error {
	jprof, project, err := prepare(jprof, home, work)
	if err != nil {
		return err
	}
	report := filepath.Join(work, "report")
	if _, err := timed(jprof, project, "report", "--run", "scale", "-o", report); err != nil {
		return err
	}
	return printSizes(project, report)
}

// timed runs jprof in a project on 2 cores, and prints its time and memory.
func timed(jprof, dir string, args ...string) (trial.Used, error) {
	command := exec.Command(jprof, args...)
	var messages bytes.Buffer
	command.Dir, command.Stdout, command.Stderr = dir, &messages, &messages
	command.Env = append(os.Environ(), "GOMAXPROCS=2")
	u, err := trial.Run(command)
	if err != nil {
		return u, fmt.Errorf("%w\n%s", err, messages.Bytes())
	}
	row("jprof "+strings.Join(args, " "), "%.1f s, %.1f s of processors, %.0f MB of resident memory at most", u.Wall,
		u.CPU, mb(u.Peak))
	return u, nil
}

// row prints a row of the table of results.
func row(what, format string, args ...any) {
	fmt.Printf("%-28s "+format+"\n", append([]any{what}, args...)...)
}

// printSizes prints the sizes of the report and its parts, against the sources.
func printSizes(project, report string) error {
	kinds, err := sizes(project, func(path string) string {
		if strings.HasPrefix(path, ".jprof/") {
			return "run"
		}
		return "sources"
	})
	if err != nil {
		return err
	}
	sources := kinds["sources"]
	parts, err := sizes(report, part)
	if err != nil {
		return err
	}
	var all size
	for _, s := range parts {
		all.add(s)
	}
	line := func(what string, s size) {
		row(what, "%7d files %9.1f MB %6.2f x sources", s.files, mb(s.bytes), float64(s.bytes)/float64(sources.bytes))
	}
	line("sources", sources)
	line("maps and counts", kinds["run"])
	line("report", all)
	names := slices.Collect(maps.Keys(parts))
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(parts[b].bytes, parts[a].bytes) })
	for _, name := range names {
		line("  "+name, parts[name])
	}
	return nil
}

func mb(bytes int64) float64 { return float64(bytes) / 1e6 }

// part returns the folder of a file of the report, or the file itself. The tests of sources have a part of their own.
func part(path string) string {
	if strings.HasSuffix(path, ".tests.js") {
		return "source/*.tests.js"
	}
	if folder, _, ok := strings.Cut(path, "/"); ok {
		return folder + "/"
	}
	return path
}
