// Command fuzz generates random Java programs, and runs each plain, under the oracle and with jprof's counters: output
// and exit must be equal, and the count of each line that can be compared. It ends with 1 at the first batch with a
// fault, and prints the smallest program with it that it finds. It is a program for the development of jprof.
//
//	go run ./internal/tools/fuzz [-count N] [-seed N] [-release N] ...
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/jtest"
	"jprof/internal/jtest/javagen"
	"jprof/internal/jtest/oracle"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

func run() error {
	count := flag.Int("count", 2000, "number of programs")
	seed := flag.Int64("seed", 1, "seed of the first; the others follow")
	release := flag.Int("release", 0, "Java level of the programs; 0 for a mixture of 8, 17 and that of the newest JDK")
	super := flag.Bool("super", false, "with exceptions out of super(...) and this(...), which are not counted "+
		"everywhere before Java 25; from then on they always are in")
	threads := flag.Int("threads", 1, "run all programs in so many threads at once under jprof")
	size := flag.Int("size", 60, "statements of a program, about")
	batch := flag.Int("batch", 50, "programs compiled and run together")
	minimise := flag.Bool("minimise", true, "make the first program with a fault small")
	keepGoing := flag.Bool("keep-going", false, "do not end at the first batch with a fault")
	dir := flag.String("dir", "", "folder to work in, kept; otherwise a temporary one")
	flag.Parse()
	jdks := jtest.Installed()
	if len(jdks) == 0 {
		return errors.New("no JDK: set JAVA_HOME")
	}
	agent, err := oracle.Build(".")
	if err != nil {
		return err
	}
	if *dir == "" {
		if *dir, err = os.MkdirTemp("", "jprof-fuzz"); err != nil {
			return err
		}
		defer os.RemoveAll(*dir)
	}
	newest := jdks[len(jdks)-1]
	levels := []int{8, 17, newest.Version}
	if *release != 0 {
		levels = []int{*release}
	}
	var total sums
	for n := 0; n < *count; n += *batch {
		level := levels[n / *batch % len(levels)]
		// The oldest JDK that knows the level, and the newest, in turn.
		jdk := newest
		if i := slices.IndexFunc(jdks, func(j jtest.JDK) bool { return j.Version >= level }); i >= 0 &&
			n / *batch / len(levels) % 2 == 0 {
			jdk = jdks[i]
		}
		o := javagen.Options{Level: level, Super: *super || level >= 25, Threads: *threads > 1,
			Size: *size}
		f, err := newFuzzer(jdk, agent, filepath.Join(*dir, "batch"), o, *threads)
		if err != nil {
			return err
		}
		bad, err := f.batch(*seed+int64(n), min(*batch, *count-n), &total)
		if err != nil {
			return fmt.Errorf("seeds from %d: %w", *seed+int64(n), err)
		}
		fmt.Fprintf(os.Stderr, "fuzz: %v, last with %v, release %d\n", total, jdk, level)
		if len(bad) == 0 {
			continue
		}
		for _, b := range bad {
			fmt.Printf("seed %d: %s\n", b.seed, b.wrong())
		}
		if *minimise {
			kind := bad[0].kind()
			f.compileOnly = kind == "rejected"
			text, o, err := f.minimise(bad[0].program, func(o *outcome) bool { return o.kind() == kind })
			if err != nil {
				return err
			}
			fmt.Printf("%s\nseed %d, release %d, %v, the smallest: %s\n", numbered(text), bad[0].seed, level, jdk,
				o.wrong())
		}
		if !*keepGoing {
			break
		}
	}
	fmt.Printf("%v\n", total)
	if total.faults > 0 {
		return errors.New("there are programs with faults")
	}
	return nil
}

// sums holds the numbers of tried programs and of their results.
type sums struct{ programs, invalid, lines, operands, faults int }

func (s sums) String() string {
	return fmt.Sprintf(
		"%d programs, %d lines and %d operands compared, %d programs with faults; %d that javac rejects as they are",
		s.programs, s.lines, s.operands, s.faults, s.invalid)
}

// fault describes a program that shows a fault.
type fault struct {
	seed    int64
	program *javagen.Program
	*outcome
}

// batch tries the programs of n seeds.
func (f *fuzzer) batch(seed int64, n int, total *sums) (bad []fault, err error) {
	programs := make([]*javagen.Program, n)
	texts := map[string]string{}
	for i := range programs {
		programs[i] = javagen.Generate(fmt.Sprintf("P%d", seed+int64(i)), seed+int64(i), f.options)
		texts[programs[i].Name] = programs[i].Text(nil)
	}
	outcomes, err := f.try(texts)
	if err != nil {
		return nil, err
	}
	for i, p := range programs {
		o := outcomes[p.Name]
		total.programs++
		total.lines += o.compared
		total.operands += o.operands
		if o.invalid != "" {
			total.invalid++
			fmt.Fprintf(os.Stderr, "fuzz: the generator's fault: %s\n", o.invalid)
		}
		if o.wrong() != "" {
			total.faults++
			bad = append(bad, fault{seed + int64(i), p, o})
		}
	}
	return bad, nil
}

// numbered puts the number of each line before the line.
func numbered(text string) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		n++
		fmt.Fprintf(&b, "%3d  %s", n, line)
	}
	return b.String()
}

// renamed returns the text of a program whose class has another name.
func renamed(text, from, to string) string {
	return strings.NewReplacer("class "+from+" ", "class "+to+" ", from+".", to+".").Replace(text)
}
