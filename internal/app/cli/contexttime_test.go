package cli

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/jtest"
	"jprof/plugins"
)

// clocks is a program with two paths to the same method: of the work of loop, one path does a sixteenth of what the
// other one does. It waits in sleep, ten times 20 ms, and for a lock, 20 ms, as the thread that has it waits for that.
const clocks = `public class Clocks {
    static double x = 1;
    static final Object LOCK = new Object();
    static final Thread MAIN = Thread.currentThread();
    static volatile boolean held;

    static void loop(int n) {
        for (int i = 0; i < n; i++) {
            x = x * 1.0000001 + 1 / x;
        }
    }

    static void few() { loop(25000); }

    static void many() { loop(400000); }

    static void rest() throws InterruptedException { Thread.sleep(20); }

    static void hold() {
        synchronized (LOCK) {
            held = true;
            while (MAIN.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static void enter() {
        synchronized (LOCK) { x++; }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int k = 0; k < 400; k++) {
            few();
            many();
        }
        for (int k = 0; k < 10; k++) rest();
        Thread holder = new Thread(Clocks::hold, "holder-1");
        holder.start();
        while (!held) Thread.onSpinWait();
        enter();
        holder.join();
        System.out.println(x > 0);
    }
}
`

// timedRows are the rows of jprof contexts --json, by time.
type timedRows struct {
	By     string
	Totals map[string]uint64
	Paths  timedRowList
	// Callers are those of the method that was asked for.
	Callers timedRowList
	Waits   struct {
		Contexts []struct {
			Event string
			Count int
			Nanos uint64
			Path  []struct{ Key string }
		}
	}
	Hottest struct {
		Methods []struct {
			Method               struct{ Key string }
			Exclusive, Inclusive map[string]uint64
			ExclusiveTime        struct {
				Samples   int
				Low, High float64
				Resolved  bool
			}
		}
	}
}

type timedRowList struct {
	Rows []struct {
		Key                            string
		Depth                          int
		Exclusive, Inclusive, Contexts uint64
		InclusiveTime                  struct{ Samples int }
	}
}

// TestContextTimes records contexts and samples of a program, on each JDK. What the two paths to one method take has
// the ratio of their work, up to five standard deviations of sampling.
func TestContextTimes(t *testing.T) {
	if _, err := plugins.ContextAgent(); err != nil {
		t.Skip(err)
	}
	for _, jdk := range jtest.JDKs(t) {
		if jdk.Version < 9 {
			continue // it has no Thread.onSpinWait
		}
		t.Run(jdk.String(), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "Clocks.java"), []byte(clocks), 0o666); err != nil {
				t.Fatal(err)
			}
			var messages strings.Builder
			jprof := func(args ...string) string {
				t.Helper()
				return timedCommand(t, dir, jdk, &messages, args...)
			}
			if out := jprof("run", "--contexts=app", "--time", "Clocks.java"); out != "true\n" {
				t.Fatalf("the program printed %q", out)
			}
			read := func(args ...string) (rows timedRows) {
				t.Helper()
				text := jprof(append([]string{"contexts", "--by", "time", "--json", "--min", "0"}, args...)...)
				if err := json.Unmarshal([]byte(text), &rows); err != nil {
					t.Fatal(err)
				}
				return rows
			}
			checkPaths(t, read("--callers", "Clocks.loop"))
			checkTimeSums(t, read("--flat"))
			checkWaits(t, read("--waits", "-n", "1000"))
			jprof("export", "--format", "pprof", "-o", "x.pb.gz")
		})
	}
}

// checkPaths compares the two callers of the loop.
func checkPaths(t *testing.T, r timedRows) {
	t.Helper()
	samples := map[string]int{}
	for _, row := range r.Callers.Rows {
		if row.Depth == 1 {
			samples[row.Key] += row.InclusiveTime.Samples
		}
	}
	few, many := samples["Clocks.few()V"], samples["Clocks.many()V"]
	sum, share := float64(few+many), 1/17.0
	if sum < 50 {
		t.Fatalf("only %v samples", sum)
	}
	if off := math.Abs(float64(few) - share*sum); off > 5*math.Sqrt(sum*share*(1-share))+1 {
		t.Errorf("%d and %d samples, want a sixteenth", few, many)
	}
}

// checkTimeSums checks what holds whatever is sampled: all samples are in a method, and intervals contain their time.
func checkTimeSums(t *testing.T, r timedRows) {
	t.Helper()
	sum := uint64(0)
	for _, m := range r.Hottest.Methods {
		self, all := m.Exclusive["time"], m.Inclusive["time"]
		sum += self
		if x := m.ExclusiveTime; self > all || x.Resolved && !(x.Low <= float64(self) && float64(self) <= x.High) ||
			x.Resolved != (x.Samples >= 5) {
			t.Errorf("%s: %d of %d ns, %+v", m.Method.Key, self, all, x)
		}
	}
	if sum != r.Totals["time"] || sum == 0 {
		t.Errorf("%d ns in methods, %d in all", sum, r.Totals["time"])
	}
}

// checkWaits checks the waits of the program, each of which takes 20 ms at least.
func checkWaits(t *testing.T, r timedRows) {
	t.Helper()
	want := map[string]int{"jdk.ThreadSleep Clocks.rest()V": 10, "jdk.ThreadSleep Clocks.hold()V": 1,
		"jdk.JavaMonitorEnter Clocks.enter()V": 1}
	const least = 20_000_000
	for _, w := range r.Waits.Contexts {
		what := w.Event + " " + w.Path[0].Key
		if n, ok := want[what]; ok && w.Count == n && w.Nanos >= uint64(n)*least {
			delete(want, what)
		}
	}
	if len(want) > 0 {
		t.Errorf("missing are %v in %+v", want, r.Waits.Contexts)
	}
}
