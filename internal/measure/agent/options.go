package agent

import (
	"fmt"
	"path/filepath"
	"strings"

	"jprof/internal/format/jfr"
	"jprof/internal/util/term"
)

// ToolVariable is the environment variable from which each JVM takes options.
const ToolVariable = "JAVA_TOOL_OPTIONS"

// Options returns the arguments for a JVM of the JDK.
func (a *Agent) Options() []string {
	if a.builtIn {
		return nil
	}
	return append([]string{a.javaagent()}, a.JDKOptions()...)
}

// JDKOptions returns the arguments that a JVM of the JDK needs beside ToolOptions. JVMs of other JDKs do not start with
// them.
func (a *Agent) JDKOptions() []string {
	if a.builtIn {
		return nil
	}
	var options []string
	if a.time {
		options = jfr.StackOptions()
	}
	if a.Coverage == All {
		options = append(options, patchOptions(a.Patch)...)
	}
	return options
}

func (a *Agent) javaagent() string { return "-javaagent:" + a.jar + "=" + a.settings }

// patchOptions returns the options for the java.base in the folder patch. OmitStackTraceInFastThrow is switched off: in
// code that throws often, the compiler would use ready-made exceptions without a call of their constructors. Methods
// with code are no intrinsics in this java.base. The JVM would print a line about each on its standard output, but the
// last two options keep it from that.
func patchOptions(patch string) []string {
	return []string{"--patch-module=java.base=" + filepath.Join(patch, patchJar), "-XX:-OmitStackTraceInFastThrow",
		"-XX:+UnlockDiagnosticVMOptions", "-XX:-DisplayVMOutput"}
}

// ToolOptions returns the value of ToolVariable for JVMs of any JDK. The argument is the user's own value. The option
// of jprof comes first, because agents start in the order of options. So the user's agents see the same classes as
// without jprof, and their own code is not counted.
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

// maxToolOptions8 limits the bytes of ToolVariable for early releases of Java 8, which ignore a longer text without a
// message.
const maxToolOptions8 = 1023

// quote writes an option as a JVM reads it from a variable. White space divides options, unless it is between two
// single or two double quotes; there are no escapes between quotes.
func quote(option string) string {
	if !strings.ContainsAny(option, " \t\r\n\v\f'\"") {
		return option
	}
	if !strings.Contains(option, `"`) {
		return fmt.Sprintf(`"%s"`, option)
	}
	return "'" + strings.ReplaceAll(option, "'", `'"'"'`) + "'"
}
