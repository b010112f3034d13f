package testview_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jprof/internal/format/testcounts"
	"jprof/report/reporttest"
	"jprof/report/tests/testview"
)

// randomProject is a project of a file of ten methods, each with a condition, and tests that execute some of them; some
// twice, some in set-up.
func randomProject(t *testing.T, r *rand.Rand) *testview.Model {
	t.Helper()
	const methods = 10
	var text strings.Builder
	text.WriteString("‹t class A|class A {\n")
	for i := range methods {
		fmt.Fprintf(&text, "‹m m%d() %d|void ¤m%d() ‹b body %d|{ ‹r %d|·if (‹c condition %d %d-%d|x›) ‹b then %d|"+
			"‹r %d|·y();›››\n ‹r %d|·z();› }››\n", i, 2*i, i, 2*i, 2*i, 2*i+1, 2*i, 2*i+1, 2*i+1, 2*i+1, 2*i)
	}
	text.WriteString("}›")
	f := reporttest.File{Path: "A.java", Text: text.String(), ByTest: map[string][]uint64{},
		Counters: make([]uint64, 2*methods)}
	p := &reporttest.Project{}
	count := func(name string) {
		counters := make([]uint64, 2*methods)
		for range r.IntN(5) {
			k := r.IntN(methods)
			counters[2*k] = uint64(1 + r.IntN(3))
			counters[2*k+1] = r.Uint64N(counters[2*k] + 1)
		}
		for i, n := range counters {
			f.Counters[i] += n
		}
		f.ByTest[name] = counters
	}
	for i := range 3 + r.IntN(12) {
		x := testcounts.Test{Class: fmt.Sprintf("T%d", i%3), Method: fmt.Sprintf("t%d", i), Attempt: 1,
			Nanos: uint64(r.IntN(3)) * 1e9}
		p.Tests = append(p.Tests, x)
		count(x.Name())
		if r.IntN(4) == 0 {
			x.Attempt = 2
			p.Tests = append(p.Tests, x)
			count(x.String())
		}
	}
	count("T0")
	if r.IntN(2) == 0 {
		count(testcounts.SharedName)
	}
	if err := p.Add(f); err != nil {
		t.Fatal(err)
	}
	m, err := p.ByTest("random")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// executed returns the regions and outcomes that tests of these names executed, with the set-up of their classes.
func executed(m *testview.Model, in func(name string) bool) map[string]bool {
	classes := map[string]bool{}
	for i := range m.Tests {
		if x := &m.Tests[i]; x.IsTest() && in(x.Name()) {
			classes[x.Class] = true
		}
	}
	out := map[string]bool{}
	f := m.File(m.Report.Files[0])
	add := func(what string, i int, uses []testview.Use) {
		for _, u := range uses {
			x := &m.Tests[u.Test]
			if x.IsTest() && in(x.Name()) || x.IsSetUp() && classes[x.Class] {
				out[fmt.Sprint(what, i)] = true
			}
		}
	}
	for i := range m.Report.Files[0].Regions {
		add("region", i, f.Region(i))
	}
	for i := range m.Report.Files[0].Branches {
		yes, no := f.Branch(i)
		add("yes", i, yes)
		add("no", i, no)
	}
	return out
}

// TestRedundant checks on random projects that all redundant tests together can go, that no further one can, and that
// orders have each test once.
func TestRedundant(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	redundant := 0
	for range 300 {
		m := randomProject(t, r)
		waste := m.Redundant()
		gone := map[string]bool{}
		for _, i := range waste.Tests {
			gone[m.Tests[i].Name()] = true
		}
		redundant += len(gone)
		all := executed(m, func(string) bool { return true })
		kept := executed(m, func(name string) bool { return !gone[name] })
		if len(kept) != len(all) {
			t.Fatalf("%d regions and outcomes of %d are left without %v", len(kept), len(all), gone)
		}
		for i := range m.Tests {
			name := m.Tests[i].Name()
			if gone[name] || !m.Tests[i].IsTest() {
				continue
			}
			less := executed(m, func(n string) bool { return !gone[n] && n != name })
			if len(less) == len(all) {
				t.Fatalf("%s is redundant, too, beside %v", name, gone)
			}
		}
		checkOrder(t, m, waste.Of)
	}
	if redundant == 0 {
		t.Error("no test was redundant")
	}
}

func checkOrder(t *testing.T, m *testview.Model, tests int) {
	t.Helper()
	seen := map[string]bool{}
	total, last := 0, testview.Planned{}
	for _, p := range m.Order() {
		seen[m.Tests[p.Test].Name()] = true
		total += p.New
		if p.Total != total || p.Seconds < last.Seconds {
			t.Fatalf("%+v after %+v", p, last)
		}
		last = p
	}
	if len(seen) != tests {
		t.Fatalf("%d tests in the order, want %d", len(seen), tests)
	}
	regions := 0
	for what := range executed(m, func(string) bool { return true }) {
		if strings.HasPrefix(what, "region") {
			regions++
		}
	}
	if total != regions {
		t.Fatalf("the order ends with %d regions, all tests executed %d", total, regions)
	}
}

// TestVariations compares equal runs: in one a test executes more, in one it fails, one lacks a test.
func TestVariations(t *testing.T) {
	run := func(ups, status int, third bool) *testview.Model {
		p := &reporttest.Project{Tests: []testcounts.Test{
			{Class: "T", Method: "varies", Attempt: 1}, {Class: "T", Method: "same", Attempt: 1},
			{Class: "T", Method: "fails", Attempt: 1, Status: testcounts.Status(status)},
		}}
		if third {
			p.Tests = append(p.Tests, testcounts.Test{Class: "T", Method: "third", Attempt: 1})
		}
		err := p.Add(reporttest.File{Path: "A.java", Counters: []uint64{20, 10},
			Text: "‹t class A|class A { ‹m a() 0|void ¤a() ‹b body 0|{ ‹r 0|·x();› }››\n" +
				"‹m b() 1|void ¤b() ‹b body 1|{ ‹r 1|·y();› }›› }›",
			ByTest: map[string][]uint64{"T#varies": {uint64(ups), 1}, "T#same": {1, 2}}})
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ByTest("run")
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	v := testview.NewVariations(run(3, 0, true))
	v.Add(run(5, 0, true))
	v.Add(run(4, 1, false))
	var got []string
	for _, x := range v.List() {
		got = append(got, fmt.Sprintf("%s %d-%d %v %d %v", x.Name, x.Least, x.Most, x.Statuses, x.Runs, x.Methods))
	}
	if want := []string{"T#varies 4-6 [passed] 3 [{A.java A::a()}]", "T#fails 0-0 [passed failed] 3 []",
		"T#third 0-0 [passed] 2 []"}; v.Runs() != 3 || !slices.Equal(got, want) {
		t.Errorf("%d runs: %q", v.Runs(), got)
	}
}

// TestIdle checks that a test without counts is not said to have executed nothing, where several tests at once executed
// main sources in its test step.
func TestIdle(t *testing.T) {
	p := &reporttest.Project{Tests: []testcounts.Test{
		{Class: "T", Method: "perhaps", Step: "parallel", Attempt: 1},
		{Class: "T", Method: "ran", Step: "parallel", Attempt: 1},
		{Class: "T", Method: "nothing", Step: "alone", Attempt: 1},
		{Kind: testcounts.Shared, Step: "parallel", Attempt: 1},
	}}
	err := p.Add(reporttest.File{Path: "A.java", Counters: []uint64{20, 10},
		Text:   "‹t class A|class A { ‹m a() 0|void ¤a() ‹b body 0|{ ‹r 0|·x();› }›› }›",
		ByTest: map[string][]uint64{"T#ran": {1, 1}, testcounts.SharedName: {3, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ByTest("run")
	if err != nil {
		t.Fatal(err)
	}
	idle, unclear := m.Idle()
	if len(idle) != 1 || m.Tests[idle[0]].Method != "nothing" || len(unclear) != 1 ||
		m.Tests[unclear[0]].Method != "perhaps" {
		t.Errorf("idle %v, unclear %v of %+v", idle, unclear, m.Tests)
	}
}
