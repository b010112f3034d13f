package testcounts

import (
	"strings"
	"testing"
	"time"

	"jprof/internal/format/counts"
)

// twoTests is a JVM that ran two tests, with set-up of their class.
func twoTests(t testing.TB) *jvm {
	j := newJVM(t)
	j.count(toOutside, of(b, 0, 1))
	class := j.begin(beginClass, 0, "[engine:e]/[class:p.T]", "p.T", "", "", "T")
	j.count(class, of(a, 0, 1))
	one := j.test("one")
	j.count(one, of(a, 1, 5, 2, 7), of(b, 0, 300))
	j.end(one, Passed)
	two := j.test("two")
	j.count(two, of(a, 2, 1))
	j.count(toShared, of(a, 9, 4))
	j.count(two, of(a, 2, 1, 3, 1))
	j.end(two, Failed)
	j.end(class, Passed)
	return j
}

const twoTestsShown = `p.T: a0=1
p.T#one passed: a1=5 a2=7 b0=300
p.T#two failed: a2=2 a3=1
outside: b0=1
several tests at once: a9=4
`

func TestCollect(t *testing.T) {
	j := twoTests(t)
	_, tests, problems := collect(t, folder(t, map[string][]byte{"1.counts": j.file(), "1.tests": j.ended()}))
	if len(problems) > 0 || show(tests) != twoTestsShown {
		t.Errorf("%v\n%s", problems, show(tests))
	}
	failed := tests.Tests()[2]
	if failed.Reason != "expected: <1> but was: <2>" || failed.Nanos != 3000 || failed.ID == "" ||
		!failed.Began.After(start) || failed.Display != "two()" {
		t.Errorf("%+v", failed)
	}
	if tests.Executions(1) != 312 {
		t.Errorf("%d executions", tests.Executions(1))
	}
}

