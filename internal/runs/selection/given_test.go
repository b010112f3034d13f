package selection_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/git"
)

// TestGiven changes what a build is given beside its files, and files that Git ignores: all tests are selected, with a
// reason that names it.
func TestGiven(t *testing.T) {
	p := newProject(t, true)
	settings := filepath.Join(p.dir, "..", "settings.xml")
	p.write("../settings.xml", "1")
	p.write(".gitignore", "local.properties\nGen.java\n*.log\n")
	p.write("src/main/resources/local.properties", "a=1")
	p.write("src/main/java/p/Gen.java", "class Gen {}")
	p.write("src/main/resources/app.properties", "url=${URL:none}\nhome=${env.PLACE}\n")
	p.write(".github/workflows/ci.yml", "run: jprof affected --shard ${SHARD}/4\n")
	p.write("src/main/java/p/Tag.java", `class Tag { String tag = "base", id = "BUILD_NUMBER", base = "CI_DATABASE"; }`)
	p.git("add", ".")
	p.git("commit", "-qm", "second")
	given := func() {
		p.jdk, p.vars = "Debian 17.0.15", []string{"TZ=UTC", "PLACE=here", "NOWHERE=1"}
		p.call.Options, p.call.Settings = []string{"--define a=1"}, map[string]string{"the settings of Maven": settings}
	}
	given()
	head, err := git.Head(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(2 * time.Hour)
	run := runs.Run{ID: "r2", Started: later, Ended: later, Sources: ".",
		Title: "t", JVMs: 1, Command: []string{"mvn", "verify"}, Commit: &runs.Commit{ID: head.Commit, Time: head.Time}}
	p.save(run)
	for _, c := range []struct {
		change func()
		want   string // the changes
	}{
		{func() {}, ""},
		{func() { p.vars = append(p.vars, "OTHER=1", "NOWHERE=2") }, ""},
		{func() { p.vars = append(p.vars, "SHARD=1", "base=main", "BUILD_NUMBER=7", "CI_JOB_ID=8") }, ""},
		{func() { p.write("build.log", "x") }, ""},
		{func() { p.jdk = "Eclipse Adoptium 25" }, "JDK: Debian 17.0.15 in the run, Eclipse Adoptium 25 now"},
		{func() { p.jdk = "" }, ""},
		{func() { p.call.Options = nil }, "--define a=1: not given any more"},
		{func() { p.call.Options = append(p.call.Options, "--activate-profiles slow") },
			"--activate-profiles slow: not given in the run"},
		{func() { p.vars[0] = "TZ=CET" }, "variable TZ: other than in the run"},
		{func() { p.vars[1] = "PLACE=there" }, "variable PLACE: other than in the run"},
		{func() { p.vars = p.vars[1:] }, "variable TZ: not there any more"},
		{func() { p.vars = append(p.vars, "CI_DATABASE=x") }, "variable CI_DATABASE: not there in the run"},
		{func() { p.vars = append(p.vars, "URL=x", "JAVA_TOOL_OPTIONS=-Xint") },
			"variable JAVA_TOOL_OPTIONS: not there in the run; variable URL: not there in the run"},
		{func() { p.write("../settings.xml", "2") }, "the settings of Maven: other than in the run"},
		{func() { p.write("src/main/resources/local.properties", "a=2") },
			"src/main/resources/local.properties: changed"},
		{func() { p.write("src/test/local.properties", "new") }, "src/test/local.properties: changed"},
	} {
		c.change()
		found := p.find("")
		var got []string
		for i := range found.Facts {
			got = append(got, found.Facts[i].Text())
		}
		if text := strings.Join(got, "; "); text != c.want || (len(found.All) > 0) != (c.want != "") {
			t.Errorf("got %q, want %q; all tests, because %v", text, c.want, found.All)
		}
		given()
		p.write("../settings.xml", "1")
		p.write("src/main/resources/local.properties", "a=1")
	}

	p.write("src/main/java/p/Gen.java", "class Gen { int n; }")
	if found := p.find(""); len(found.All) == 0 {
		t.Error("an ignored source has changed, and not all tests are selected")
	}
}

// TestGivenByNobody carries nothing over from a run that has no inputs noted.
func TestGivenByNobody(t *testing.T) {
	p := newProject(t, false)
	o, err := runs.Store{}.Open(runs.Store{Project: p.dir}.RunDir("r1"))
	if err != nil {
		t.Fatal(err)
	}
	o.Run.Given = nil
	if err := atomicfile.WriteJSON(filepath.Join(o.Dir, "run.json"), o.Run); err != nil {
		t.Fatal(err)
	}
	found := p.find("")
	const want = "not noted in the run, which an older jprof has made"
	if len(found.All) != 1 || !strings.Contains(found.All[0].Text(), want) {
		t.Errorf("all tests, because %v", found.All)
	}
}
