package agent

import (
	"fmt"
	"path/filepath"
	"strings"

	"jprof/internal/util/term"
)

// ToolVariable is the environment variable that each JVM takes options from.
const ToolVariable = "JAVA_TOOL_OPTIONS"

// Options are the arguments of a JVM of the JDK, each by itself.
func (a *Agent) Options() []string {
	if a.builtIn {
		return nil
	}
	return append([]string{a.javaagent()}, a.JDKOptions()...)
}

// JDKOptions are the arguments, beside ToolOptions, of a JVM of the JDK. Those of other JDKs do not start with them.
func (a *Agent) JDKOptions() []string {
	if a.builtIn || a.Coverage != All {
		return nil
	}
	return patchOptions(a.Patch)
}

func (a *Agent) javaagent() string { return "-javaagent:" + a.jar + "=" + a.settings }

// patchOptions returns the options for the java.base in the folder patch. In code that throws often, the compiler would
// use ready-made exceptions, without calling their constructors. Without intrinsics of methods with code, the
// JVM prints a line for each on its standard output: the last two keep it quiet.
func patchOptions(patch string) []string {
	return []string{"--patch-module=java.base=" + filepath.Join(patch, patchJar), "-XX:-OmitStackTraceInFastThrow",
		"-XX:+UnlockDiagnosticVMOptions", "-XX:-DisplayVMOutput"}
}

// ToolOptions is the value of ToolVariable for JVMs of whatever JDK where the user's own is user. Ours comes first:
// agents start in the order of options, and so the agents of users see the same classes as without us, and do not get
// their own code counted.
func (a *Agent) ToolOptions(user string) (string, error) {
	user = strings.TrimSpace(user)
	if a.builtIn {
		return user, nil
	}
	text := quote(a.javaagent())
	if user != "" {
		text += " " + user
	}
	if a.Feature == 8 && len(text) > maxToolOptions8 {
		return "", term.Errorf(
			"set JPROF_CACHE to a folder with a short path, or take options out of JAVA_TOOL_OPTIONS",
			"Java 8 reads %d bytes of JAVA_TOOL_OPTIONS, but there are %d", maxToolOptions8, len(text))
	}
	return text, nil
}

// maxToolOptions8 is the length that early releases of Java 8 take; a longer text is ignored without a word.
const maxToolOptions8 = 1023

// quote writes an option as a JVM reads it from a variable: white space divides options unless it is between two
// quotes of either kind, which know no escapes.
func quote(option string) string {
	if !strings.ContainsAny(option, " \t\r\n\v\f'\"") {
		return option
	}
	if !strings.Contains(option, `"`) {
		return fmt.Sprintf(`"%s"`, option)
	}
	return "'" + strings.ReplaceAll(option, "'", `'"'"'`) + "'"
}
