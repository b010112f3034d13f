package unusedrun

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/reached"
	"jprof/internal/runs/lookup"
	"jprof/report/reporttest"
	"jprof/report/unused"
)

// TestReached joins what JVMs noted with methods of sources, and lists classes without sources.
func TestReached(t *testing.T) {
	m := reporttest.Model(t, reporttest.File{Package: "a", Path: "a/A.java", Text: "‹t class A|class A {\n" +
		"‹m f() 0|void ¤f() ‹b body 0|{ ‹r 0|·x();› }››\n" +
		"‹m f(int n) 1|void ¤f(int n) ‹b body 1|{ ‹r 1|·x();› }››\n" +
		"‹m <init> 2|¤A() ‹b body 2|{ ‹r 2|·x();› }››\n" +
		"‹m g() 3|void ¤g() ‹b body 3|{ ‹r 3|·x();› }››\n" +
		"‹t class A$B|class B { ‹m h() 4|void ¤h() ‹b body 4|{ ‹r 4|·x();› }›› }›\n}›"})
	day := reached.Day(20_000)
	start := time.Date(2026, 11, 2, 23, 0, 0, 0, time.UTC)
	n := newNoted(reached.Join([]*reached.File{{
		JVM: reached.JVM{Who: reached.Who{App: "shop", Env: "prod", Version: "1.0", Host: "h"}, Start: start,
			Written: start.Add(2 * time.Hour)},
		Classes: []reached.Class{
			{Name: "a.A", SHA: "1", Loaded: true, Methods: []reached.Method{
				{Name: "f", Descriptor: "()V", Line: 2}, {Name: "f", Descriptor: "(I)V", Line: 3, Day: day},
				{Name: "<init>", Descriptor: "()V", Line: 4, Day: day}, {Name: "g", Descriptor: "()V", Day: day}}},
			{Name: "a.A$B", SHA: "2", Loaded: true, Methods: []reached.Method{{Name: "h", Descriptor: "()V", Line: 6}}},
			{Name: "lib.L", SHA: "3", Place: "lib.jar", Loaded: true, Methods: []reached.Method{
				{Name: "<clinit>", Descriptor: "()V"}, {Name: "ran", Descriptor: "()V", Line: 7, Day: day},
				{Name: "not", Descriptor: "()V", Line: 8}, {Name: "access$0", Descriptor: "()V", Access: 0x1000}}},
			{Name: "lib.M", SHA: "4", Place: "lib.jar", Loaded: true, Methods: []reached.Method{
				{Name: "ran", Descriptor: "()V", Day: day}}},
		}}}))
	var ran []string
	for _, ref := range m.AllMethods() {
		ran = append(ran, fmt.Sprint(ref.Method().Label, " ", n.ran(ref)))
	}
	want := []string{"A::f() false", "A::f(int n) true", "A::A() true", "A::g() true", "A$B::h() false"}
	if !slices.Equal(ran, want) {
		t.Errorf("ran: %q, not %q", ran, want)
	}
	got := fmt.Sprint(n.foreign(m))
	if want := "[{lib.L lib.jar true 2 [{not ()V 8}]}]"; got != want {
		t.Errorf("without sources: %s, not %s", got, want)
	}
	for _, tt := range []struct{ places, want string }{
		{"lib", "[lib.L]"}, {"lib.**", "[lib.L]"}, {"L", "[lib.L]"}, {"lib.L:not", "[lib.L]"},
		{"lib.L:not()", "[lib.L]"}, {"a.A lib.L", "[lib.L]"}, {"a.A", "[]"},
		{"lib.M", "lib.M: no class without sources has this name, and methods that did not run"},
		{"lib.L:ran", "lib.L: no class"}, {"lib.L:8", "lib.L: no class"}, {"l/L.java", "not a pattern"},
	} {
		var r Request
		for text := range strings.FieldsSeq(tt.places) {
			p, err := lookup.Parse(text, "")
			if err != nil {
				t.Fatal(err)
			}
			r.Places = append(r.Places, p)
		}
		chosen, err := r.chooseForeign(n.foreign(m), []lookup.Place{{File: "a.A"}})
		names := []string{}
		for _, c := range chosen {
			names = append(names, c.Name)
		}
		if got := fmt.Sprint(names, err); !strings.Contains(got, tt.want) || (err == nil) != (tt.want[0] == '[') {
			t.Errorf("%s: %s, want %s", tt.places, got, tt.want)
		}
	}
	o := unused.Observed{JVMs: 1, Days: []string{"2026-11-05"}}
	n.observe(&o)
	got = fmt.Sprint(o.Lines(), o.Warnings())
	if want := "[[Application shop] [Environment prod] [Version 1.0] [Host h] " +
		"[Days 3, from 2026-11-02 to 2026-11-05] [JVMs 2]] " +
		"[nobody looked on 2026-11-04: there is no data of this day]"; got != want {
		t.Errorf("observed %s, not %s", got, want)
	}
}
