// Command scale measures the report on a large project: the sources of a JDK, about 15,000 files, with made-up counts.
// It is a program for the development of jprof.
//
//	go run ./internal/tools/scale -jprof bin/jprof [HOME]
//	go run ./internal/tools/scale -contexts 5000000
//	go run ./internal/tools/scale -jprof bin/jprof -efficiency 1000000 [-page]
//	go run ./internal/tools/scale -jprof bin/jprof -tests 100000 [HOME]
//
// With -contexts it measures the pages of so many made-up calling contexts instead. With -efficiency it measures jprof
// efficiency on a run with so many contexts, and fails where that takes more time or memory than it may: efficiency.go.
// The program and its calls are made up (made.go, trees.go), its files are as those of any run.
//
// With -tests it measures jprof tests and the report on the sources of the JDK, with so many made-up tests, and fails
// if that takes more time or memory than it may: tests.go.
//
// Without the home folder of a JDK it takes the newest that has lib/src.zip. The project and its run are made once, in
// some minutes, and kept in the user's cache. The real command jprof report then writes the report, on 2
// cores.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest"
)

func main() {
	jprof := flag.String("jprof", "bin/jprof", "the `COMMAND` that is measured")
	work := flag.String("work", filepath.Join(jtest.CacheDir(), "jprof-scale"),
		"`FOLDER` for the project, its run and the report")
	contexts := flag.Int("contexts", 0, "measure the pages of `N` calling contexts instead")
	efficiency := flag.Int("efficiency", 0, "measure jprof efficiency on a run with `N` contexts instead")
	tests := flag.Int("tests", 0, "measure jprof tests, and the report, on a run with `N` tests instead")
	page := flag.Bool("page", false, "with -efficiency: measure the report of the run, too")
	flag.Parse()
	var err error
	switch {
	case *efficiency > 0:
		err = measureEfficiency(*jprof, *efficiency, *work, *page)
	case *tests > 0:
		err = measureTests(*jprof, flag.Arg(0), *work, *tests)
	case *contexts > 0:
		err = measureContexts(*contexts, *work)
	default:
		err = measure(*jprof, flag.Arg(0), *work)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// newest is the newest JDK that has its sources.
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

// measure makes the project, has the report written, and prints the sizes of both.
func measure(jprof, home, work string) error {
	jprof, project, err := prepare(jprof, home, work)
	if err != nil {
		return err
	}
	report := filepath.Join(work, "report")
	if err := write(jprof, project, report); err != nil {
		return err
	}
	return printSizes(project, report)
}

// write has jprof write the report, and prints its time and memory.
func write(jprof, project, report string) error {
	_, _, err := timed(jprof, project, "report", "--run", "scale", "-o", report)
	return err
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
		row(what, "%7d files %9.1f MB %6.2f x sources, on disk %9.1f MB %6.2f x", s.files, mb(s.bytes),
			float64(s.bytes)/float64(sources.bytes),
			mb(s.blocks), float64(s.blocks)/float64(sources.blocks))
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

// part is the folder of a file of the report, or the file itself; tests of sources are apart.
func part(path string) string {
	if strings.HasSuffix(path, ".tests.js") {
		return "source/*.tests.js"
	}
	if folder, _, ok := strings.Cut(path, "/"); ok {
		return folder + "/"
	}
	return path
}
