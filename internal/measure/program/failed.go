package program

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/instrument"
	"jprof/internal/java/jdks"
	"jprof/internal/util/exit"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// failed returns the error for a program that does not compile. It has the exit code of javac and, if jprof knows one,
// a command that would work.
func (c *Compilation) failed(output string, code int) error {
	err := fmt.Errorf("javac does not accept the program:\n%s", strings.TrimSpace(output))
	if hint := c.hint(output); hint != "" {
		err = term.WithHints(err, hint)
	}
	return exit.Keep(code, err)
}

// hint returns advice for the errors of javac, "" for none.
func (c *Compilation) hint(output string) string {
	if hint := c.compactHint(); hint != "" {
		return hint
	}
	lacks := strings.Contains(output, "cannot find symbol") || strings.Contains(output, "does not exist")
	if c.Program.Sources != "" || !lacks {
		return ""
	}
	pkg, _ := c.mainFile()
	root, _ := rootOf(filepath.Dir(c.Program.Main), pkg)
	if missing := c.siblings(output, root); len(missing) > 0 {
		return fmt.Sprintf("it uses %s: %s", words.Listed(missing), c.commandWith([]string{"-d", c.env.Short(root)}))
	}
	return "if it uses other sources, name their folder with -d, and jars with -cp"
}

// commandWith returns the command line of jprof run for the program, with further options.
func (c *Compilation) commandWith(options []string) string {
	p := c.Program
	main := []string{c.env.Short(p.Main)}
	return words.Command(slices.Concat([]string{"jprof", "run"}, options, p.Options, main, p.Args))
}

// missingName matches javac's errors about classes and packages that it does not find.
var missingName = lazyregexp.New(`(?m)^  symbol: +(?:class|variable|interface) (\w+)$` +
	`|error: package ([\w.]+) does not exist$`)

// siblings returns sources beside the main file, and folders of packages below root, that have the names which javac
// does not find. It returns at most three.
func (c *Compilation) siblings(output, root string) []string {
	var found []string
	for _, m := range missingName().FindAllStringSubmatch(output, -1) {
		for _, path := range []string{
			filepath.Join(filepath.Dir(c.Program.Main), m[1]+".java"),
			filepath.Join(root, filepath.Join(strings.Split(m[2], ".")...)),
		} {
			isName := strings.HasSuffix(path, ".java")
			if isName && m[1] == "" || !isName && m[2] == "" || !paths.Exists(path) {
				continue
			}
			if name := c.env.Short(path); !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	const most = 3
	return found[:min(most, len(found))]
}

// compactJava is the first release of Java that has compact source files.
const compactJava = 25

// compactHint returns a hint if the main file is a compact source file and the JDK is too old for that, "" otherwise.
// It names a newer JDK if there is one.
func (c *Compilation) compactHint() string {
	level := c.Program.JDK.Level()
	if level == 0 || level >= compactJava {
		return ""
	}
	text, err := os.ReadFile(c.Program.Main)
	if err != nil || !instrument.IsCompact(text, c.Program.Encoding) {
		return ""
	}
	requires := fmt.Sprintf("%s is a compact source file, which requires Java %d; this is %s in %s",
		filepath.Base(c.Program.Main),
		compactJava, jdks.Name(level), c.Program.JDK.Home())
	for _, home := range jdks.In(jdks.Places(c.env.Vars)) {
		if home.Feature >= compactJava {
			options := []string{}
			if c.Program.Sources != "" {
				options = []string{"-d", c.env.Short(c.Program.Sources)}
			}
			return fmt.Sprintf("%s. JDK %d is here: JAVA_HOME=%s %s",
				requires, home.Feature, words.Command([]string{home.Dir}), c.commandWith(options))
		}
	}
	return requires + ". Install a newer JDK, and set JAVA_HOME to its folder"
}
