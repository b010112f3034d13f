// Package agent gives JVMs the Java agent that records contexts. It takes a JDK and the settings of what to record, and
// returns options of a JVM, as arguments or as the text of JAVA_TOOL_OPTIONS. The agent itself is plugins/agent, a jar
// that is part of jprof.
//
//   - The jar is written to the cache once, to a folder with the hash of its content (store.go). So two versions of
//     jprof never use each other's files.
//   - The settings are a properties file beside it, also named by its content: it is never changed, so that JVMs may
//     read it at any time.
//   - JVMs keep the classes that they have woven for others with the same settings (internal/measure/wovencache).
//   - With full coverage, the JVM takes an instrumented java.base from the cache. The JDK makes it itself, once for
//     each build of it (patch.go): a program in the agent's jar reads its classes, and a trial shows that the JVM
//     starts with them. What cannot have full coverage gets a reason (jdk.go).
//   - A JVM that gets options by JAVA_TOOL_OPTIONS prints them ("Picked up ..."). A copy of the JDK that has them built
//     in does not (image.go). It is made by jlink, and has a java.base of its own.
//
// # Why the java.base of one JDK is not for another
//
// The classes in java.base and the JVM depend on each other's fields and natives. With the java.base of another build
// the JVM ends at once, or later. So the key of the cache has all that the file release contains, and the size and time
// of the classes (lib/modules). A JVM that another JVM starts inherits JAVA_TOOL_OPTIONS, and may be of another JDK. So
// Agent.ToolOptions has only options that fit any JDK from 8 on, and Agent.JDKOptions belong on a command line. In a
// JVM with the instrumented java.base, the agent covers the JDK, in other JVMs only the classes of the application.
package agent

import (
	"context"
	"time"

	"jprof/internal/measure/wovencache"
	"jprof/internal/util/term"
	"jprof/plugins"
)

// Coverage names the set of classes that are instrumented.
type Coverage string

// The classes that are instrumented.
const (
	Auto Coverage = ""    // All if that is possible, else App
	App  Coverage = "app" // those of the application and its libraries
	All  Coverage = "all" // those of the JDK as well

	// Reached notes which methods of the application ran, and records nothing else. It is for AnyJVM.
	Reached Coverage = "reached"
)

// Settings choose the contexts that JVMs record. The zero value of a field means the default of the agent.
type Settings struct {
	Out       string // the folder for the files of JVMs; the environment variable JPROF_COUNTS overrides it
	Coverage  Coverage
	Blocks    string        // exact or fast
	Recursion string        // full or folded
	Limit     int           // contexts in one JVM
	CallSites bool          // contexts also differ by the instruction that calls
	Include   []string      // patterns of classes: only these are instrumented
	Exclude   []string      // patterns of classes: these are not instrumented
	Agents    []string      // classes of the user that are called while the program runs
	AgentPath []string      // the jars and folders of those classes
	Children  bool          // JVMs that the program starts get the agent on their command lines
	Time      bool          // the flight recorder of the JVMs takes samples
	Change    time.Duration // until calls of methods that ran are taken out, with Reached; 0 for a minute
	Image     bool          // JVMs are started by a copy of the JDK that has the options built in
}

// Agent is an agent that is ready for JVMs of one JDK.
type Agent struct {
	Coverage Coverage // App or All
	Reason   string   // why Coverage is App although the settings are Auto, else ""
	Patch    string   // the folder of the instrumented java.base, "" with App
	Feature  int      // the release of the JDK, 0 if it is not known

	// Java is the path of the launcher for the JVMs. With Settings.Image, it belongs to a copy of the JDK, which needs
	// no options.
	Java string

	jar      string
	settings string // properties file
	time     bool   // see Settings
	builtIn  bool   // options need not be given
}

// Prepare makes the agent ready for JVMs that the given launcher starts. It writes only below the folder cache. The
// first call for a JDK with full coverage takes some seconds and shows its progress.
func Prepare(ctx context.Context, u *term.UI, cache, java string, s Settings) (*Agent, error) {
	jar, err := plugins.ContextAgent()
	if err != nil {
		return nil, err
	}
	store, err := openStore(cache, jar)
	if err != nil {
		return nil, err
	}
	original := inspect(homeOf(ctx, java))
	jdk := original
	if s.Image {
		if jdk, err = store.image(ctx, u, original, nil); err != nil {
			return nil, err
		}
	}
	a := &Agent{Coverage: s.Coverage, Feature: jdk.feature, Java: java, jar: store.jar, time: s.Time}
	if err := a.cover(ctx, u, store, jdk, s); err != nil {
		return nil, err
	}
	if err := wovencache.Use(store.wovenDir(s), wovencache.Default); err != nil {
		u.Verbose("the cache of woven classes: %v", err)
	}
	if a.settings, err = store.properties(s, a.Coverage, a.Patch); err != nil || !s.Image {
		return a, err
	}
	if jdk, err = store.image(ctx, u, original, a.Options()); err != nil {
		return nil, err
	}
	a.Java, a.builtIn = jdk.java(), true
	return a, nil
}

// cover decides which classes are instrumented.
func (a *Agent) cover(ctx context.Context, u *term.UI, store store, jdk jdk, s Settings) (err error) {
	if a.Coverage == App {
		return nil
	}
	if a.Reason = jdk.refused; a.Reason == "" {
		if a.Patch, a.Reason, err = store.patch(ctx, u, jdk, s); err != nil {
			return err
		}
	}
	switch {
	case a.Reason == "":
		a.Coverage = All
	case s.Coverage == All:
		return term.Errorf("use --contexts=app, which leaves the JDK alone", "the JDK in %s cannot be covered: %s",
			jdk.home, a.Reason)
	default:
		a.Coverage = App
	}
	return nil
}
