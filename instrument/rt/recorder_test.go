package rt

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"jprof/buildtools"
	"jprof/internal/format/probe"
	"jprof/internal/format/testcounts"
	"jprof/internal/jtest"
	"jprof/runner"
)

// TestRecorder runs tests one at a time and in parallel and holds the counts of each against what it has counted. All
// counts have an owner, also where tests run and count while the JVM ends: Collect reports what does not add up. Tests
// that are under way when the first code counts have what their threads have counted. The heap does not grow with the
// number of tests.
func TestRecorder(t *testing.T) {
	id := probe.ID{8}
	sets := []*probe.Set{{Packages: []*probe.Package{{ID: id, Files: []*probe.File{{Counters: 10}}}}}}
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			jar, err := buildtools.TestRecorder(t.Context(), jdk.Home, filepath.Join(dir, "cache"), runner.Output)
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "s/__Counter00000008.java"), Source(Class{"s", "__Counter00000008", id, dir,
				[]FileCounters{{"Recorded", 0, 10, Uses{}}}}))
			javac(t, jdk, "-nowarn", "-cp", jar, "-sourcepath", dir, "-d", dir, "testdata/recorded/s/Recorded.java")
			// counted runs the program, and returns the counters of each owner, but for those that counted nothing.
			counted := func(what string) map[string]map[uint32]uint64 {
				t.Helper()
				countsDir := filepath.Join(dir, "counts", what)
				cmd := command(jdk, dir, countsDir, "")
				classPath := dir + string(filepath.ListSeparator) + jar
				if what == "pools" {
					cmd.Args = slices.Insert(cmd.Args, 1, "-javaagent:"+jar)
				}
				cmd.Args = append(cmd.Args[:len(cmd.Args)-3], classPath, "s.Recorded", what)
				if got, want := run(t, cmd), (result{}); got != want {
					t.Fatalf("%+v, want %+v", got, want)
				}
				totals, tests, err := testcounts.Collect(countsDir, sets, time.Time{})
				if err != nil || len(totals.Problems()) > 0 {
					t.Fatalf("%s: %v, %q", what, err, totals.Problems())
				}
				owners := map[string]map[uint32]uint64{}
				for i, test := range tests.Tests() {
					name := test.Method
					if test.Kind != testcounts.Case {
						name = fmt.Sprint("kind ", test.Kind)
					}
					owners[name] = map[uint32]uint64{}
					for s := range tests.Of(i) {
						for k, index := range s.Index {
							owners[name][index] += s.Count[k]
						}
					}
				}
				return owners
			}
			want := map[string]map[uint32]uint64{
				"t1": {1: 100, 2: 1, 3: 10}, "t2": {1: 200, 2: 2, 3: 20}, "t3": {},
				fmt.Sprint("kind ", testcounts.Class): {0: 7}, fmt.Sprint("kind ", testcounts.Outside): {9: 7},
			}
			if got := counted("single"); !reflect.DeepEqual(got, want) {
				t.Errorf("one at a time: %v, want %v", got, want)
			}
			want = map[string]map[uint32]uint64{
				"early1": {2: 5}, "early2": {3: 6}, "own": {4: 7}, fmt.Sprint("kind ", testcounts.Shared): {5: 8},
			}
			if got := counted("early"); !reflect.DeepEqual(got, want) {
				t.Errorf("before there is a host: %v, want %v", got, want)
			}
			want = map[string]map[uint32]uint64{
				"t1": {2: 300, 3: 1}, "t2": {2: 600, 3: 2}, "t3": {3: 3},
			}
			if got := counted("crowd"); !reflect.DeepEqual(got, want) {
				t.Errorf("threads without a row: %v, want %v", got, want)
			}
			want = map[string]map[uint32]uint64{
				"t1": {3: 1}, "t2": {}, "t3": {4: 5}, fmt.Sprint("kind ", testcounts.Shared): {2: 9},
			}
			if got := counted("handed"); !reflect.DeepEqual(got, want) {
				t.Errorf("threads that others make: %v, want %v", got, want)
			}
			want = map[string]map[uint32]uint64{fmt.Sprint("kind ", testcounts.Outside): {0: 1}}
			for k := uint32(2); k < 10; k++ {
				for i := range 50 {
					want[fmt.Sprintf("t%dx%d", k, i)] = map[uint32]uint64{k: 28}
				}
			}
			got := counted("pools")
			for name := range want {
				if !reflect.DeepEqual(got[name], want[name]) {
					t.Errorf("pools: %s: %v, want %v", name, got[name], want[name])
				}
				delete(got, name)
			}
			if len(got) > 0 {
				t.Errorf("pools: also %v", got)
			}
			if !testing.Short() {
				if n := len(counted("many")); n < 100_000 {
					t.Errorf("%d owners, want 100,000 and more", n)
				}
			}
			for _, what := range []string{"parallel", "exit"} {
				got := counted(what)
				var pools uint64
				for _, counters := range got {
					pools += counters[1]
				}
				if pools != 800 {
					t.Errorf("%s: %d counts of pools, want 800", what, pools)
				}
				for k := uint32(2); k < 10; k++ {
					for i := range uint64(100) {
						name := fmt.Sprintf("t%dx%d", k, i)
						n := got[name][k]
						delete(got[name], 1) // the pool's, where the test ran alone
						delete(got[name], k)
						// What counts before there is a host may be shared.
						if own := i + 1; len(got[name]) > 0 || n != own+1 && i > 0 || n > own+1 {
							t.Errorf("%s: %s has %d and %v, want %d", what, name, n, got[name], own+1)
						}
					}
					last := got[fmt.Sprintf("last%d", k)]
					if what == "exit" && (len(last) != 1 || last[k] < 2) {
						t.Errorf("the last test of thread %d has %v", k, last)
					}
				}
			}
		})
	}
}
