package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The classes of the measurement of starts.
const (
	startPackages = 50
	startClasses  = 20 // in each package
)

// startupPart is the time and memory of the start of a JVM that initialises many classes.
type startupPart struct {
	Machine  machine
	Classes  int
	Rounds   int
	Variants []string
	Samples  []sample // with no number of threads
}

// program converts the part to one of a program, for ratios.
func (p *startupPart) program() *runsPart {
	return &runsPart{Rounds: p.Rounds, Variants: p.Variants, Samples: p.Samples}
}

const startProgram = "startup"

// startVariants are the ways with counters that are compared.
var startVariants = []string{plain, jprof, jacoco}

// startup measures the start of a JVM with generated classes, the variants in turn.
func (b *bench) startup(o options, variants []string) (*startupPart, error) {
	part := &startupPart{Machine: b.machine(), Classes: startPackages * startClasses, Rounds: o.starts,
		Variants: variants}
	for _, j := range o.jdks {
		p := program{name: startProgram, driver: "start.Main"}
		d := &build{program: p, dir: filepath.Join(b.dir, "build", p.name), jdk: j, missing: map[string]string{}}
		d.growth = growth{Instrumenting: map[string]used{}, Compiling: map[string]used{}}
		if err := errors.Join(os.RemoveAll(d.dir), writeClasses(d.path(plain, "src"))); err != nil {
			return nil, err
		}
		if out, err := b.compile(d, plain); err != nil {
			return nil, fmt.Errorf("the generated classes: %w\n%s", err, out)
		}
		if slices.Contains(variants, jprof) {
			if err := b.buildJprof(d, jprof, b.jprof); err != nil {
				return nil, err
			}
		}
		for round := o.first(); round <= o.starts; round++ {
			fmt.Fprintf(os.Stderr, "bench: round %d of %d: start, JDK %d\n", round, o.starts, j.Version)
			want := ""
			for _, v := range variants {
				out, u, err := b.run(d, setting{jdk: j}, v, 0)
				if err != nil {
					return nil, fmt.Errorf("start, %s, JDK %d: %w", v, j.Version, err)
				}
				check, err := checkSum(out)
				if err != nil {
					return nil, err
				}
				if want == "" {
					want = check
				}
				if check != want {
					return nil, fmt.Errorf("start, %s: the check sum is %s, not %s", v, check, want)
				}
				if round > 0 {
					part.Samples = append(part.Samples, sample{startProgram, v, 0, j.Version, round, u.Wall, u.CPU})
				}
			}
		}
	}
	part.Machine.LoadAfter = load()
	return part, nil
}

// writeClasses writes the sources: classes with a few small methods, and a main method that calls one of each.
func writeClasses(dir string) error {
	var main strings.Builder
	main.WriteString("package start;\n\npublic final class Main {\n    public static void main(String[] args) {\n" +
		"        long sum = 0;\n")
	for p := range startPackages {
		name := fmt.Sprintf("p%02d", p)
		var all strings.Builder
		fmt.Fprintf(&all,
			"package %s;\n\npublic final class All {\n    public static long run() {\n        long sum = 0;\n", name)
		for c := range startClasses {
			class := fmt.Sprintf("C%02d", c)
			if err := writeFile(filepath.Join(dir, name, class+".java"),
				fmt.Sprintf(startClass, name, class, p*startClasses+c)); err != nil {
				return err
			}
			fmt.Fprintf(&all, "        sum = sum * 31 + %s.run(%d);\n", class, c+3)
		}
		all.WriteString("        return sum;\n    }\n}\n")
		if err := writeFile(filepath.Join(dir, name, "All.java"), all.String()); err != nil {
			return err
		}
		fmt.Fprintf(&main, "        sum = sum * 31 + %s.All.run();\n", name)
	}
	main.WriteString("        System.out.println(\"check \" + sum);\n    }\n}\n")
	return writeFile(filepath.Join(dir, "start", "Main.java"), main.String())
}

// startClass is one of the generated classes: its package, its name, and a number.
const startClass = `package %s;

public final class %s {
    private static final int[] TABLE = new int[16];

    static {
        for (int i = 0; i < TABLE.length; i++) {
            TABLE[i] = i * i + %d;
        }
    }

    private final int start;
    private int steps;

    private %[2]s(int start) {
        this.start = start;
    }

    static long run(int n) {
        %[2]s c = new %[2]s(n);
        return c.collatz(n) + c.even(n) + c.name().length();
    }

    private int collatz(int n) {
        while (n != 1) {
            n = n %% 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    private int even(int n) {
        int sum = 0;
        for (int i = 0; i < TABLE.length; i++) {
            if (TABLE[i] %% 2 == 0 && i != start) {
                sum += n;
            } else {
                sum--;
            }
        }
        return sum;
    }

    private String name() {
        try {
            return "start " + Integer.parseInt(steps > 0 ? "1" : "x");
        } catch (NumberFormatException e) {
            return "no number";
        }
    }
}
`

func writeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

func (p *startupPart) write(w *strings.Builder) {
	p.Machine.write(w)
	fmt.Fprintf(w, "A program that does nothing but initialise %d generated classes in %d packages, and call a few "+
		"methods of each. Median (least..greatest) of %d rounds.\n\n", p.Classes, startPackages, p.Rounds)
	fmt.Fprintf(w, "| JDK | plain: wall, s | CPU, s |")
	for _, v := range p.Variants[1:] {
		fmt.Fprintf(w, " %s: wall, ratio | CPU, ratio |", v)
	}
	fmt.Fprintf(w, "\n|%s\n", strings.Repeat(" --- |", 1+2*len(p.Variants)))
	r := p.program()
	for _, c := range r.cells() {
		row := []string{fmt.Sprint(c.jdk)}
		for _, of := range []quantity{wall, cpu} {
			row = append(row, spreadOf(values(r.times(startProgram, plain, c, of))).String())
		}
		for _, v := range p.Variants[1:] {
			for _, of := range []quantity{wall, cpu} {
				row = append(row, spreadOf(r.ratios(startProgram, v, c, of)).String())
			}
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
	}
	fmt.Fprintln(w)
}
