package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// releases builds two releases of a project under jprof, as two commits of one repository, and merges the runs. It
// checks the count of each method of the merged run: methods with the same code but for comments and white space must
// have the sum of both; all others must have the count of the newer release, and counts of the older one without such a
// method must be listed. It compares code as text, not by jprof's hashes.
func (c corpus) releases(p project, versions []string, again bool, examples int) error {
	if len(versions) != 2 {
		return errors.New("-releases wants two versions, the older one first: 3.16.0,3.17.0")
	}
	env, err := c.environment(p)
	if err != nil {
		return err
	}
	r := releases{corpus: c, project: p, versions: versions, work: filepath.Join(c.dir, ".releases", p.name)}
	r.repository = filepath.Join(r.work, "repository")
	r.env = append(env, "JPROF_CACHE="+filepath.Join(r.work, "cache"), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	if _, err := os.Stat(filepath.Join(r.repository, ".jprof")); err != nil || !again {
		if err := r.build(); err != nil {
			return err
		}
	}
	merged := filepath.Join(r.work, "merged.tar.gz")
	if _, err := r.command(c.jprof, "merge", r.label(0), r.label(1), "-o", merged); err != nil {
		return err
	}
	diff, err := r.command(c.jprof, "diff", r.label(0), r.label(1), "--top", fmt.Sprint(examples))
	if err != nil {
		return err
	}
	fmt.Println(string(diff))
	return r.verify(merged, examples)
}

type releases struct {
	corpus
	project
	versions   []string
	work       string
	repository string
	env        []string
}

// build makes the repository, and builds each version under jprof.
func (r *releases) build() error {
	if err := os.RemoveAll(r.repository); err != nil {
		return err
	}
	if err := r.commit(); err != nil {
		return err
	}
	for i, v := range r.versions {
		if _, err := r.command("git", "checkout", "-q", "v"+v); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "corpus: %s %s\n", r.name, v)
		b, err := build(r.repository, filepath.Join(r.work, v+".log"), r.env, r.jprof,
			append(append(r.with(), "--label", r.label(i)), r.arguments()...)...)
		if err != nil || b.code != 0 {
			return fmt.Errorf("building %s: exit code %d, see %s.log: %w", v, b.code, v, err)
		}
	}
	return nil
}

// label names the run of a version.
func (r releases) label(i int) string { return "r" + r.versions[i] }

// command runs a command in the repository, and returns its output.
func (r releases) command(name string, args ...string) ([]byte, error) {
	path, err := lookPath(r.env, name)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, args...)
	cmd.Dir, cmd.Env = r.repository, r.env
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return out, err
}

// commit makes the repository, with a commit and a tag for each version.
func (r *releases) commit() error {
	if err := os.MkdirAll(r.repository, 0o777); err != nil {
		return err
	}
	if _, err := r.command("git", "init", "-q"); err != nil {
		return err
	}
	for i, v := range r.versions {
		lay := exec.Command("sh", r.script, filepath.Join(r.work, v), r.name)
		lay.Env, lay.Stdout, lay.Stderr = append(os.Environ(), "VERSION="+v), os.Stderr, os.Stderr
		if err := lay.Run(); err != nil {
			return fmt.Errorf("laying out: %w", err)
		}
		entries, err := os.ReadDir(r.repository)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.Name() != ".git" {
				if err := os.RemoveAll(filepath.Join(r.repository, e.Name())); err != nil {
					return err
				}
			}
		}
		if err := os.CopyFS(r.repository, os.DirFS(filepath.Join(r.work, v, r.name))); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.repository, ".gitignore"), []byte("/target/\n/.jprof/\n"),
			0o666); err != nil {
			return err
		}
		dated := *r
		dated.env = append(slices.Clone(r.env), fmt.Sprintf("GIT_COMMITTER_DATE=2020-01-0%dT00:00:00Z", i+1))
		for _, args := range [][]string{{"add", "-A"}, {"commit", "-q", "-m", v}, {"tag", "v" + v}} {
			if _, err := dated.command("git", args...); err != nil {
				return err
			}
		}
	}
	return nil
}

// counted is the part of an export that verify reads.
type counted struct {
	Files []struct {
		Path    string
		Methods []*countedMethod
	}
	Dropped []struct{ Path, What string }
}

