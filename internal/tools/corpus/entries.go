package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/format/contexts"
	"jprof/internal/java/classfile"
	"jprof/internal/java/flow"
	"jprof/internal/jtest/oracle"
	"jprof/internal/jtest/trial"
	"jprof/internal/runs"
)

// oracleOfContexts compares the counts of lines that follow from the blocks of contexts with those of plain builds
// under the oracle, entry by entry of the line number tables, and prints a Markdown table.
func (c corpus) oracleOfContexts(projects []project, again bool, examples int) error {
	agent, err := oracle.Build(".")
	if err != nil {
		return err
	}
	known, err := c.causes("explained.txt", "explained-contexts.txt")
	if err != nil {
		return err
	}
	trial.Titles(os.Stdout, "project", "coverage", "contexts", "lines compared", "equal", "vary by themselves",
		"differ, with a cause", "unexplained")
	bad := false
	for _, p := range projects {
		counts, run, err := c.countEntries(p, agent, again)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		got, err := entriesOf(run, counts[0])
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		equal, vary, differ := compareEntries(counts, got)
		unexplained := slices.DeleteFunc(slices.Clone(differ), func(d difference) bool {
			return d.explained(p, known)
		})
		for i, d := range unexplained {
			if i == examples {
				fmt.Fprintf(os.Stderr, "corpus: %s: and %d more\n", p.name, len(unexplained)-i)
				break
			}
			fmt.Fprintf(os.Stderr, "corpus: %s: %s:%d: oracle %v, contexts %v\n", p.name, d.at.file, d.at.line, d.want,
				d.got)
		}
		bad = bad || len(unexplained) > 0
		trial.Row(os.Stdout, p.name, run.Contexts.Coverage, cell(run.Contexts.Nodes), cell(equal+len(differ)),
			cell(equal), cell(vary), cell(len(differ)-len(unexplained)), cell(len(unexplained)))
	}
	if bad {
		return errors.New("there are lines whose counts are not those of the oracle, see above")
	}
	return nil
}

// countEntries builds a project several times with the oracle, and once with contexts. If again is true, it uses the
// files that the last call, and the comparison of counters, have left, as far as they exist.
func (c corpus) countEntries(p project, agent oracle.Agent, again bool) ([]*oracle.Counts, *runs.Opened, error) {
	work := filepath.Join(c.dir, ".builds", p.name+"-oracle")
	var folders []string
	for i := range plainRuns {
		folders = append(folders, filepath.Join(work, fmt.Sprintf("run%d", i+1)))
	}
	env, err := c.layOut(p)
	if err != nil {
		return nil, nil, err
	}
	if _, err := readRuns(folders); err != nil || !again {
		if _, err := c.buildPlain(p, agent, work, filepath.Join(work, "plain", p.name), folders); err != nil {
			return nil, nil, err
		}
	}
	counts, err := readRuns(folders)
	if err != nil {
		return nil, nil, err
	}
	tree := filepath.Join(work, "contexts-"+c.contexts, p.name)
	run, err := c.recorded(p, env, tree, filepath.Join(work, "cache"), again)
	return counts, run, err
}

// fileLine is a line of a source file, as the oracle names it: package/Source.java.
type fileLine struct {
	file string
	line int
}

// difference is a line whose entries are not those of the oracle.
type difference struct {
	at        fileLine
	want, got []oracle.Entry
}

// explained reports whether a list has a cause. Its paths are those of the project, with folders before the package.
func (d difference) explained(p project, list []explained) bool {
	return slices.ContainsFunc(list, func(e explained) bool {
		return strings.HasPrefix(e.file, p.name+"/") && strings.HasSuffix(e.file, "/"+d.at.file) &&
			e.first <= d.at.line && d.at.line <= e.last
	})
}

