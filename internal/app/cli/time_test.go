package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// ratios is a program with three loops whose bodies are executed in the ratios 1:4:16. Their place in the methods and
// the code is the same.
const ratios = `public class Known {
    static double one(double x) {
        for (int i = 0; i < 1000; i++) {
            x = x * 1.0000001 + 1 / x;
        }
        return x;
    }

    static double four(double x) {
        for (int i = 0; i < 4000; i++) {
            x = x * 1.0000001 + 1 / x;
        }
        return x;
    }

    static double sixteen(double x) {
        for (int i = 0; i < 16000; i++) {
            x = x * 1.0000001 + 1 / x;
        }
        return x;
    }

    public static void main(String[] args) {
        double x = 1;
        for (int k = 0; k < 25000; k++) {
            x = sixteen(four(one(x)));
        }
        System.out.println(x > 0);
    }
}
`

// timed is an entry of jprof top --by time --json.
type timed struct {
	Name string `json:"name"`
	Line int    `json:"line"`
	// Count is executions or invocations.
	Count uint64 `json:"count"`
	Self  struct {
		Samples int     `json:"samples"`
		Share   float64 `json:"share"`
		Per     struct {
			Nanos    float64 `json:"nanos"`
			Low      float64 `json:"low"`
			High     float64 `json:"high"`
			Resolved bool    `json:"resolved"`
		} `json:"perExecution"`
	} `json:"self"`
}

// TestTimeKnown runs a program whose methods and lines take known shares of the time, on each JDK. The bounds are those
// of random sampling: five standard deviations. The clock of the machine does not matter.
func TestTimeKnown(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "Known.java"), []byte(ratios), 0o666); err != nil {
				t.Fatal(err)
			}
			var messages bytes.Buffer // of the last command
			jprof := func(args ...string) string {
				t.Helper()
				messages.Reset()
				return timedCommand(t, dir, jdk, &messages, args...)
			}
			if out := jprof("run", "--time", "Known.java"); out != "true\n" {
				t.Fatalf("the program printed %q", out)
			}
			entries := func(args ...string) map[int]timed {
				t.Helper()
				var document struct {
					Clock   string
					Entries []timed
				}
				text := jprof(append([]string{"top", "--by", "time", "--json"}, args...)...)
				if err := json.Unmarshal([]byte(text), &document); err != nil {
					t.Fatal(err)
				}
				if want := map[bool]string{true: "cpu", false: "wall"}[jdk.Version >= 25]; document.Clock != want {
					t.Errorf("the clock is %q, want %q", document.Clock, want)
				}
				if got := strings.Contains(messages.String(), "elapsed time"); got != (document.Clock == "wall") {
					t.Errorf("with the clock %q it says that times are too low: %t", document.Clock, got)
				}
				found := map[int]timed{}
				for _, e := range document.Entries {
					found[e.Line] = e
				}
				return found
			}
			checkRatios(t, "methods", entries(), map[int]uint64{2: 25000, 9: 25000, 16: 25000})
			checkRatios(t, "lines", entries("--lines"), map[int]uint64{4: 25e6, 11: 100e6, 18: 400e6})
		})
	}
}

// timedCommand runs jprof, which must succeed, on a JDK in a folder.
func timedCommand(t *testing.T, dir string, jdk jtest.JDK, messages io.Writer, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: messages, Dir: dir,
		Vars: append(os.Environ(), "JAVA_HOME="+jdk.Home)}
	if code := Main(append([]string{"jprof"}, args...), env); code != 0 {
		t.Fatalf("%q: exit code %d", args, code)
	}
	return out.String()
}

// inVM is a program that spends its time in code of the JVM itself, and prints how much that is, in milliseconds.
const inVM = `public class InVM {
    public static void main(String[] args) {
        var threads = java.lang.management.ManagementFactory.getThreadMXBean();
        double x = 1;
        for (int i = 0; i < 100000000; i++) {
            x = x * 1.0000001 + 1 / x;
        }
        if (x < 0) {
            System.out.println("of which there are samples");
        }
        long from = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < 500000; i++) {
            ("s" + i).intern();
        }
        System.out.println((threads.getCurrentThreadCpuTime() - from) / 1000000);
    }
}
`

// TestTimeLost runs code of the JVM, of which the recorder loses most samples of CPU time. They must be known.
func TestTimeLost(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		if jdk.Version < 25 {
			continue // there is elapsed time, of which nothing is known to be lost
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "InVM.java"), []byte(inVM), 0o666); err != nil {
			t.Fatal(err)
		}
		var messages bytes.Buffer
		took, err := strconv.Atoi(strings.TrimSpace(timedCommand(t, dir, jdk, &messages, "run", "--time", "InVM.java")))
		if err != nil {
			t.Fatal(err)
		}
		var document struct{ Samples, Lost int }
		text := timedCommand(t, dir, jdk, &messages, "top", "--by", "time", "--json")
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		if known := 10 * (document.Samples + document.Lost); known < took/2 {
			t.Errorf("%s: of %d ms in the JVM, %d samples and %d that were lost are known", jdk, took,
				document.Samples, document.Lost)
		}
	}
}

// checkRatios compares the samples of three lines with the ratios 1:4:16, and their counts with those given.
func checkRatios(t *testing.T, what string, entries map[int]timed, counts map[int]uint64) {
	t.Helper()
	sum := 0
	for line := range counts {
		sum += entries[line].Self.Samples
	}
	if sum < 50 {
		t.Fatalf("%s: only %d samples: %+v", what, sum, entries)
	}
	parts := map[int]float64{2: 1, 4: 1, 9: 4, 11: 4, 16: 16, 18: 16}
	for line, count := range counts {
		e, share := entries[line], parts[line]/21
		want := share * float64(sum)
		// An interval of 5 standard deviations, and one sample for where the compiler is.
		if off := math.Abs(float64(e.Self.Samples) - want); off > 5*math.Sqrt(want*(1-share))+1 {
			t.Errorf("%s: line %d has %d of %d samples, want about %.1f", what, line, e.Self.Samples, sum, want)
		}
		if e.Count != count {
			t.Errorf("%s: line %d has the count %d, want %d", what, line, e.Count, count)
		}
		per := e.Self.Per
		if e.Self.Samples < 5 && per.High == 0 { // no bound, as code may run without samples
			continue
		}
		if per.Resolved != (e.Self.Samples >= 5) || !(per.Low <= per.Nanos && per.Nanos < per.High) {
			t.Errorf("%s: line %d costs %+v", what, line, per)
		}
	}
}
