package measure

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/maven"
	"jprof/runner"
)

// TestInPlaceFailNever: without the extension, the output of mvn -fn names the failures. Its exit code does not show
// them.
func TestInPlaceFailNever(t *testing.T) {
	mirror, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		t.Helper()
		path := filepath.Join(mirror, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const parent = "<project><groupId>g</groupId><artifactId>top</artifactId>" +
		"<modules><module>core</module><module>svc</module><module>app</module></modules></project>"
	put("pom.xml", parent)
	for _, name := range []string{"core", "svc", "app"} {
		put(name+"/pom.xml", fmt.Sprintf("<project><parent><groupId>g</groupId><artifactId>top</artifactId></parent>"+
			"<artifactId>%s</artifactId></project>", name))
		put(name+"/src/main/java/A.java", "")
		if name != "app" {
			put(name+"/target/classes/A.class", "")
		}
	}
	call, err := maven.Tool{}.Open(mirror, []string{"--fallback", "-fn", "verify"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	hook := call.Hooks()[0]
	if _, inPlace := hook.InPlace(); !inPlace || len(call.Hooks()) != 1 {
		t.Fatal("--fallback is to instrument in place")
	}
	events, err := hook.Events(t.Context(), buildtools.Site{Mirror: mirror}, buildtools.Round{Output: "" +
		"[\x1b[1;31mERROR\x1b[m] Failed to execute goal org.apache:surefire:3.5.2:test (default-test) " +
		"on project svc: The forked VM\n" +
		"[ERROR] Failed to execute goal on project app: Could not resolve dependencies\n"})
	if err != nil {
		t.Fatal(err)
	}
	b := &toolBuild{ws: &runner.Workspace{Mirror: mirror}, events: events}
	if got, want := idsOf(b.events.Failed), []string{"g:app", "g:svc"}; !slices.Equal(got, want) {
		t.Errorf("failed %q, want %q", got, want)
	}
	if list := b.notBuilt([]string{"pom.xml"}); len(list) != 1 || list[0].Module != "g:app" || list[0].Files != 1 {
		t.Errorf("not built: %+v, want g:app", list)
	}
}
