package measure

import (
	"bytes"
	"path/filepath"
	"reflect"
	"testing"

	"jprof/buildtools"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/util/term"
	"jprof/runner"
)

// TestUnmeasured: sources that plugins and annotation processors write are listed alike, each source once. What
// has no class file was not compiled, and is not listed. Excluded ones are not said.
func TestUnmeasured(t *testing.T) {
	mirror := mirrorOf(t, "target/antlr/p/Parser.java", "target/antlr/p/Lexer.java", "target/made/p/AMade.java",
		"target/made/p/Stale.java", "target/antlr/p/Excluded.java", "target/out/p/AMade.class",
		"build/made/p/BMade.java", "src/own/p/Own.java",
		"target/out/p/Own.class", "target/out/p/Parser.class", "target/out/p/Lexer.class")
	at := func(name string) string { return filepath.Join(mirror, filepath.FromSlash(name)) }
	compile := func(module, set, written, classes string, roots ...string) buildtools.Compile {
		c := buildtools.Compile{Execution: buildtools.Execution{Module: buildtools.Module{ID: module}}, Set: set,
			Written: at(written)}
		if classes != "" {
			c.Classes = at(classes)
		}
		for _, root := range roots {
			c.Unmeasured = append(c.Unmeasured,
				buildtools.UnmeasuredRoot{Path: at(root), Reason: buildtools.Generated})
		}
		return c
	}
	maven := compile("g:a", "main", "target/made", "target/out", "target/antlr")
	// A second compilation has what the first one has written as a source root.
	again := compile("g:a", "main:again", "target/made", "target/out", "target/antlr", "target/made")
	gradle := compile("b", "main", "build/made", "")
	// Sources of the user may lie where processors write: they have counters.
	mixed := compile("g:c", "main", "src/own", "target/out")
	mixed.Roots = []buildtools.Root{{Path: at("src/own")}}
	none := compile("g:d", "test", "target/none", "target/out")
	b := &toolBuild{ws: &runner.Workspace{Mirror: mirror, Root: mirror, Home: mirror},
		events: buildtools.Events{Compiles: []buildtools.Compile{maven, again, gradle, mixed, none}}}
	got := b.unmeasured()
	want := []runs.Unmeasured{
		{Module: "g:a", Set: "main", Path: "target/antlr", Reason: buildtools.Generated, Files: 2,
			Names: []string{"p/Lexer.java", "p/Parser.java"}},
		{Module: "g:a", Set: "main", Path: "target/made", Reason: buildtools.Generated, Files: 1,
			Names: []string{"p/AMade.java"}},
		{Module: "b", Set: "main", Path: "build/made", Reason: buildtools.Generated, Files: 1,
			Names: []string{"p/BMade.java"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}

	more := append(got, runs.Unmeasured{Path: "/lib", Reason: buildtools.Outside, Files: 1})
	for text, c := range map[string]struct {
		list    []runs.Unmeasured
		exclude []string
	}{
		"":                                   {got, []string{"target/**", "build/**"}},
		"2 sources that the build generates": {more, []string{"**/Lexer.java", "build/**", "/lib/**"}},
		"4 sources that the build generates": {list: got},
		"5 sources that the build generates or takes from elsewhere": {list: more},
	} {
		if text != "" {
			text = "jprof: unmeasured: " + text + "; jprof doctor lists where\n"
		}
		var said bytes.Buffer
		reportUnmeasured(term.New(&said, func(string) string { return "" }), runs.Run{Unmeasured: c.list},
			settings.Settings{Exclude: settings.Exclude{Paths: c.exclude}})
		if said.String() != text {
			t.Errorf("said %q, want %q", said.String(), text)
		}
	}
}
