package buildtools_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/buildtools/maven"
)

func TestDetect(t *testing.T) {
	mvn, gradle := maven.Tool{}, gradle.Tool{}
	known := buildtools.Registry{mvn, gradle}
	for _, test := range []struct {
		files []string
		want  []buildtools.Tool
	}{
		{[]string{"pom.xml"}, []buildtools.Tool{mvn}},
		{[]string{"build.gradle.kts", "settings.gradle.kts"}, []buildtools.Tool{gradle}},
		{[]string{"pom.xml", "build.gradle"}, []buildtools.Tool{mvn, gradle}},
		{[]string{"Makefile"}, nil},
	} {
		dir := t.TempDir()
		for _, name := range test.files {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := known.Detect(dir)
		missing := err != nil && errors.Is(err, buildtools.ErrNoBuild) &&
			err.Error() == dir+": no pom.xml, build.gradle or settings.gradle"
		if !slices.Equal(got, test.want) || (err == nil) != (test.want != nil) || err != nil && !missing {
			t.Errorf("%q: %v, %v", test.files, got, err)
		}
	}
}

func TestStepOf(t *testing.T) {
	for line, want := range map[string]string{
		"[INFO] --- maven-surefire-plugin:2.12.4:test (default-test) @ core ---":  "surefire:test",
		"[INFO] --- compiler:3.13.0:testCompile (default-testCompile) @ core ---": "compiler:testCompile",
		"[INFO] --- versions:display (default) @ core ---":                        "versions:display",
		"[INFO] -----------------------< a:core >-----------------------":         "",
	} {
		if got := (maven.Tool{}).Info().StepOf(line); got != want {
			t.Errorf("Maven, %s: %q", line, got)
		}
	}
	for line, want := range map[string]string{"> Task :app:test": ":app:test", ":test": ":test",
		":compileJava UP-TO-DATE": ":compileJava",
		"> Task :a-b:x FAILED":    ":a-b:x", "a.AppTest > test FAILED": "", "Note: :x y": ""} {
		if got := (gradle.Tool{}).Info().StepOf(line); got != want {
			t.Errorf("Gradle, %s: %q", line, got)
		}
	}
	if got := (buildtools.Info{}).StepOf("> Task :test"); got != "" {
		t.Errorf("without Step: %q", got)
	}
}

// TestIsHelp separates what went wrong from the help that is the same each time.
func TestIsHelp(t *testing.T) {
	for line, want := range map[string]bool{
		"[ERROR] ":                true,
		"[ERROR]":                 true,
		"[ERROR] -> [Help 1]":     true,
		"[ERROR] [Help 1] http:/": true,
		"[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.": true,
		"[ERROR] Re-run Maven using the -X switch to enable full debug logging.":              true,
		"[ERROR]   mvn <args> -rf :app":               true,
		"[ERROR] COMPILATION ERROR :":                 false,
		"[ERROR] A.java:[1,2] -> [Help 1] is no help": false,
		"": false,
	} {
		if got := (maven.Tool{}).Info().IsHelp(line); got != want {
			t.Errorf("Maven, %s: %v", line, got)
		}
	}
	for line, want := range map[string]bool{"* Try:": true, "> Run with --info or --debug option.": true,
		"> Get more help at https://help.gradle.org.": true, "* What went wrong:": false,
		"> There were failing": false} {
		if got := (gradle.Tool{}).Info().IsHelp(line); got != want {
			t.Errorf("Gradle, %s: %v", line, got)
		}
	}
	if (buildtools.Info{}).IsHelp("* Try:") {
		t.Error("a tool without Help has some")
	}
}
