package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/util/version"
)

// typed runs the plugin for Maven with a program that prints its arguments: what users write reaches jprof, and what is
// misspelt is an error.
func (d *deployed) typed(t *testing.T) {
	project := d.project(t, `      <plugin>
        <groupId>`+version.Group()+`</groupId>
        <artifactId>jprof-maven-plugin</artifactId>
        <version>`+d.version+`</version>
        <configuration>
          <executable>${program}</executable>
          <settings>
            <check>
              <lnes>80</lnes>
            </check>
          </settings>
        </configuration>
      </plugin>
`)
	pom := filepath.Join(project, "pom.xml")
	replace(t, pom, "  <properties>", "  <properties><program>print</program><jprof.skipped>0</jprof.skipped>")
	print := "#!/bin/sh\nfor a; do echo \"arg $a\"; done\necho \"opts $MAVEN_OPTS\"\ncat \"$JPROF_SETTINGS\"\n" +
		"echo a message >&2\n"
	if err := os.WriteFile(filepath.Join(project, "print"), []byte(print), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(project, ".mvn"), 0o777); err != nil { // the mark of the root folder
		t.Fatal(err)
	}
	t.Run("what reaches jprof", func(t *testing.T) {
		t.Setenv("MAVEN_OPTS", "-Xmx256m -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=0 -Da=b")
		out, ok := d.mvn(t, filepath.Join(project, "core"), "-nsu", "-T", "2", "-b", "singlethreaded",
			`-Djprof.options= --by-test , --label=a\,b,`, "-Djprof.goals=clean, verify", "-Djprof.home=x",
			"-Djprof.skipped=1", "jprof:verify")
		var args []string
		for line := range strings.Lines(out) {
			if arg, is := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "arg "); is {
				args = append(args, arg)
			}
		}
		n := len(args)
		if !ok || n < 5 || !slices.Equal(args[:3], []string{"mvn", "--by-test", "--label=a,b"}) ||
			!slices.Equal(args[n-2:], []string{"clean", "verify"}) {
			t.Fatalf("succeeded: %v, arguments %q\n%s", ok, args, out)
		}
		rest := strings.Join(args, " ")
		for _, want := range []string{" -nsu ", " -T 2 -b singlethreaded ", " -Djprof.home=x -Djprof.skipped=1 "} {
			if !strings.Contains(rest, want) {
				t.Errorf("no %q among %s", want, rest)
			}
		}
		opts := regexp.MustCompile(`\nopts +-Xmx256m +-Da=b\n`)
		if strings.Contains(rest, "jprof.options") || !opts.MatchString(out) ||
			!strings.Contains(out, "has no property jprof.home, which is taken for the project's own") ||
			strings.Contains(out, "property jprof.skipped") {
			t.Errorf("a debugger, or properties of the plugin, reach jprof:\n%s", out)
		}
	})
	t.Run("output and messages", func(t *testing.T) {
		for quiet, messages := range map[string]bool{"-q": false, "-e": true} {
			out, ok := d.run(t, project, "sh", "-c", `mvn -B -s "$1" -Dmaven.repo.local="$2" $3 jprof:verify 2>errors`,
				"sh", d.settings, d.local, quiet)
			if !ok || !strings.Contains(out, "arg verify\n") || strings.Contains(out, "a message\n") != messages {
				t.Errorf("%s succeeded: %v\n%s", quiet, ok, out)
			}
		}
	})
	t.Run("a place for each setting", func(t *testing.T) {
		text, err := os.ReadFile(pom)
		if err != nil {
			t.Fatal(err)
		}
		before, _, _ := strings.Cut(string(text), "<lnes>")
		want := fmt.Sprintf("pom.xml: line %d: unknown setting check.lnes", 1+strings.Count(before, "\n"))
		out, ok := d.mvn(t, project, "-Dprogram="+filepath.Join(d.bin, host().binary()), "jprof:verify")
		if ok || !strings.Contains(out, want) {
			t.Errorf("succeeded: %v, want %s\n%s", ok, want, out)
		}
	})
	replace(t, pom, "              <lnes>80</lnes>\n", "              <lines>80</lines>\n")
	t.Run("misspelt", func(t *testing.T) {
		out, ok := d.mvn(t, project, "-Dprogram="+filepath.Join(d.bin, host().binary()), "jprof:verify",
			"-Djprof.options=--by-tset")
		const want = "jprof: unknown option --by-tset\njprof: hint: did you mean --by-test?\n"
		if ok || !strings.Contains(out, want) || strings.Contains(out, "usage: mvn") {
			t.Errorf("an option; succeeded: %v\n%s", ok, out)
		}
		out, ok = d.mvn(t, project, "jprof:verify", "-Djprof.option=--by-test")
		if ok || !strings.Contains(out, "the plugin has no property jprof.option: did you mean -Djprof.options?") {
			t.Errorf("a property; succeeded: %v\n%s", ok, out)
		}
		replace(t, pom, "<executable>", "<optons><option>-q</option></optons><executable>")
		out, ok = d.mvn(t, project, "jprof:verify")
		if ok || !strings.Contains(out, "the plugin has no element <optons>: did you mean <options>?") {
			t.Errorf("an element; succeeded: %v\n%s", ok, out)
		}
	})
}
