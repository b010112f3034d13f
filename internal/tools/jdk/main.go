// Command jdk instruments the sources of JDKs, and has javac judge the result: each source that javac's parser accepts
// has to be measured, and be accepted again; modules that javac compiles have to compile with counters, too. It is a
// program for the development of jprof.
//
//	go run ./internal/tools/jdk [-modules java.base,java.desktop,jdk.compiler] [HOME...]
//
// Without the home folder of a JDK it takes those that tests find and that have lib/src.zip, one for each release. It
// ends with 1 if a source is unmeasured, or javac reports an error that it did not report before.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

func main() {
	modules := flag.String("modules", "java.base,java.desktop,jdk.compiler", "`MODULES` to compile, of the newest JDK")
	work := flag.String("work", filepath.Join(jtest.CacheDir(), "jprof-jdk"), "`FOLDER` for sources and copies")
	flag.Parse()
	homes := flag.Args()
	if len(homes) == 0 {
		for _, j := range jtest.Installed() {
			if _, err := os.Stat(filepath.Join(j.Home, "lib", "src.zip")); err == nil {
				homes = append(homes, j.Home)
			}
		}
	}
	failed := false
	done := 0
	for i, home := range homes {
		k := &kit{home: home, work: filepath.Join(*work, filepath.Base(home))}
		compiled := *modules
		if i < len(homes)-1 {
			compiled = ""
		}
		ok, err := k.prove(compiled)
		if errors.Is(err, os.ErrNotExist) {
			fmt.Printf("%s: passed over: %v\n", home, err)
			continue
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", home, err)
		}
		done++
		failed = failed || !ok || err != nil
	}
	if done == 0 {
		fmt.Fprintln(os.Stderr, jtest.ErrNoSources)
	}
	if failed || done == 0 {
		os.Exit(1)
	}
}

// ownParameter is the part of a reason that names a variable.
var ownParameter = regexp.MustCompile(`its own parameter \S+`)

// kit is a JDK and the folder where its sources and their copies are.
type kit struct{ home, work string }

// prove does all for one JDK and reports whether all is well.
func (k *kit) prove(modules string) (bool, error) {
	src, out := filepath.Join(k.work, "src"), filepath.Join(k.work, "out")
	if err := jtest.UnpackSources(filepath.Join(k.home, "lib", "src.zip"), src); err != nil {
		return false, err
	}
	roots, err := os.ReadDir(src)
	if err != nil {
		return false, err
	}
	refused, files, err := k.parse(src)
	if err != nil {
		return false, err
	}
	fmt.Printf("%s: %d sources, javac's parser accepts %d\n", k.home, files, files-len(refused))
	start := time.Now()
	ok, unmeasured := true, 0
	parts := map[string]int{} // by reason
	for _, root := range roots {
		if !root.IsDir() {
			continue
		}
		result, err := instrumentModule(root.Name(), src, out)
		if err != nil {
			return false, err
		}
		for _, n := range result.Unmeasured {
			if _, bad := refused[filepath.Join(src, filepath.FromSlash(n.Path))]; bad {
				continue
			}
			if !n.Whole && !strings.Contains(n.Reason, "cannot be parsed") {
				parts[ownParameter.ReplaceAllString(n.Reason, "its own parameter")]++
				continue
			}
			fmt.Printf("unmeasured: %s:%d: %s\n", n.Path, n.Line, n.Reason)
			ok = false
			unmeasured++
		}
	}
	fmt.Printf("%s: instrumented in %.1f s; %d files and members not instrumented\n", k.home,
		time.Since(start).Seconds(), unmeasured)
	for _, reason := range slices.Sorted(maps.Keys(parts)) {
		fmt.Printf("%s: %d parts unmeasured: %s\n", k.home, parts[reason], reason)
	}
	again, copies, err := k.parse(out)
	if err != nil {
		return false, err
	}
	for path, why := range again {
		rel, _ := filepath.Rel(out, path)
		if _, before := refused[filepath.Join(src, rel)]; !before {
			fmt.Printf("not accepted any more: %s: %s\n", path, why)
			ok = false
		}
	}
	fmt.Printf("%s: %d sources with counters and helper classes, javac's parser accepts %d\n", k.home, copies,
		copies-len(again))
	for _, module := range strings.FieldsFunc(modules, func(r rune) bool { return r == ',' }) {
		same, err := k.compileBoth(module, src, out)
		if err != nil {
			return false, err
		}
		ok = ok && same
	}
	return ok, nil
}

