package flow

import (
	"bufio"
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jprof/internal/java/classfile"
	"jprof/internal/jtest"
	"jprof/plugins"
)

// TestWeaver walks through each method of java.base with the slots and points that the agent chooses: they determine
// everything, if nothing throws but at points.
func TestWeaver(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		if jdk.Version >= 11 {
			t.Run(jdk.String(), func(t *testing.T) { walkPlans(t, jdk, "exact") })
		}
	}
}

// TestAcceptanceWeaver does so with what the agent chooses for fast blocks, and for agents of the user.
func TestAcceptanceWeaver(t *testing.T) {
	jtest.Acceptance(t)
	for _, mode := range []string{"fast", "agents"} {
		t.Run(mode, func(t *testing.T) { walkPlans(t, jtest.Newest(t), mode) })
	}
}

func walkPlans(t *testing.T, jdk jtest.JDK, mode string) {
	classes := map[string]*classfile.File{}
	for _, class := range jdk.Classes(t, "java.base") {
		f, err := classfile.Parse(class.Data)
		if err != nil {
			t.Fatal(err)
		}
		classes[class.Name] = f
	}
	r := rand.New(rand.NewPCG(7, 2))
	methods, points := 0, 0
	lines := bufio.NewScanner(bytes.NewReader(plans(t, jdk, mode)))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		columns := strings.Split(lines.Text(), "\t")
		m := classes[columns[0]].Method(columns[1], columns[2])
		p := plan{m: m, fast: mode == "fast", points: numbers(t, columns[4])}
		for n := numbers(t, columns[3]); len(n) > 0; n = n[3:] {
			p.slots = append(p.slots, Slot{Kind(n[0]), n[1], n[2]})
		}
		methods++
		points += len(p.points)
		p.walk(t, r)
		if t.Failed() {
			t.Fatalf("%v %v", p.slots, p.points)
		}
	}
	if methods < 50_000 || (points == 0) != (mode == "fast") {
		t.Errorf("%d methods with %d points", methods, points)
	}
}

// A plan lists the slots and points that the agent uses in a method.
type plan struct {
	m      *classfile.Method
	slots  []Slot
	points []int
	fast   bool
}

// walk walks through the method a few times.
func (p plan) walk(t *testing.T, r *rand.Rand) {
	t.Helper()
	code, err := p.m.Decode()
	if err != nil {
		t.Fatal(err)
	}
	w := newWalker(r, code)
	w.throwing = map[int]bool{}
	for _, at := range p.points {
		w.throwing[at] = true
	}
	for _, s := range p.slots {
		if s.Kind == Passed {
			w.passed[s.A], w.throwing[s.A] = true, true
		}
	}
	f, err := New(p.m, p.slots, p.fast)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		w.walk()
	}
	checkWalk(t, f, w)
}

func numbers(t *testing.T, text string) (out []int) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

// plans returns the output of testdata/Plans.java.
func plans(t *testing.T, jdk jtest.JDK, mode string) []byte {
	t.Helper()
	jar, err := plugins.ContextAgent()
	if errors.Is(err, plugins.ErrNoContextAgent) {
		t.Skip("no agent: make agent")
	}
	path := filepath.Join(t.TempDir(), "agent.jar")
	if err == nil {
		err = os.WriteFile(path, jar, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(jdk.Java(), append(slices.Clone(jtest.QuickStart), "-cp", path, "testdata/Plans.java", mode)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}
