package cli

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jprof/internal/jtest"
	"jprof/internal/measure/agent"
	"jprof/internal/util/atomicfile"
)

var update = flag.Bool("update", false, "write what commands print into the scripts")

func TestMain(m *testing.M) {
	testscript.Main(suite{m}, map[string]func(){
		"jprof": func() { os.Exit(Main(os.Args, Env{})) },
		"jprof-script": func() { // with one more build tool
			os.Exit(run(os.Args, Env{}, append(slices.Clone(tools), script{})))
		},
	})
}

// suite is the tests of this package with a cache of jprof that they share: what jprof compiles once is compiled once.
// The copies of projects in it do not meet, as each test has folders of its own.
type suite struct{ *testing.M }

// sharedCache is the folder of that cache.
var sharedCache string

func (s suite) Run() int {
	var err error
	if sharedCache, err = os.MkdirTemp("", "jprof-cache-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(sharedCache)
	kept, err := keptCache()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	heedInterrupts()
	waitInParallel()
	code := s.M.Run()
	if err := copyAll(filepath.Join(sharedCache, "*.jar"), kept); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return code
}

// keptCache has the shared cache begin with what earlier tests have left in the folder that it returns: the jars that
// jprof has compiled, and the JDKs that it has instrumented. All of it is named by what it was made of.
func keptCache() (string, error) {
	kept, err := jtest.CacheFolder()
	if err != nil {
		return "", err
	}
	agents := filepath.Join(kept, "agent")
	if err := os.MkdirAll(agents, 0o777); err != nil {
		return "", err
	}
	if err := os.Symlink(agents, filepath.Join(sharedCache, "agent")); err != nil {
		return "", err
	}
	return kept, copyAll(filepath.Join(kept, "*.jar"), sharedCache)
}

// copyAll copies the files of a pattern to a folder.
func copyAll(pattern, to string) error {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := atomicfile.WriteBytes(filepath.Join(to, filepath.Base(path)), data); err != nil {
			return err
		}
	}
	return nil
}

// waitInParallel has more tests run at a time than there are processors, unless the user gives a number: builds wait
// for JVMs that start and end.
func waitInParallel() {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))) // it is a number
	}
}

// heedInterrupts makes SIGINT end the tests where a shell has them ignore it, as it does behind & without job control.
// The processes that scripts start and interrupt would ignore it as well.
func heedInterrupts() {
	if !signal.Ignored(os.Interrupt) {
		return
	}
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() {
		<-c
		os.Exit(130)
	}()
}

// TestScripts runs testdata/script/*.txtar. Besides the commands of testscript they have jprof and
// those of scriptParams, and the conditions of testscript, of which [exec:mvn] is for real builds;
// [agent] says that jprof has its Java agent,
// [jdk25] says that $JDK25 is the home of such a JDK,
// [oldjdk] that $OLDJDK is that of one that is older.
func TestScripts(t *testing.T) {
	jtest.Slow(t)
	t.Parallel()
	p := scriptParams(t, "../../../testdata/script")
	p.UpdateScripts = *update
	testscript.Run(t, p)
}

// scriptParams returns the parameters that all scripts have in common.
func scriptParams(t *testing.T, dir string) testscript.Params {
	jdk25, oldJDK := "", "" // a JDK that knows all of Java 25, and one that does not
	if jdk := jtest.Newest(t); jdk.Version >= 25 {
		jdk25 = jdk.Home
	}
	if jdk := jtest.JDKs(t)[0]; jdk.Version < 25 {
		oldJDK = jdk.Home
	}
	return testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			for _, name := range []string{"JAVA_HOME"} {
				if v := os.Getenv(name); v != "" {
					env.Setenv(name, v)
				}
			}
			home, err := os.UserHomeDir()
			if err != nil {
				return err
			}
			env.Setenv("REAL_HOME", home) // for Maven, which has its repository there
			env.Setenv("JPROF_CACHE", sharedCache)
			env.Setenv("JDK25", jdk25)
			env.Setenv("OLDJDK", oldJDK)
			env.Setenv("LC_ALL", "C.UTF-8")
			env.Setenv("MAVEN_OPTS", jtest.QuickMaven)
			quickDaemon := " -Dorg.gradle.jvmargs=-XX:TieredStopAtLevel=1"
			env.Setenv("GRADLE_OPTS", strings.Join(jtest.QuickStart, " ")+quickDaemon)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "tmpfs":
				return canMountTmpfs(), nil
			case "jdk25":
				return jdk25 != "", nil
			case "oldjdk":
				return oldJDK != "", nil
			case "agent":
				return agent.Missing() == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"hashtree":  hashTreeCmd,
			"messages":  messagesCmd,
			"bigmethod": bigMethodCmd,
			"cache":     cacheCmd,
			"cut":       cutCmd,
			"poke":      pokeCmd,
			"raise":     raiseCmd,
			"glob":      globCmd,
			"interrupt": interruptCmd,
			"ended":     endedCmd,
			"gone":      goneCmd,
			"tmpfs":     tmpfsCmd,
			"agree":     agreeCmd,
			"demo":      demoCmd,
			"quick":     quickCmd,
			"shown":     shownCmd,
			"maven":     mavenCmd,
			"pom":       pomCmd,
			"same":      sameCmd,
			"schema":    schemaCmd,
			"tested":    testedCmd,
			"bytest":    byTestCmd,
			"mcp":       mcpCmd,

			"withoutagent": withoutAgentCmd,
		},
	}
}

// cacheCmd is cache DIR: from here on the cache of jprof is DIR, a new folder. It has the classes that jprof has
// compiled for other scripts.
func cacheCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: cache DIR")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	for _, pattern := range []string{"*.jar", "maven-*.json"} {
		ts.Check(copyAll(filepath.Join(sharedCache, pattern), dir))
	}
	ts.Setenv("JPROF_CACHE", dir)
}

// demoCmd is demo DIR [NAME]: copies the demo project, or another one of testdata, to DIR. JVMs for its tests start
// quickly.
func demoCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: demo DIR [NAME]")
	}
	name := "demo"
	if len(args) == 2 {
		name = args[1]
	}
	wd, err := os.Getwd() // of the test, not of the script
	ts.Check(err)
	dir := ts.MkAbs(args[0])
	ts.Check(os.CopyFS(dir, os.DirFS(filepath.Join(wd, "../../../testdata", name))))
	ts.Check(jtest.QuickTests(filepath.Join(dir, "pom.xml")))
}

// quickCmd is quick POM: JVMs for tests of that Maven project start quickly.
func quickCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: quick POM")
	}
	ts.Check(jtest.QuickTests(ts.MkAbs(args[0])))
}

func canMountTmpfs() bool {
	dir, err := os.MkdirTemp("", "jprof-tmpfs-")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	if exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "none", dir).Run() != nil {
		return false
	}
	return exec.Command("umount", dir).Run() == nil
}