// entriesOf computes how often each entry of a line number table was reached in a run with contexts, in the files that
// the oracle knows. The numbers of others may contradict each other: threads of Surefire run while the JVM ends.
func entriesOf(run *runs.Opened, known *oracle.Counts) (map[fileLine][]oracle.Entry, error) {
	file, err := contexts.Open(run.ContextsPath())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	pack, err := contexts.OpenPack(run.ClassesPath())
	if err != nil {
		return nil, err
	}
	head := file.Head()
	sums := methodSums(make([]flow.Values, len(head.Methods)))
	if err := file.Walk(sums); err != nil {
		return nil, err
	}
	out := map[fileLine][]oracle.Entry{}
	for i, m := range head.Methods {
		data, err := pack.Class(head.Classes[m.Class].SHA)
		if err != nil {
			return nil, err
		}
		class, err := classfile.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", head.Classes[m.Class].Name, err)
		}
		at := fileLine{file: class.Name}
		if class.Source != "" {
			at.file = path.Join(path.Dir(class.Name), class.Source)
		}
		if known.Lines[at.file] == nil {
			continue
		}
		slots := make([]flow.Slot, len(m.Slots))
		for i, s := range m.Slots {
			slots[i] = flow.Slot{Kind: flow.Kind(s.Kind), A: int(s.A), B: int(s.B)}
		}
		f, err := flow.New(class.Method(m.Name, m.Descriptor), slots, false)
		if err != nil {
			return nil, err
		}
		var r flow.Run
		sums[i].Slots = append(sums[i].Slots, make([]uint64, len(slots)-len(sums[i].Slots))...)
		if !f.Evaluate(&sums[i], &r) {
			return nil, fmt.Errorf("%v: its numbers contradict each other: %+v", f.Method, sums[i])
		}
		ordinals := map[int]int{}
		for _, l := range r.Lines() {
			at.line = l.Line
			ordinals[l.Line]++
			if l.Count > 0 {
				name := class.Name + "." + m.Name + m.Descriptor
				out[at] = append(out[at], oracle.Entry{Method: name, Ordinal: ordinals[l.Line], Count: uint64(l.Count)})
			}
		}
	}
	for at, entries := range out {
		out[at] = joinEntries(entries)
	}
	return out, nil
}

// methodSums holds, for each method, the sums of the numbers of its contexts.
type methodSums []flow.Values

// Root does nothing, because threads do not matter.
func (methodSums) Root(contexts.Root) error { return nil }

// Node adds the numbers of a context to the sums of its method.
func (s methodSums) Node(n *contexts.Node) error {
	v := &s[n.Method]
	v.Calls += n.Calls
	if v.Slots == nil {
		v.Slots = make([]uint64, len(n.Slots))
	}
	for i, count := range n.Slots {
		v.Slots[i] += count
	}
	for _, c := range n.Cuts {
		v.Cuts = append(v.Cuts, flow.Cut{Instruction: int(c.Instruction), Count: c.Count})
	}
	return nil
}

// joinEntries sorts entries as the oracle does. It adds up the entries of the same place, because a class may come from
// several files.
func joinEntries(entries []oracle.Entry) (out []oracle.Entry) {
	slices.SortFunc(entries, func(a, b oracle.Entry) int {
		return cmp.Or(strings.Compare(a.Method, b.Method), cmp.Compare(a.Ordinal, b.Ordinal))
	})
	for _, e := range entries {
		if n := len(out); n > 0 && out[n-1].Method == e.Method && out[n-1].Ordinal == e.Ordinal {
			out[n-1].Count += e.Count
			continue
		}
		out = append(out, e)
	}
	return out
}

// compareEntries compares line by line. A line that differs between runs of the oracle varies by itself. Lines that the
// oracle does not know are not compared, unless it knows other lines of their file.
func compareEntries(counts []*oracle.Counts, got map[fileLine][]oracle.Entry) (equal, vary int, differ []difference) {
	all := map[fileLine]bool{}
	for file, lines := range counts[0].Lines {
		for line := range lines {
			all[fileLine{file, line}] = true
		}
	}
	for at := range got {
		if counts[0].Lines[at.file] != nil {
			all[at] = true
		}
	}
	executed := func(c *oracle.Counts, at fileLine) []oracle.Entry {
		entries := slices.Clone(c.Lines[at.file][at.line])
		return slices.DeleteFunc(entries, func(e oracle.Entry) bool { return e.Count == 0 })
	}
	for at := range all {
		want := executed(counts[0], at)
		varies := slices.ContainsFunc(counts[1:], func(c *oracle.Counts) bool {
			return !slices.Equal(want, executed(c, at))
		})
		switch {
		case varies:
			vary++
		case slices.Equal(want, got[at]):
			equal++
		default:
			differ = append(differ, difference{at, want, got[at]})
		}
	}
	slices.SortFunc(differ, func(a, b difference) int {
		return cmp.Or(strings.Compare(a.at.file, b.at.file), cmp.Compare(a.at.line, b.at.line))
	})
	return equal, vary, differ
}
