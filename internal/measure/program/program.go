package program

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"jprof/internal/util/environ"
	"jprof/internal/util/exit"
	"jprof/internal/util/paths"
	"jprof/internal/util/words"
)

// Program is a Java program to compile and run.
type Program struct {
	Main      string   // the file of the main class
	Sources   string   // the folder of all its sources, "" for Main only
	ClassPath string   // "" for none
	Encoding  string   // of the sources, by Java's name for it
	JVM       []string // options of its JVM
	Args      []string
	Label     string   // of the run
	Options   []string // the options of jprof run without -d, as they were typed
	JDK       JDK      // compiles and runs the program
	// Plain means that javac gets the user's own sources, not the copy with counters.
	Plain bool
}

// Root returns the folder of the sources, or the only source.
func (p Program) Root() string { return cmp.Or(p.Sources, p.Main) }

// Check returns an error if the user's arguments are wrong.
func (p Program) Check(env environ.Env) error {
	info, err := os.Stat(p.Main)
	compiled := HintFor(p.Main)
	switch {
	case compiled != "":
		return exit.Usagef(compiled, "%s: not a Java file", env.Short(p.Main))
	case errors.Is(err, fs.ErrNotExist):
		near := map[string]string{}
		beside, _ := filepath.Glob(filepath.Join(filepath.Dir(p.Main), "*.java")) // none where there is no folder
		for _, path := range beside {
			near[filepath.Base(path)] = env.Short(path)
		}
		hint := cmp.Or(words.DidYouMean(filepath.Base(p.Main), near), "jprof run Main.java ARGS...")
		return exit.Usagef(hint, "%s: no such file", env.Short(p.Main))
	case err != nil:
		return exit.Usagef("jprof run Main.java ARGS...", "cannot read the main class: %w", err)
	case info.IsDir() || !paths.IsJava(p.Main):
		return exit.Usagef("jprof run Main.java ARGS...", "%s: not a Java file", env.Short(p.Main))
	case p.Sources == "":
		return nil
	}
	if info, err := os.Stat(p.Sources); err != nil {
		return exit.Usagef("-d requires the folder of the sources", "-d: %w", err)
	} else if !info.IsDir() {
		return exit.Usagef("-d requires the folder of the sources", "-d: %s: not a folder", env.Short(p.Sources))
	}
	if _, ok := paths.Within(p.Sources, p.Main); !ok {
		return exit.Usagef("give -d a folder that holds it", "%s: not in the sources %s", env.Short(p.Main),
			env.Short(p.Sources))
	}
	return nil
}
