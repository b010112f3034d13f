package efficiency_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/internal/jtest/escapes"
	"jprof/internal/jtest/javagen"
	"jprof/internal/jtest/oracle"
	"jprof/report/contexts/efficiency"
)

// TestSoundness compares random programs with the findings of an agent that follows each write: no context has less
// escaping writes than others could see. JPROF_SOUNDNESS is the number of programs, JPROF_SEED the seed of the first.
func TestSoundness(t *testing.T) {
	jdks := jtest.JDKs(t)
	i := slices.IndexFunc(jdks, func(j jtest.JDK) bool { return escapes.Follows(j.Version) })
	if i < 0 {
		t.Skip("no JDK that the agent works on")
	}
	jdk := jdks[i]
	jtest.NeedsTool(t, "mvn")
	agent, err := oracle.Build("../../..")
	if err != nil {
		t.Skipf("the oracle cannot be built: %v", err)
	}
	count, seed := number("JPROF_SOUNDNESS", 60), number("JPROF_SEED", 1)
	var sum, parts difference
	asParts := efficiency.Default()
	asParts.Aliases = false
	for first := seed; first < seed+count; first += 100 {
		texts := map[string]string{}
		for i := first; i < min(first+100, seed+count); i++ {
			name := fmt.Sprintf("P%d", i)
			texts[name] = javagen.Heap(name, int64(i))
		}
		c, truth := followed(t, jdk, agent, texts)
		d := against(t, c, truth, efficiency.Default())
		sum.add(d)
		parts.add(against(t, c, truth, asParts))
		t.Logf("programs from %d: %v", first, &sum)
		for _, w := range d.wrong {
			t.Error(w)
		}
		if sum.understated > maxShown {
			break
		}
	}
	t.Logf("without aliases: %v", &parts)
	if len(parts.wrong) == 0 {
		t.Error("nothing is understated without aliases: such programs find nothing")
	}
	if sum.contexts < 15*count || sum.escaping < 50*uint64(count) || sum.escaping*9/10 > sum.writes {
		t.Errorf("programs do too little: %v", &sum)
	}
}

func number(variable string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return otherwise
}

// difference sums what the analysis says over what is true.
type difference struct {
	contexts, exact, understated int
	writes, escaping, said       uint64
	top, topSaid                 uint64 // of the methods that main calls
	wrong                        []string
}

func (d *difference) add(o difference) {
	d.contexts, d.exact, d.understated = d.contexts+o.contexts, d.exact+o.exact, d.understated+o.understated
	d.writes, d.escaping, d.said = d.writes+o.writes, d.escaping+o.escaping, d.said+o.said
	d.top, d.topSaid, d.wrong = d.top+o.top, d.topSaid+o.topSaid, append(d.wrong, o.wrong...)
}

func (d *difference) String() string {
	share := func(part, of uint64) float64 { return 100 * float64(part) / max(1, float64(of)) }
	return fmt.Sprintf("%d contexts, %d understated, %.1f %% exact; of their writes %.1f %% escape, %.1f %% are said "+
		"to; of whole programs %.1f %% more than escape", d.contexts, d.understated,
		share(uint64(d.exact), uint64(d.contexts)), share(d.escaping, d.writes), share(d.said, d.writes),
		share(d.topSaid, d.top)-100)
}

