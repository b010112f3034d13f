package settings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFindUnmatched checks which patterns match nothing: in the project, and in a copy with what was generated.
func TestFindUnmatched(t *testing.T) {
	root, copied := t.TempDir(), t.TempDir()
	for file, text := range map[string]string{
		filepath.Join(root, "src/main/java/p/Service.java"): "package p;\n@q.Internal class Service<T> {\n" +
			"  @Gen void run(String[] a) { new Object() { void local() { } }; }\n  static class Part { }\n}\n",
		filepath.Join(root, "libs/util/.gitkeep"):           "",
		filepath.Join(root, "Odd.java"):                     "void main() { }\n",
		filepath.Join(copied, "target/gen/p/Made.java"):     "package p;\nclass Made { int get() { return 1; } }\n",
		filepath.Join(copied, ".jprof/src/main/jva/X.java"): "class X { }\n",
	} {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		"":                               "",
		"# nothing":                      "",
		`skip: ["src/main/java/**"]`:     "",
		`skip: ["src/main/jva/**"]`:      `jprof.yaml:1: skip: "src/main/jva/**" matches no Java source; paths start`,
		"skip:\n- '**/p/*'\n- src/main":  `jprof.yaml:3: skip: "src/main" matches no Java source; paths start`,
		`skip: ["libs/util/**"]`:         `jprof.yaml:1: skip: "libs/util/**" matches no Java source`,
		`skip: ["../other/**"]`:          "",
		`exclude: ["libs/util/**", x/*]`: `jprof.yaml:1: exclude: "x/*" matches no file; paths start at the root of`,
		`exclude: {paths: [target/gen/p/*, "**/Serv.java"]}`: `broad jprof.yaml:1: exclude.paths: "**/Serv.java" ` +
			`matches no file`,
		`affected: {ignore: ["libs/**", docs/**]}`: `jprof.yaml:1: affected.ignore: "docs/**" matches no file; paths`,
		`exclude: ["target/gen/**", "b/gone/**"]`:  "",
		`exclude: {methods: [Old.get]}`:            `jprof.yaml:1: exclude.methods: "Old.get" matches no method`,
		`exclude: {methods: [p.Service.run, "p.Service.run(String[])", p.Made.get, "p.Service::run(String[])"]}`: "",
		`exclude: {methods: ["p.Service$Part.**", p.Service.Part.<init>, p.Service$1.local, Odd.main]}`:          "",
		"exclude:\n  methods:\n    - Service.run": `jprof.yaml:3: exclude.methods: "Service.run" matches no method; ` +
			`names start with the package: com.example.Foo.bar; did you mean "**.Service.run"?`,
		`exclude: {methods: ["p.Service.run(String)"]}`: `jprof.yaml:1: exclude.methods: "p.Service.run(String)" ` +
			`matches no method`,
		`exclude: {methods: [J.goo]}`:                     `jprof.yaml:1: exclude.methods: "J.goo" matches no method`,
		`exclude: {annotations: [Internal, x.Gen, "G*"]}`: "",
		`exclude: {annotations: [Intern]}`: `broad jprof.yaml:1: exclude.annotations: "Intern" ` +
			`matches no annotation`,
	} {
		if err := os.WriteFile(filepath.Join(root, FileName), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		list, err := FindUnmatched(root, true, []string{"b/gone/Old.java"}, root, copied)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, u := range list {
			if u.broad {
				got += "broad "
			}
			got += u.String() + "\n"
		}
		narrow, err := FindUnmatched(root, false, []string{"b/gone/Old.java"}, root, copied)
		if err != nil || slices.ContainsFunc(narrow, func(u Unmatched) bool { return u.broad }) ||
			len(narrow) != len(list) && !strings.HasPrefix(got, "broad ") {
			t.Errorf("%s: without broad patterns: %v, %v", text, narrow, err)
		}
		if !strings.HasPrefix(got, want) || (want == "") != (got == "") || strings.Count(got, "\n") > 1 {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	if list, err := FindUnmatched(copied, true, nil, copied); list != nil || err != nil {
		t.Errorf("without settings: %v, %v", list, err)
	}
}
