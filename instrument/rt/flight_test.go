package rt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/format/jfr"
	"jprof/internal/format/probe"
	"jprof/internal/jtest"
)

// flown is a program that computes for some time, and ends as its argument says.
const flown = `package s;

class Flown {
    public static void main(String[] args) {
        __Counter00000009.Flown(0);
        double x = 1;
        for (long end = System.nanoTime() + 300000000L; System.nanoTime() < end;) {
            x += 1 / x;
        }
        System.out.println(x > 1);
        if (args[0].equals("halt")) {
            Runtime.getRuntime().halt(__Counter00000009.__halt(3));
        }
    }
}
`

// TestFlight starts programs with the settings of the flight recorder in the folder for counts: there is a recording,
// or the reason why there is none, and the program behaves as ever.
func TestFlight(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			build := filepath.Join(dir, "build")
			write(t, filepath.Join(build, jfr.SettingsFile), nil)
			if err := jfr.Enable(build); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "s/__Counter00000009.java"), Source(Class{"s", "__Counter00000009",
				probe.ID{9}, build, []FileCounters{{"Flown", 0, 10, Uses{Endings: true}}}}))
			write(t, filepath.Join(dir, "s/Flown.java"), []byte(flown))
			javac(t, jdk, "-nowarn", "-sourcepath", dir, "-d", dir, filepath.Join(dir, "s/Flown.java"))
			for _, tt := range []struct {
				name    string
				options []string
				exit    int
				missing string // "" for a recording
			}{
				{name: "end"}, {name: "halt", exit: 3},
				{name: "base", options: []string{"--limit-modules", "java.base"},
					missing: "this JVM has no flight recorder"},
				{name: "used", options: []string{"-XX:StartFlightRecording=filename=" + filepath.Join(dir, "own.jfr")},
					missing: "the program uses the flight recorder itself"},
			} {
				countsDir := filepath.Join(dir, "counts", tt.name) // made by the JVM
				cmd := command(jdk, dir, countsDir, "", tt.options...)
				cmd.Args = append(cmd.Args[:len(cmd.Args)-2], "s.Flown", tt.name)
				got := run(t, cmd)
				if got.exit != tt.exit || !strings.HasSuffix(got.stdout, "true\n") ||
					tt.missing == "" && (got.stdout != "true\n" || got.stderr != "") {
					t.Errorf("%s: %+v", tt.name, got)
				}
				s, err := jfr.Collect(countsDir, 1, func(class string) bool { return class == "s.Flown" })
				switch {
				case err != nil:
					t.Errorf("%s: %v", tt.name, err)
				case tt.missing == "" && (s.JVMs != 1 || len(s.Missing) != 0):
					t.Errorf("%s: no recording: %+v", tt.name, s)
				case tt.missing != "" && (s.JVMs != 0 || len(s.Missing) != 1 || s.Missing[0].Why != tt.missing):
					t.Errorf("%s: %+v, want %s", tt.name, s.Missing, tt.missing)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "own.jfr")); err != nil {
				t.Errorf("the recording of the program: %v", err)
			}
		})
	}
}
