package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jprof/internal/util/version"
)

// TestSet gives a repository an address and then another one: all places change that have it, and nothing else does.
func TestSet(t *testing.T) {
	root := t.TempDir()
	_, short, _ := strings.Cut(version.Home, "/")
	files := map[string]string{
		"go.mod": "module jprof\n\ngo 1.26\n",
		"a.go": "package a\n\nimport (\n\t\"fmt\"\n\tx \"jprof/b\" // why\n\t\"jprof/c\"\n)\n\n" +
			"const rule = \"jprof/gate\"\n",
		"b/b.go": "package b\n\nimport \"jprof/c\"\n",
		"c/c.go": "package c\n\nconst Home = \"" + version.Home + "\"\n\n" +
			"const Contact = \"" + version.Contact + "\"\n",
		"release.sh": "go build -ldflags " +
			"\"-X jprof/internal/util/version.release=1\" -o jprof ./cmd/jprof\n",
		"ci.yml":    "uses: " + short + "/.github/actions/jprof@v1\n",
		"picture":   "\x00" + version.Home,
		"untracked": version.Home,
	}
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", "go.mod", "a.go", "b", "c", "release.sh", "ci.yml", "picture")
	if err := set(root, "example.org/acme/counts", "jprof@acme.example"); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"go.mod": "module example.org/acme/counts\n\ngo 1.26\n",
		"a.go": "package a\n\nimport (\n\t\"fmt\"\n\tx \"example.org/acme/counts/b\" // why\n" +
			"\t\"example.org/acme/counts/c\"\n)\n\nconst rule = \"jprof/gate\"\n",
		"b/b.go": "package b\n\nimport \"example.org/acme/counts/c\"\n",
		"c/c.go": "package c\n\nconst Home = \"example.org/acme/counts\"\n\nconst Contact = \"jprof@acme.example\"\n",
		"release.sh": "go build -ldflags \"-X example.org/acme/counts/internal/version.release=1\" -o jprof " +
			"./cmd/jprof\n",
		"ci.yml":    "uses: acme/counts/.github/actions/jprof@v1\n",
		"picture":   files["picture"],
		"untracked": files["untracked"],
	}
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != text {
			t.Errorf("%s is now\n%s\nwant\n%s", name, got, text)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	for _, bad := range [][2]string{
		{"https://github.com/acme/jprof", "jprof@acme.example"},
		{"jprof", "jprof@acme.example"},
		{"github.com/acme/jprof", "acme"},
	} {
		if err := set(t.TempDir(), bad[0], bad[1]); err == nil || !strings.Contains(err.Error(), "such as") &&
			!strings.Contains(err.Error(), "is like") {
			t.Errorf("set(%q, %q) = %v, want an error that says what is right", bad[0], bad[1], err)
		}
	}
}
