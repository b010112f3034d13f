package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"jprof/internal/util/version"
)

// release holds the version, commit and time of a release, for all of its files.
type release struct {
	Version string    // "0.2.0", or "0.2.0-dev" of a commit without a tag
	Tagged  bool      // the commit has a tag of this version
	Commit  string    // the whole hash, "" outside a repository
	Time    time.Time // of the commit: the time of all files in archives
}

// aVersion is the form of versions: semantic versioning 2.0, without metadata of the build.
var aVersion = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// newRelease describes the release of the commit that is checked out: its version is that of the tag, v0.2.0, or the
// given one. A tree with changes has no version by a tag.
func newRelease(given string) (release, error) {
	r := release{Time: time.Unix(0, 0).UTC()}
	if text, err := output(nil, "git", "log", "-1", "--format=%H %ct"); err == nil {
		hash, seconds, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
		n, err := strconv.ParseInt(seconds, 10, 64)
		if err != nil {
			return r, fmt.Errorf("git log: no time in %q", text)
		}
		r.Commit, r.Time = hash, time.Unix(n, 0).UTC()
	}
	r.Version = given
	if given == "" {
		tag, err := output(nil, "git", "describe", "--tags", "--exact-match", "--match", "v[0-9]*", "--dirty")
		if v, ok := strings.CutPrefix(strings.TrimSpace(string(tag)), "v"); err == nil && ok &&
			!strings.HasSuffix(v, "-dirty") {
			r.Version = v
		}
	}
	r.Tagged = r.Version != ""
	if !r.Tagged {
		r.Version = version.Next + "-dev"
	}
	if !aVersion.MatchString(r.Version) {
		return r, fmt.Errorf("%q is no version such as 1.2.3 or 1.2.3-rc.1", r.Version)
	}
	return r, nil
}

// folder returns the name of the one folder in the archive of a target. The archive has the same name, with an ending.
func (r release) folder(t target) string { return "jprof-" + r.Version + "-" + t.name() }

func (r release) archiveName(t target) string {
	if t.os == "windows" {
		return r.folder(t) + ".zip"
	}
	return r.folder(t) + ".tar.gz"
}

// linkFlags returns the options of Go's linker. They omit the tables for debuggers, and the identifier of the build,
// which depends on the folder of the compiler. They also set the values that jprof version prints.
func (r release) linkFlags() string {
	flags := []string{"-s", "-w", "-buildid="}
	set := func(name, value string) {
		if value != "" {
			flags = append(flags, "-X jprof/internal/util/version."+name+"="+value)
		}
	}
	if r.Tagged {
		set("release", r.Version)
	}
	set("revision", r.Commit)
	if r.Commit != "" {
		set("committed", r.Time.Format(time.RFC3339))
	}
	return strings.Join(flags, " ")
}

// compile builds jprof for a target.
func (r release) compile(t target, compiler zig, work, binary string) error {
	cc := compiler.cc(t)
	link := r.linkFlags()
	switch t.os {
	case "linux":
		link += ` -linkmode external -extldflags "-static -s"`
	case "windows":
		link += ` -linkmode external -extldflags -s`
	case "darwin":
		stubs := filepath.Join(work, "stubs")
		if err := writeStubs(t, stubs); err != nil {
			return err
		}
		cc += " -F" + stubs + " -L" + stubs
	}
	env := append(t.env(), "CC="+cc, "CGO_CFLAGS=-O2 -g0", "CGO_LDFLAGS=-O2 -g0")
	// Go asks the compiler for its version by a dry run, which zig carries out: it leaves a file here.
	defer os.Remove("-.o")
	_, err := output(env, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", link, "-o", binary, "./cmd/jprof")
	return err
}

// compileStore builds jprof-store for a target. It has no C.
func (r release) compileStore(t target, binary string) error {
	_, err := output(append(t.env(), "CGO_ENABLED=0", "GOFLAGS="), "go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags", r.linkFlags(), "-o", binary, "./cmd/jprof-store")
	return err
}

// texts returns the files that the archives of all systems share: the man page and the completions, which jprof itself
// prints, the page to start with, the licence, and the classes that users need to compile agents.
func (r release) texts(work string) ([]file, error) {
	jprof := filepath.Join(work, "host", host().binary())
	_, err := output([]string{leaner}, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", r.linkFlags(),
		"-o", jprof, "./cmd/jprof")
	if err != nil {
		return nil, err
	}
	files := []file{
		{name: "LICENSE", from: "LICENSE"},
		{name: "jprof-api.jar", from: "plugins/agent/dist/jprof-api.jar"},
	}
	for _, f := range files {
		if _, err := os.Stat(f.from); err != nil {
			return nil, fmt.Errorf("%w: run make dist at the root of the sources", err)
		}
	}
	for _, name := range []string{"README.md", "CHANGELOG.md", "SECURITY.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("%w: run make dist at the root of the sources", err)
		}
		files = append(files, file{name: name, text: r.withAddresses(text)})
	}
	for _, made := range []struct {
		name string
		args []string
	}{
		{"man/jprof.1", []string{"man"}},
		{"completions/jprof.bash", []string{"completion", "bash"}},
		{"completions/_jprof", []string{"completion", "zsh"}},
		{"completions/jprof.fish", []string{"completion", "fish"}},
	} {
		text, err := output(nil, jprof, made.args...)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: made.name, text: text})
	}
	for i := range files {
		files[i].mode = 0o644
	}
	return files, nil
}

// ours matches the links of a page in Markdown to files of the project.
var ours = regexp.MustCompile(`\]\(([\w.][^):]*)\)`)

// withAddresses makes links to files of the project, which an archive does not have, links to them in this release.
func (r release) withAddresses(page []byte) []byte {
	at := "main"
	if r.Tagged {
		at = "v" + r.Version
	}
	return ours.ReplaceAll(page, []byte("](https://"+version.Home+"/blob/"+at+"/$1)"))
}
