package settings

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestSettingsOfTheBuild joins settings that a plugin of the build hands over with those of the file.
func TestSettingsOfTheBuild(t *testing.T) {
	const pom = `{"file": "/p/pom.xml", "line": 57, "settings": `
	eighty := &Percent{80000}
	for _, test := range []struct {
		name, file, build, err string
		want                   Settings
	}{
		{name: "lists as mappings, values as texts",
			build: pom + `{"skip": {"file": "a/b.java", "file": "c.java"}, "by-test": "true",
				"check": {"lines": "80"}, "components": {"parser": {"p": "x/**", "p": "y/**"}}}}`,
			want: Settings{Skip: []string{"a/b.java", "c.java"}, ByTest: true, Check: Check{Lines: eighty},
				Components: Components{"parser": {"x/**", "y/**"}}}},
		{name: "lists, numbers and truth values", build: `{"file": "build.gradle", "settings": {"skip": ["a/b.java"],
			"by-test": true, "check": {"lines": 80}}}`,
			want: Settings{Skip: []string{"a/b.java"}, ByTest: true, Check: Check{Lines: eighty}}},
		{name: "a list of paths in place of a section", build: pom + `{"exclude": {"path": "**/gen/**"}}}`,
			want: Settings{Exclude: Exclude{Paths: []string{"**/gen/**"}}}},
		{name: "a section", build: pom + `{"exclude": {"paths": {"path": "**/gen/**"}}}}`,
			want: Settings{Exclude: Exclude{Paths: []string{"**/gen/**"}}}},
		{name: "beside the file", file: "skip: [a.java]\ncheck: {branches: 80}\n",
			build: pom + `{"by-test": "true", "check": {"lines": "80"}}}`,
			want:  Settings{Skip: []string{"a.java"}, ByTest: true, Check: Check{Lines: eighty, Branches: eighty}}},
		{name: "an empty file", file: "# nothing\n", build: pom + `{"by-test": "true"}}`, want: Settings{ByTest: true}},
		{name: "both", file: "report: {title: T}\n\nby-test: true\n", build: pom + `{"by-test": "true"}}`,
			err: "DIR/jprof.yaml: line 3: by-test is also set in /p/pom.xml, line 57"},
		{name: "both, in a section", file: "check:\n  lines: 70\n",
			build: `{"file": "build.gradle", "settings": {"check": {"lines": 80}}}`,
			err:   "DIR/jprof.yaml: line 2: check.lines is also set in build.gradle"},
		{name: "twice", build: pom + `{"check": {"lines": "80", "lines": "90"}}}`,
			err: "/p/pom.xml: line 57: lines is there twice"},
		{name: "an unknown setting", file: "by-test: true\n", build: pom + `{"skp": {"file": "A.java"}}}`,
			err: "/p/pom.xml: line 57: unknown setting skp"},
		{name: "a wrong value", build: pom + `{"affected": {"by": "luck"}}}`,
			err: `/p/pom.xml: line 57: affected.by: "luck" is neither code nor state`},
		{name: "a wrong value without a line", build: `{"file": "build.gradle", "settings": {"by-test": "maybe"}}`,
			err: "build.gradle: by-test must be true or false, not maybe"},
		{name: "a place for each key",
			build: pom + `{"skip": {"file": "a/*.java"}, "exclude": {"path": "x", "path": "["}}, "places": [
				{"file": "/p/pom.xml", "line": 58}, {"file": "/p/pom.xml", "line": 58},
				{"file": "/parent/pom.xml", "line": 5}, {"file": "/parent/pom.xml", "line": 6},
				{"file": "/parent/pom.xml", "line": 7}]}`,
			err: `/parent/pom.xml: line 7: exclude: "[" is not a pattern for paths`},
		{name: "no settings", build: `{"file": "build.gradle"}`, err: "does not have the keys file and settings"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			handed := filepath.Join(dir, "handed.json")
			files := map[string]string{handed: test.build}
			if test.file != "" {
				files[filepath.Join(dir, FileName)] = test.file
			}
			for path, text := range files {
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv(Variable, handed)
			got, err := Read(dir)
			if test.err != "" {
				if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), dir, "DIR"), test.err) {
					t.Errorf("error %v, want %s", err, test.err)
				}
				return
			}
			got.from = nil
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("%v\ngot  %+v\nwant %+v", err, got, test.want)
			}
		})
	}
}

// TestUnmatchedOfTheBuild names the file of the build for a pattern that matches nothing.
func TestUnmatchedOfTheBuild(t *testing.T) {
	dir := t.TempDir()
	handed := filepath.Join(dir, "handed.json")
	text := `{"file": "/p/pom.xml", "line": 57, "settings": {"skip": {"file": "a/Gone.java"}}}`
	if err := os.WriteFile(handed, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv(Variable, handed)
	list, err := FindUnmatched(dir, false, nil, dir)
	if err != nil || len(list) != 1 || !strings.HasPrefix(list[0].String(), `pom.xml:57: skip: "a/Gone.java" matches`) {
		t.Errorf("%v, %v", list, err)
	}
}

// TestFromTheBuild names the file that has a setting, in reasons and hints.
func TestFromTheBuild(t *testing.T) {
	dir := t.TempDir()
	handed := filepath.Join(dir, "handed.json")
	t.Setenv(Variable, handed)
	const skip = `{"file": "DIR/sub/pom.xml", "line": 57, "settings": {"skip": {"p": "a.java", "p": "b.java"}},
		"places": [{"file": "DIR/sub/pom.xml", "line": 58}, {"file": "DIR/sub/pom.xml", "line": 59},
			{"file": "/gone/parent.pom", "line": 8}]}`
	for _, test := range []struct{ file, build, skip, exclude, base string }{
		{build: skip, skip: "sub/pom.xml, line 58", exclude: "sub/pom.xml, line 57", base: "sub/pom.xml, line 57"},
		{file: "report: {title: T}", build: skip, skip: "sub/pom.xml, line 58", exclude: FileName, base: FileName},
		{file: "exclude: {paths: [x]}", build: `{"file": "DIR/build.gradle", "settings": {"check": {"lines": 80}}}`,
			skip: FileName, exclude: FileName, base: "build.gradle"},
	} {
		for path, text := range map[string]string{handed: strings.ReplaceAll(test.build, "DIR", filepath.ToSlash(dir)),
			filepath.Join(dir, FileName): test.file} {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		c, err := Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		skip, exclude, base := c.From("skip"), c.Excluded().PathsFrom, c.From("check", "base")
		if skip != test.skip || exclude != test.exclude || base != test.base {
			t.Errorf("skip is from %q, exclude from %q, check.base from %q: want %+v", skip, exclude, base, test)
		}
		const want = `skipped by "b.java" in parent.pom, line 8`
		if got := c.skipped("b.java"); len(c.Skip) > 0 && got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
