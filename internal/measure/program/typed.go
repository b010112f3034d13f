package program

import (
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/words"
)

// javaOption matches options of java that jprof run does not have.
var javaOption = lazyregexp.New(`^(-X|-D|-(ea|da|esa|dsa|server|client|(en|dis)able(system)?assertions)(:|$)|` +
	`-(verbose|javaagent|agentlib|agentpath):|-p$|--(add-\w+|enable-[a-z-]+|illegal-[a-z-]+|limit-modules|` +
	`module-path|patch-module|upgrade-module-path)(=|$))`)

// HintFor returns a hint at what to do for an argument that java takes and jprof run does not: an option of java, or
// an archive or a class file in place of a source. It is "" for other arguments.
func HintFor(arg string) string {
	compiled := []string{".jar", ".war", ".class"}
	switch {
	case javaOption().MatchString(arg):
		return "java reads its options in the variable JDK_JAVA_OPTIONS: set it to " + words.Command([]string{arg})
	case arg == "-jar" || slices.Contains(compiled, strings.ToLower(filepath.Ext(arg))):
		return "jprof counts in sources, not in class files: jprof run -d SRCDIR SRCDIR/Main.java, or jprof mvn or " +
			"jprof gradle in the project"
	}
	return ""
}
