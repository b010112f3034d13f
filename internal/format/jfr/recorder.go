package jfr

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/atomicfile"
)

// setting is a setting of an event of the recorder. A JVM ignores settings of events that it does not have.
type setting struct{ event, name, value string }

var settings = []setting{
	{"jdk.ExecutionSample", "enabled", "true"},
	{"jdk.ExecutionSample", "period", "10 ms"},
	{"jdk.CPUTimeSample", "enabled", "true"},
	{"jdk.CPUTimeSample", "throttle", "10 ms"},
	{"jdk.CPUTimeSamplesLost", "enabled", "true"},
}

// waits are the events of threads that wait for locks, for other threads or for time.
var waits = []string{"jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark", "jdk.ThreadSleep"}

// transfers are the events of threads that read and write. The code that makes them is Java code of the JDK.
var transfers = []string{"jdk.FileRead", "jdk.FileWrite", "jdk.FileForce", "jdk.SocketRead", "jdk.SocketWrite"}

// WaitThreshold is the duration in nanoseconds below which the events of threads that wait are not recorded.
const WaitThreshold = 1_000_000

// properties returns settings as Java properties.
func properties(list []setting) []byte {
	var text strings.Builder
	for _, s := range list {
		fmt.Fprintf(&text, "%s#%s=%s\n", s.event, s.name, s.value)
	}
	return []byte(text.String())
}

// Enable writes the settings into a folder for counts. JVMs that write to the folder find them there, and record.
func Enable(dir string) error {
	return atomicfile.WriteBytes(filepath.Join(dir, SettingsFile), properties(settings))
}

// ContextSettings returns the settings for JVMs that record contexts. They have the events of threads that wait. If the
// JDK has contexts, too, those that its Java code makes are omitted, or that code would be in the contexts.
func ContextSettings(jdk bool) []byte {
	list, events := slices.Clone(settings), slices.Clone(waits)
	if !jdk {
		events = append(events, transfers...)
	}
	for _, event := range events {
		list = append(list, setting{event, "enabled", "true"}, setting{event, "stackTrace", "true"},
			setting{event, "threshold", "1 ms"}, setting{event, "throttle", "off"})
	}
	return properties(list)
}

// stackDepth is the number of frames that the recorder reads at most, the largest that it takes.
const stackDepth = "2048"

// StackOptions returns options for JVMs that record contexts: for whole stacks, and LineOptions. Without these,
// compiled code is known at calls only, so it may seem to be another method that was compiled into the same code.
func StackOptions() []string {
	return append(LineOptions(), "-XX:FlightRecorderOptions=stackdepth="+stackDepth)
}

// Enabled reports whether JVMs that write to a folder record.
func Enabled(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, SettingsFile))
	return err == nil
}

// LineOptions returns options that make the compilers of HotSpot keep the line of each instruction. Without them, only
// instructions at which threads can stop have one. JVMs without the options ignore them.
func LineOptions() []string {
	return []string{"-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"}
}

// configFile is the file with the settings for JVMs without counters.
const configFile = "time.jfc"

// WithoutCounters returns options for JVMs without counters, which have no host, so that they record as JVMs with
// counters do. Each leaves a recording in the folder dir. feature is the version of Java, 0 if it is not known.
func WithoutCounters(dir string, feature int) ([]string, error) {
	if strings.ContainsAny(dir, `,"'`) { // the option has no form for these
		return nil, fmt.Errorf("%s: the recorder takes no path with a comma or a quote", dir)
	}
	config := xml.Header + `<configuration version="2.0">`
	for _, s := range settings { // an event may be there several times
		config += fmt.Sprintf(`<event name="%s"><setting name="%s">%s</setting></event>`, s.event, s.name, s.value)
	}
	file := filepath.Join(dir, configFile)
	if err := atomicfile.WriteBytes(file, []byte(config+"</configuration>")); err != nil {
		return nil, err
	}
	options := append(LineOptions(),
		"-XX:StartFlightRecording=settings="+file+",dumponexit=true,filename="+dir)
	if feature >= 9 { // else it prints on standard output that it records
		options = append(options, "-Xlog:jfr+startup=off")
	}
	return options, nil
}