// followed runs programs with both agents.
func followed(t *testing.T, jdk jtest.JDK, agent oracle.Agent, texts map[string]string) (*contexts.Collected,
	map[string]escapes.Context) {
	t.Helper()
	dir := t.TempDir()
	main := "package " + javagen.HeapPackage + ";\npublic class Main {\npublic static void main(String[] args) {\n"
	arguments := []string{"-nowarn", "--release", "8", "-Xlint:-options", "-d", filepath.Join(dir, "classes")}
	write := func(name, text string) {
		path := filepath.Join(dir, name+".java")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		arguments = append(arguments, path)
	}
	for name, text := range texts {
		main += name + ".run();\n"
		write(name, text)
	}
	write("Main", main+"}\n}\n")
	if out, err := jdk.Run("javac", arguments...); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	const class = javagen.HeapPackage + ".Main"
	classes, file := filepath.Join(dir, "classes"), filepath.Join(dir, "heap.tsv")
	options := append(escapes.Options(agent.Heap, file, javagen.HeapPackage), "-cp", classes, class)
	if out, err := exec.Command(jdk.Java(), append(slices.Clone(jtest.QuickStart), options...)...).
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	truth, err := escapes.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := contexts.Collect(recordedOf(t, jdk, classes, class, ""), time.Time{})
	if err != nil || len(c.Lacks()) > 0 {
		t.Fatalf("%v, %q", err, c.Problems)
	}
	return c, truth
}

// maxShown limits the wrong contexts that are shown.
const maxShown = 8

// against compares all contexts of a recording with what is true.
func against(t *testing.T, c *contexts.Collected, truth map[string]escapes.Context,
	o efficiency.Options) (d difference) {
	t.Helper()
	p := paths{head: c.Profile.Source().Head()}
	if err := c.Profile.Source().Walk(&p); err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	o.EachNode = func(preorder int, n *efficiency.Numbers) {
		path := p.all[preorder]
		want, ok := truth[path]
		if !ok {
			t.Errorf("%s is no context that was followed", path)
		}
		wrong := contrary(n, want)
		if wrong != "" {
			d.understated++
		}
		if n.Escaping == want.Escaping {
			d.exact++
		}
		d.contexts++
		d.writes, d.escaping, d.said = d.writes+want.Writes, d.escaping+want.Escaping, d.said+n.Escaping
		if strings.Count(path, ">") == 1 {
			d.top, d.topSaid = d.top+want.Escaping, d.topSaid+n.Escaping
		}
		if program := programOf(path); wrong != "" && len(shown) < maxShown && !shown[program] {
			shown[program] = true
			d.wrong = append(d.wrong, fmt.Sprintf("%s: %s: %+v, true is %+v", path, wrong, *n, want))
		}
	}
	r := analyzed(t, c, o)
	if len(p.all)-p.roots != len(truth) {
		t.Errorf("%d contexts, %d that were followed", len(p.all)-p.roots, len(truth))
	}
	checkSums(t, r)
	return d
}

// contrary names the numbers of a context that are below the true ones, "" for none.
func contrary(n *efficiency.Numbers, want escapes.Context) string {
	switch {
	case n.Invocations != want.Activations:
		return "invocations"
	case n.Writes != want.Writes:
		return "writes"
	case n.Escaping < want.Escaping:
		return "understated"
	case n.Operand+n.Global+n.Output < want.Outside:
		return "writes to operands, static fields and output are understated"
	case want.Outside > 0 && n.In(efficiency.NoSideEffect):
		return "in the list without side effect"
	case (want.Escaping > 0 || want.Threw > 0) && n.In(efficiency.NoEffect):
		return "in the list without effect"
	}
	return ""
}

// programOf is the class of the program of a path.
func programOf(path string) string {
	parts := strings.Split(path, ">")
	name, _, _ := strings.Cut(strings.TrimPrefix(parts[min(1, len(parts)-1)], javagen.HeapPackage+"."), ".")
	name, _, _ = strings.Cut(name, "$")
	return name
}

// paths collects the path of each node, by its number in preorder.
type paths struct {
	head  *contexts.Header
	all   []string
	open  []string
	roots int
}

func (p *paths) Root(contexts.Root) error {
	p.all, p.roots = append(p.all, ""), p.roots+1
	return nil
}

func (p *paths) Node(n *contexts.Node) error {
	m := &p.head.Methods[n.Method]
	own := p.head.Classes[m.Class].Name + "." + m.Name + m.Descriptor
	p.open = p.open[:n.Depth-1]
	if n.Depth > 1 {
		own = p.open[n.Depth-2] + ">" + own
	}
	p.open, p.all = append(p.open, own), append(p.all, own)
	return nil
}