type countedMethod struct {
	Name          string
	Line, EndLine int
	Count         uint64
	Measured      bool
	path, code    string
}

// numbered matches methods of classes whose numbers depend on the classes before them: the name does not identify them.
var numbered = regexp.MustCompile(`\$\d`)

// methods reads the methods of a run that have one name only, by path and name, with their code in a version of the
// sources.
func (r releases) methods(run, version string) (map[string]*countedMethod, *counted, error) {
	text, err := r.command(r.jprof, "export", "--format", "json", "--tests", "--run", run, "-o", "-")
	if err != nil {
		return nil, nil, err
	}
	doc := &counted{}
	if err := json.Unmarshal(text, doc); err != nil {
		return nil, nil, err
	}
	all := map[string]*countedMethod{}
	for _, f := range doc.Files {
		source, err := r.command("git", "show", "v"+version+":"+f.Path)
		if err != nil {
			return nil, nil, err
		}
		lines := strings.Split(string(source), "\n")
		for _, m := range f.Methods {
			m.path, m.code = f.Path, plainCode(strings.Join(lines[m.Line-1:m.EndLine], "\n"))
			key := f.Path + " " + m.Name
			if _, twice := all[key]; twice || !m.Measured || numbered.MatchString(m.Name) {
				m = nil
			}
			all[key] = m
		}
	}
	return all, doc, nil
}

var (
	comments = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	blanks   = regexp.MustCompile(`\s+`)
	modifier = regexp.MustCompile(
		`^\s*((public|protected|private|static|final|synchronized|abstract|native|strictfp|default)\s+)+`)
)

// plainCode is the code of a method without comments, white space, and modifiers in front. A comment sign in a literal
// takes the same away on both sides.
func plainCode(text string) string {
	return blanks.ReplaceAllString(modifier.ReplaceAllString(comments.ReplaceAllString(text, ""), ""), "")
}

// verify holds the merged run against both.
func (r releases) verify(merged string, examples int) error {
	before, _, err := r.methods(r.label(0), r.versions[0])
	if err != nil {
		return err
	}
	after, _, err := r.methods(r.label(1), r.versions[1])
	if err != nil {
		return err
	}
	both, doc, err := r.methods(merged, r.versions[1])
	if err != nil {
		return err
	}
	dropped := map[string]bool{}
	for _, d := range doc.Dropped {
		dropped[d.Path+" "+d.What] = true
	}
	var same, moved, changed, gone int
	var wrong, sample []string
	for key, old := range before {
		m, now := both[key], after[key]
		switch {
		case old == nil:
		case now == nil || m == nil: // not there any more, or not under this name
			if gone++; now == nil && old.Count > 0 && !dropped[key] && !r.renamed(old, after) {
				wrong = append(wrong, key+": is gone, and not listed")
			}
		case old.code == now.code:
			same++
			line := fmt.Sprintf("%s: line %d to %d, %d + %d = %d", key, old.Line, now.Line, old.Count, now.Count,
				m.Count)
			if m.Count != old.Count+now.Count {
				wrong = append(wrong, line)
			}
			if old.Line != now.Line {
				if moved++; old.Count > 0 {
					sample = append(sample, line)
				}
			}
		default:
			changed++
			if m.Count != now.Count {
				wrong = append(wrong, fmt.Sprintf("%s: has changed, and %d became %d", key, now.Count, m.Count))
			}
			if old.Count > 0 && !dropped[key] {
				wrong = append(wrong, key+": has changed, and is not listed")
			}
		}
	}
	fmt.Printf("%s %s and %s: %d methods with the same code, %d of them on other lines; %d have changed, %d are not "+
		"there any more; %d are listed as dropped\n",
		r.name, r.versions[0], r.versions[1], same, moved, changed, gone, len(doc.Dropped))
	slices.Sort(sample)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
	for _, s := range sample[:min(examples, len(sample))] {
		fmt.Println("  " + s)
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		return fmt.Errorf("%d methods have counts that cannot be:\n%s", len(wrong), strings.Join(wrong, "\n"))
	}
	if same == 0 || changed == 0 {
		return errors.New("nothing to compare")
	}
	return nil
}

// renamed reports whether a method has another name or place now.
func (r releases) renamed(old *countedMethod, after map[string]*countedMethod) bool {
	for _, m := range after {
		if m != nil && m.code == old.code {
			return true
		}
	}
	return false
}
