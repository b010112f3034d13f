package jfr

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
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

// Enable writes the settings into a folder for counts. JVMs that write to the folder find them there, and record.
func Enable(dir string) error {
	var text strings.Builder
	for _, s := range settings {
		fmt.Fprintf(&text, "%s#%s=%s\n", s.event, s.name, s.value)
	}
	return atomicfile.WriteBytes(filepath.Join(dir, SettingsFile), []byte(text.String()))
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
