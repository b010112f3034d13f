package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"jprof/report/compare"
	"jprof/report/reporttest"
)

// TestLostTests names the tests that a run has lost, and why.
func TestLostTests(t *testing.T) {
	const classes = "ATest: a=x b=y\nBTest: c=z d=z"
	const results = "app/ATest.a !app/ATest.b app/BTest.c app/BTest.d(int)[1] app/BTest.d(int)[2]"
	const (
		a = "p.ATest#a app/ATest.java:2"
		b = "p.ATest#b app/ATest.java:3"
		c = "p.BTest#c app/BTest.java:2"
		d = "p.BTest#d app/BTest.java:3"
	)
	for name, c := range map[string]struct{ classes, results, baseMore, want string }{
		"same":      {classes, results, "", ""},
		"fails now": {classes, "!app/ATest.a " + results, "", ""},
		"skipped": {classes, "-app/ATest.b app/ATest.a app/BTest.c app/BTest.d(int)[1]", "",
			"skipped " + b},
		"one of several":  {classes, "-app/BTest.d(int)[1] " + results, "", ""},
		"skipped before":  {classes, results, " -app/ATest.old", ""},
		"whole class":     {classes, "app/ATest.a app/ATest.b -app/BTest.BTest", "", "skipped " + c + ", skipped " + d},
		"all invocations": {classes, "app/ATest.a app/ATest.b app/BTest.c -app/BTest.d(int)", "", "skipped " + d},
		"removed":         {"ATest: a=x", "app/ATest.a", "", "removed " + b + ", removed " + c + ", removed " + d},
		"not run":         {classes, "app/ATest.a", "", "not run " + b + ", not run " + c + ", not run " + d},
		"class moved": {"CTest: a=x b=y\nBTest: c=z d=z", "app/CTest.a app/CTest.b app/BTest.c app/BTest.d", "",
			""},
		"renamed": {"ATest: new=x b=y\nBTest: c=z d=z", "app/ATest.new app/ATest.b app/BTest.c app/BTest.d", "", ""},
		"one of equal": {"ATest: a=x b=y\nBTest: e=z", "app/ATest.a app/ATest.b app/BTest.e", "",
			"removed " + c + ", removed " + d},
		"renamed and changed": {"ATest: new=other b=y\nBTest: c=z d=z",
			"app/ATest.new app/ATest.b app/BTest.c app/BTest.d", "", "removed " + a},
		"other module":          {classes, "core/ATest.a core/ATest.b app/BTest.c app/BTest.d", "", ""},
		"inherited, class ran":  {classes, results, " app/ATest.up", "removed p.ATest#up"},
		"inherited, class idle": {classes + "\nCTest: e=v", results, " app/CTest.up", "not run p.CTest#up"},
		"super class, class ran": {classes + "\nCTest extends BTest: e=v", results + " app/CTest.e", " app/CTest.c",
			"not run p.CTest#c app/BTest.java:2"},
		"super class, class without methods": {classes + "\nCTest extends BTest\nDTest extends CTest",
			results + " app/DTest.d", " app/DTest.c", "not run p.DTest#c app/BTest.java:2"},
		"removed from the super class": {"ATest: a=x b=y\nBTest: d=z\nCTest extends BTest: e=v",
			"app/ATest.a app/ATest.b app/BTest.d app/CTest.e", " app/CTest.c",
			"removed " + c + ", removed p.CTest#c"},
		"library, class ran": {classes + "\nCTest extends Kit: e=v", results + " app/CTest.e", " app/CTest.up",
			"not run p.CTest#up"},
		"Kotlin":              {classes, results, " app/KTest.a", "removed p.KTest#a"},
		"Kotlin, idle module": {classes, results, " core/KTest.a", "not run p.KTest#a"},
		"no module": {"", "core/XTest.a", "",
			"not run p.ATest#a, not run p.ATest#b, not run p.BTest#c, not run p.BTest#d"},
	} {
		var got []string
		old := reporttest.WithResults(t, "old", classes, results+c.baseMore)
		for _, l := range compare.LostTests(old, reporttest.WithResults(t, "new", c.classes, c.results)) {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s", l.What, l.Name, l.Place())))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, ", "), c.want)
		}
	}
}
