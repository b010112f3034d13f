package program

import (
	"strings"
	"testing"
)

func TestHintFor(t *testing.T) {
	for _, arg := range []string{"-Xmx64m", "-XX:+UseSerialGC", "-ea", "-ea:a.b...", "-enableassertions", "-Dx=y",
		"-server", "-verbose:gc", "-javaagent:x.jar", "-p", "--module-path=m", "--add-opens", "--add-modules=java.sql",
		"--enable-preview", "--enable-native-access=ALL-UNNAMED"} {
		if hint := HintFor(arg); hint != "for an option of java: jprof run --jvm "+arg+" Main.java" {
			t.Errorf("%s: %q", arg, hint)
		}
	}
	for _, arg := range []string{"-jar", "app.jar", "lib/App.WAR", "Main.class"} {
		if hint := HintFor(arg); !strings.Contains(hint, "jprof run -d SRCDIR") {
			t.Errorf("%s: %q", arg, hint)
		}
	}
	for _, arg := range []string{"Main.java", "Main", "-x", "--eanble", "--verbose", "-verbose", "--jar", ""} {
		if hint := HintFor(arg); hint != "" {
			t.Errorf("%s: %q", arg, hint)
		}
	}
}