// TestCollectKinds has the ways in which a JVM may end, or its files be damaged.
func TestCollectKinds(t *testing.T) {
	const killed = "1.part: the JVM has not written all of its counts (it was killed or halted, could not write when " +
		"it ended, or is still running): its last counts may be missing; its counts of 2 packages are used"
	const outside = " (counts that are missing in it are counted outside of tests)"
	cut := func(part []byte) []byte { return part[:len(part)-13] }
	for _, test := range []struct {
		name    string
		files   func() map[string][]byte
		want    string
		problem string // a part of the only one
	}{
		{"a JVM without tests", func() map[string][]byte {
			return map[string][]byte{"1.counts": twoTests(t).file()}
		}, "outside: a0=1 a1=5 a2=9 a3=1 a9=4 b0=301\n", ""},
		{"killed, the counts are older", func() map[string][]byte {
			j := twoTests(t)
			part := cut(j.file())
			three := j.test("three")
			j.count(three, of(a, 2, 10))
			j.end(three, Passed)
			return map[string][]byte{"1.part": part, "1.tests": j.soFar()}
		}, strings.Replace(twoTestsShown, "p.T#two", "p.T#three passed: a2=10\np.T#two", 1), killed},
		{"killed, the counts are newer, in a test", func() map[string][]byte {
			j := twoTests(t)
			j.test("three")
			stream := j.soFar()
			j.silent(of(a, 2, 10, 8, 1))
			return map[string][]byte{"1.part": cut(j.file()), "1.tests": stream}
		}, strings.Replace(twoTestsShown, "p.T#two", "p.T#three unfinished: a2=10 a8=1\np.T#two", 1), killed},
		{"killed, the counts are newer, in two tests", func() map[string][]byte {
			j := twoTests(t)
			j.test("three")
			j.test("four")
			stream := j.soFar()
			j.silent(of(a, 2, 10))
			return map[string][]byte{"1.part": cut(j.file()), "1.tests": stream}
		}, strings.NewReplacer("p.T#one", "p.T#four unfinished:\np.T#one", "p.T#two", "p.T#three unfinished:\np.T#two",
			"outside:", "outside: a2=10").Replace(twoTestsShown), killed},
		{"killed before there were counts", func() map[string][]byte {
			j := twoTests(t)
			stream := j.soFar()
			return map[string][]byte{"1.tests": stream[:len(stream)-3]}
		}, strings.Replace(twoTestsShown, "p.T:", "p.T unfinished:", 1),
			"1.tests: the JVM was killed before it wrote counts: the counts of the test under way are missing"},
		{"a test that ends the JVM", func() map[string][]byte {
			j := twoTests(t)
			three := j.test("three")
			j.count(three, of(a, 5, 1))
			return map[string][]byte{"1.counts": j.file(), "1.tests": j.ended()}
		}, strings.Replace(twoTestsShown, "p.T#two", "p.T#three unfinished: a5=1\np.T#two", 1), ""},
		{"damaged in the middle", func() map[string][]byte {
			j := twoTests(t)
			stream := j.ended()
			at := strings.Index(string(stream), "two()")
			stream[at] = 'T'
			return map[string][]byte{"1.counts": j.file(), "1.tests": stream}
		}, "p.T unfinished: a0=1\np.T#one passed: a1=5 a2=7 b0=300\noutside: a2=2 a3=1 a9=4 b0=1\n",
			"wrong check sum: the file is damaged: run the build again" + outside},
		{"cut short, and the JVM was not killed", func() map[string][]byte {
			j := twoTests(t)
			stream := j.ended()
			return map[string][]byte{"1.counts": j.file(), "1.tests": stream[:len(stream)-20]}
		}, strings.Replace(twoTestsShown, "p.T:", "p.T unfinished:", 1),
			"the file is cut short: run the build again" + outside},
		{"fewer counts than the JVM has", func() map[string][]byte {
			j := twoTests(t)
			j.silent(of(a, 4, 3, 6, 1))
			return map[string][]byte{"1.counts": j.file(), "1.tests": j.ended()}
		}, strings.Replace(twoTestsShown, "outside:", "outside: a4=3 a6=1", 1),
			"1.tests: counts by test do not add up: src/A.java:14 was counted 3 times, and its tests have 0 of them " +
				"(2 counters in all): this is a fault of jprof, please report it; the larger number is used"},
		{"more counts than the JVM has", func() map[string][]byte {
			j := twoTests(t)
			j.streamOnly(toOutside, of(b, 3, 2))
			return map[string][]byte{"1.counts": j.file(), "1.tests": j.ended()}
		}, strings.Replace(twoTestsShown, "b0=1\n", "b0=1 b3=2\n", 1),
			"1.tests: its tests have more counts than the JVM, as it ended while it wrote them: counter 3 of " +
				"src/B.java was counted 0 times, and its tests have 2 of them; the larger number is used"},
		{"tests around others", func() map[string][]byte {
			j := newJVM(t)
			feature := j.test("feature")
			first := j.begin(beginTest, feature, "[engine:e]/[class:p.T]/[method:feature()]/[iteration:0]", "p.T",
				"feature", "", "feature [a: 1]")
			j.count(first, of(a, 1, 1))
			j.end(first, Passed)
			j.end(feature, Passed)
			other := j.test("other")
			j.count(other, of(a, 2, 1))
			second := j.begin(beginTest, other, "", "p.T", "inner", "", "inner")
			j.count(second, of(a, 3, 1))
			stream := j.soFar()
			j.silent(of(a, 4, 1))
			return map[string][]byte{"1.part": cut(j.file()), "1.tests": stream}
		}, "p.T#feature[0] passed: a1=1\np.T#inner unfinished: a3=1 a4=1\np.T#other unfinished: a2=1\n",
			"its counts of 1 package are used"},
		{"of another version", func() map[string][]byte {
			j := twoTests(t)
			stream := j.ended()
			stream[11]++
			return map[string][]byte{"1.counts": j.file(), "1.tests": stream}
		}, "outside: a0=1 a1=5 a2=9 a3=1 a9=4 b0=301\n", "written in format 7 by a newer jprof"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, tests, problems := collect(t, folder(t, test.files()))
			if got := show(tests); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
			if all := strings.Join(problems, "\n"); test.problem == "" && all != "" || len(problems) > 1 ||
				!strings.Contains(all, test.problem) {
				t.Errorf("problems:\n%s\nwant: %s", all, test.problem)
			}
		})
	}
}

