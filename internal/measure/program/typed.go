package program

import (
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/words"
)

// javaOption matches options that java has and jprof run does not.
var javaOption = lazyregexp.New(`^(-X|-D|-(ea|da|esa|dsa|server|client|(en|dis)able(system)?assertions)(:|$)|` +
	`-(verbose|javaagent|agentlib|agentpath):|-p$|--(add-\w+|enable-[a-z-]+|illegal-[a-z-]+|limit-modules|` +
	`module-path|patch-module|upgrade-module-path)(=|$))`)

// HintFor returns a hint for an argument that java accepts but jprof run does not. Such an argument is an option of
// java, or an archive or class file in place of a source. HintFor returns "" for other arguments.
func HintFor(arg string) string {
	compiled := []string{".jar", ".war", ".class"}
	switch {
	case javaOption().MatchString(arg):
		return "for an option of java: jprof run --jvm " + words.Command([]string{arg}) + " Main.java"
	case arg == "-jar" || slices.Contains(compiled, strings.ToLower(filepath.Ext(arg))):
		return "jprof counts in sources, not in class files: jprof run -d SRCDIR SRCDIR/Main.java, or jprof mvn or " +
			"jprof gradle in the project"
	}
	return ""
}