// instrumentModule brings the copy of one module up to date.
func instrumentModule(name, src, out string) (*instrument.Result, error) {
	w, err := probe.NewWriter(io.Discard, "jdk", name, "main")
	if err != nil {
		return nil, err
	}
	result, err := instrument.Tree(context.Background(), []instrument.Root{{
		Src: filepath.Join(src, name), Dst: filepath.Join(out, name), Rel: name,
	}}, instrument.Options{Module: name, SourceSet: "main", CountsDir: "/tmp"}, w)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return result, w.Close()
}

// parse runs javac's parser on all sources below dir. It returns the sources that it does not accept, with the error,
// and the number of all sources.
func (k *kit) parse(dir string) (refused map[string]string, files int, err error) {
	list, err := sources(dir)
	if err != nil {
		return nil, 0, err
	}
	index := filepath.Join(k.work, "sources.list")
	if err := os.WriteFile(index, []byte(strings.Join(list, "\n")+"\n"), 0o666); err != nil {
		return nil, 0, err
	}
	output, err := k.run("java", "-Xmx4g", "internal/tools/jdk/ParseCheck.java", index)
	if err != nil {
		return nil, 0, fmt.Errorf("%w\n%s", err, output)
	}
	refused = map[string]string{}
	for line := range strings.Lines(output) {
		if path, why, ok := strings.Cut(strings.TrimSpace(line), ".java:"); ok {
			refused[path+".java"] = why
		}
	}
	return refused, len(list), nil
}

func sources(dir string) ([]string, error) {
	var list []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".java") {
			list = append(list, path)
		}
		return err
	})
	return list, err
}

// compileBoth compiles a module without and with counters and reports whether javac has the same errors.
func (k *kit) compileBoth(module, src, out string) (bool, error) {
	before, files, err := k.compile(module, filepath.Join(src, module))
	if err != nil {
		return false, err
	}
	after, _, err := k.compile(module, filepath.Join(out, module))
	if err != nil {
		return false, err
	}
	same := true
	for e, n := range after {
		if n > before[e] {
			fmt.Printf("%s: with counters: %s\n", module, e)
			same = false
		}
	}
	fmt.Printf("%s: %d sources compiled, %d errors without counters, %d with\n", module, files, total(before),
		total(after))
	return same, nil
}

func total(m map[string]int) int {
	n := 0
	for _, k := range m {
		n += k
	}
	return n
}

// compile compiles the sources of a module below dir, in place of those of the JDK, and counts the errors by their
// text.
func (k *kit) compile(module, dir string) (map[string]int, int, error) {
	list, err := sources(dir)
	if err != nil {
		return nil, 0, err
	}
	index := filepath.Join(k.work, "sources.list")
	if err := os.WriteFile(index, []byte(strings.Join(list, "\n")+"\n"), 0o666); err != nil {
		return nil, 0, err
	}
	classes := filepath.Join(k.work, "classes")
	if err := os.RemoveAll(classes); err != nil {
		return nil, 0, err
	}
	output, err := k.run("javac", "-J-Xmx6g", "-J-Duser.language=en", "-encoding", "UTF-8", "-proc:none",
		"-implicit:none", "-nowarn", "-Xlint:none",
		"-Xmaxerrs", "100000", "-XDshould-stop.ifError=FLOW", "-d", classes, "--patch-module", module+"="+dir,
		"@"+index)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, 0, err
	}
	errs := map[string]int{}
	in := bufio.NewScanner(strings.NewReader(output))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		line := in.Text()
		if at := strings.Index(line, ": error: "); at >= 0 {
			path, _, _ := strings.Cut(line, ".java:")
			rel, _ := filepath.Rel(dir, path)
			errs[rel+line[len(path):]]++
		} else if strings.HasPrefix(line, "error: ") {
			errs[line]++
		}
	}
	if len(errs) == 0 && err != nil {
		return nil, 0, fmt.Errorf("javac: %w\n%s", err, output)
	}
	return errs, len(list), in.Err()
}

// run runs a tool of the JDK and returns its output.
func (k *kit) run(tool string, args ...string) (string, error) {
	var out bytes.Buffer
	command := exec.Command(filepath.Join(k.home, "bin", tool), args...)
	command.Stdout, command.Stderr = &out, &out
	err := command.Run()
	return out.String(), err
}