// TestStopped has a method that was running when the JVM ended: it is the test's that was under way, if there was one.
func TestStopped(t *testing.T) {
	for _, ended := range []bool{false, true} {
		j := newJVM(t)
		one := j.test("one")
		j.count(one, of(a, 6, 1))
		if ended {
			j.end(one, Passed)
		}
		j.frames = []counts.Frame{{Class: "p.A", Method: "f", Line: 17, Times: 2}}
		totals, tests, problems := collect(t, folder(t, map[string][]byte{"1.counts": j.file(), "1.tests": j.ended()}))
		want := "p.T#one unfinished: a6=1 a7=2\n"
		if ended {
			want = "p.T#one passed: a6=1\noutside: a7=2\n"
		}
		if got := show(tests); got != want || len(problems) > 0 || totals.Counters(a)[7] != 2 {
			t.Errorf("%s%v", got, problems)
		}
	}
}

// TestCollectSteps has the same test in two JVMs of a step, and in another step: attempts are counted in a step.
func TestCollectSteps(t *testing.T) {
	again := newJVM(t)
	again.begun = 100 // begins later
	two := again.test("two")
	again.count(two, of(a, 2, 50))
	again.end(two, Passed)
	j := twoTests(t)
	file, stream := j.file(), j.ended()
	dir := folder(t, map[string][]byte{"unit/2.counts": file, "unit/2.tests": stream,
		"unit/1.counts": again.file(), "unit/1.tests": again.ended(), "it/1.counts": file, "it/1.tests": stream})
	totals, tests, problems := collect(t, dir, counts.Steps([]string{"unit", "it"}))
	want := `p.T in it: a0=1
p.T#one in it passed: a1=5 a2=7 b0=300
p.T#two in it failed: a2=2 a3=1
p.T in unit: a0=1
p.T#one in unit passed: a1=5 a2=7 b0=300
p.T#two in unit failed: a2=2 a3=1
p.T#two (attempt 2) in unit passed: a2=50
outside in it: b0=1
outside in unit: b0=1
several tests at once in it: a9=4
several tests at once in unit: a9=4
`
	if got := show(tests); got != want || len(problems) > 0 || totals.JVMs() != 3 || tests.JVMs() != 3 {
		t.Errorf("got\n%swant\n%s%v, %d JVMs", got, want, problems, totals.JVMs())
	}
}

// TestCollectEarlier has files of an earlier run, and those of others in a shared folder.
func TestCollectEarlier(t *testing.T) {
	now := start
	start = now.Add(-time.Minute)
	old := twoTests(t).ended()
	start = now
	j := twoTests(t)
	stream := j.ended()
	dir := folder(t, map[string][]byte{"1.counts": j.file(), "1.tests": old})
	_, tests, problems := collect(t, dir)
	if got := show(tests); got != "outside: a0=1 a1=5 a2=9 a3=1 a9=4 b0=301\n" || len(problems) != 1 ||
		!strings.Contains(problems[0], "1.tests: the tests of a JVM that began before this run") {
		t.Errorf("%s%v", got, problems)
	}
	shared := folder(t, map[string][]byte{"1.tests": old, "2.tests": stream[:len(stream)-13], "3.tests": stream[:70]})
	totals, tests, problems := collect(t, t.TempDir(), counts.Shared(shared))
	if got := show(tests); got != twoTestsShown || len(problems) != 1 || totals.JVMs() != 1 ||
		!totals.Start().Equal(start) || !strings.Contains(problems[0], "2.tests: the JVM was killed") {
		t.Errorf("%s%v, %d JVMs since %v", got, problems, totals.JVMs(), totals.Start())
	}
}

// TestSaturation: counts beyond the largest number stay there, in tests as in the run.
func TestSaturation(t *testing.T) {
	j := newJVM(t)
	one, two := j.test("one"), j.test("two")
	j.streamOnly(one, of(a, 0, counts.MaxCount))
	j.streamOnly(two, of(a, 0, counts.MaxCount+5))
	j.silent(of(a, 0, counts.MaxCount))
	totals, tests, problems := collect(t, folder(t, map[string][]byte{"1.counts": j.file(), "1.tests": j.ended()}))
	want := "p.T#one unfinished: a0=9223372036854775807\np.T#two unfinished: a0=9223372036854775807\n"
	if got := show(tests); got != want || len(problems) != 1 || !totals.Saturated() {
		t.Errorf("%s%v", got, problems)
	}
}
