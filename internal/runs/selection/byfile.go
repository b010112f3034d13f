package selection

import (
	"path"
	"path/filepath"
	"strings"

	"jprof/internal/format/testcounts"
	"jprof/internal/java/decl"
	"jprof/internal/runs"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/regular"
	"jprof/report/tests/affected"
	"jprof/report/tests/change"
)

// languages has the extensions of sources that may declare a test class with the name of the file.
var languages = map[string]bool{".java": true, ".kt": true, ".groovy": true, ".scala": true}

var packageOf = lazyregexp.New(`(?m)^[ \t]*package[ \t]+([\pL\pN_.]+)`)

// testsByFile lists the test classes that the run does not have, in changed sources that it has not compiled or that
// are in another language than Java. Their names are those of the files. All tests are selected then, but a list of
// classes must have the new ones, too.
func (p *project) testsByFile(facts []change.Fact, ofClass map[string]int) (list []affected.Selected) {
	known := map[string]bool{}
	for class := range ofClass {
		known[decl.Outermost(class)] = true
	}
	for i := range facts {
		f := &facts[i]
		name, isSource := strings.CutSuffix(path.Base(f.Path), path.Ext(f.Path))
		if f.Kind != change.Foreign && f.Kind != change.Uncompiled || !isSource || !languages[path.Ext(f.Path)] ||
			!p.isTest(f.Path) || !affected.IsTestName(name) && !strings.HasSuffix(name, "Spec") {
			continue
		}
		text, err := regular.ReadUpTo(filepath.Join(p.store.Project, filepath.FromSlash(f.Path)), runs.MaxSource)
		if err != nil { // it was removed, or is too large
			continue
		}
		class := name
		if m := packageOf().FindSubmatch(text); m != nil {
			class = string(m[1]) + "." + name
		}
		if !known[class] {
			known[class] = true
			list = append(list, affected.Selected{Test: testcounts.Test{Class: class}, New: true,
				Reasons: []affected.Reason{{Rule: affected.ClassNotRun, Fact: f,
					How: "the run has no test of this class"}}})
		}
	}
	return list
}
