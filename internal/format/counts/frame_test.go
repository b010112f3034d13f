package counts

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/probe"
)

// frameSource is measured as if each of its statements that call something had a point, but for
// the last ones of their blocks.
const frameSource = `package p;
class A {
  void f() {
    a(); b();
    if (c()) d(); else c();
    while (x()) {
      e();
      e2();
    }
    run(() -> { g(); h(); }); g(); /* g() */ s("g()");
    synchronized (lock)
    {
      k();
      k2();
    }
    synchronized (lock) { m(); m(); n(new B(), new C<D>(o()) { }); }
    long
      .call(p(
      q()), q(), r ()); r(); last();
  }
  synchronized void f(int i) { a(); b(); last(); }
  void spin() {
    while (run) {
      n++;
      n = g() + m;
    }
    do n--; while (run);
    n = 0;
  }
  static class In { static { z(); zz(); } { i(); j(); } In() { this(y()); z(); zz(); } Runnable r = () -> { z(); ` +
	`zz(); }; }
  void ends() { if (q()) halt(1); exit(2); }
}
`

// part is a piece of frameSource: the n-th, from 0, of those texts.
func part(t *testing.T, text string, n int) probe.Span {
	t.Helper()
	at := 0
	for ; ; n-- {
		i := strings.Index(frameSource[at:], text)
		if i < 0 {
			t.Fatalf("%q is not in the source", text)
		}
		at += i
		if n == 0 {
			break
		}
		at++
	}
	pos := func(offset int) probe.Pos {
		return probe.Pos{Offset: uint32(offset), Line: uint32(1 + strings.Count(frameSource[:offset], "\n"))}
	}
	end := pos(at + len(text))
	end.Line = pos(at + len(text) - 1).Line
	return probe.Span{Start: pos(at), End: end}
}

// between is the piece from the start of one text to the end of the next one of another.
func between(t *testing.T, from, to string, n int) probe.Span {
	t.Helper()
	start := part(t, from, n)
	rest := frameSource[start.Start.Offset:]
	return part(t, rest[:strings.Index(rest, to)+len(to)], 0)
}

// frameMap returns the map of frameSource, and the texts of the points of its counters.
func frameMap(t *testing.T, id probe.ID, path string) (*probe.Package, []string) {
	t.Helper()
	f := &probe.File{Path: path, Hash: [32]byte{1}}
	f.Types = []probe.Type{
		{Name: "A", Parent: -1, Span: between(t, "class A", "exit(2); }\n}", 0)},
		{Name: "A$1", Kind: probe.Anonymous, Span: part(t, "{ })", 0)},
		{Name: "A$In", Span: between(t, "static class In", "}; }", 0)},
	}
	f.Types[1].Span.End.Offset--
	method := func(typ int32, name string, kind probe.MethodKind, span probe.Span) {
		f.Methods = append(f.Methods, probe.Method{Type: typ, Name: name, Kind: kind, Span: span, NameAt: span.Start})
	}
	method(0, "f", probe.PlainMethod, between(t, "void f() {", "last();\n  }", 0))
	method(0, "f", probe.PlainMethod, between(t, "synchronized void", "last(); }", 0))
	method(0, "spin", probe.PlainMethod, between(t, "void spin() {", "n = 0;\n  }", 0))
	method(2, "<clinit>", probe.StaticInit, part(t, "static { z(); zz(); }", 0))
	method(2, "{}", probe.InstanceInit, part(t, "{ i(); j(); }", 0))
	method(2, "<init>", probe.Constructor, part(t, "In() { this(y()); z(); zz(); }", 0))
	method(0, "ends", probe.PlainMethod, between(t, "void ends()", "exit(2); }", 0))

	block := func(kind probe.BlockKind, method, parent int32, span probe.Span) int32 {
		f.Blocks = append(f.Blocks, probe.Block{Kind: kind, Method: method, Parent: parent, Span: span})
		return int32(len(f.Blocks) - 1)
	}
	var texts []string
	point := func(block int32, span probe.Span) {
		text := frameSource[span.Start.Offset:span.End.Offset]
		f.Points = append(f.Points, probe.Point{Block: block, Span: span, Counter: uint32(len(texts))})
		texts = append(texts, text)
	}
	region := func(block int32, span probe.Span) {
		f.Regions = append(f.Regions, probe.Region{Block: block, Span: span})
	}

	body := block(probe.BodyBlock, 0, -1, between(t, "{\n    a();", "last();\n  }", 0))
	point(body, part(t, "a();", 0))
	point(body, part(t, "b();", 0))
	point(body, part(t, "if (c()) ", 0))
	point(block(probe.ThenBlock, 0, body, part(t, "d();", 0)), part(t, "d();", 0))
	point(block(probe.ElseBlock, 0, body, part(t, "c();", 0)), part(t, "c();", 0))
	point(body, between(t, "while", "e2();\n    }", 0))
	loop := block(probe.LoopBlock, 0, body, between(t, "{\n      e();", "e2();\n    }", 0))
	point(loop, part(t, "e();", 0))
	point(body, part(t, "run(() -> { g(); h(); });", 0))
	point(block(probe.LambdaBlock, 0, body, part(t, "{ g(); h(); }", 0)), part(t, "g();", 0))
	point(body, part(t, "g();", 1))
	point(body, part(t, `s("g()");`, 0))
	point(body, part(t, "synchronized (lock)\n    ", 0))
	sync := block(probe.SyncBlock, 0, body, between(t, "{\n      k();", "k2();\n    }", 0))
	region(sync, between(t, "k();", "k2();", 0))
	point(sync, part(t, "k();", 0))
	point(body, part(t, "synchronized (lock) ", 0))
	sync = block(probe.SyncBlock, 0, body, between(t, "{ m();", "}); }", 0))
	region(sync, between(t, "m();", "});", 0))
	point(sync, part(t, "m();", 0))
	point(sync, part(t, "m();", 1))
	point(body, between(t, "long\n", "r ());", 0))
	point(body, part(t, "r();", 0))
	body = block(probe.BodyBlock, 1, -1, part(t, "{ a(); b(); last(); }", 0))
	point(body, part(t, "a();", 1))
	point(body, part(t, "b();", 1))
	body = block(probe.BodyBlock, 2, -1, between(t, "{\n    while (run)", "n = 0;\n  }", 0))
	point(body, part(t, "while (run) ", 0))
	block(probe.LoopBlock, 2, body, between(t, "{\n      n++;", "m;\n    }", 0))
	point(body, part(t, "do n--; while (run);", 0))
	block(probe.LoopBlock, 2, body, part(t, "n--;", 0))
	point(block(probe.BodyBlock, 3, -1, part(t, "{ z(); zz(); }", 0)), part(t, "z();", 0))
	point(block(probe.BodyBlock, 4, -1, part(t, "{ i(); j(); }", 0)), part(t, "i();", 0))
	point(block(probe.BodyBlock, 5, -1, part(t, "{ this(y()); z(); zz(); }", 0)), part(t, "z();", 2))
	point(block(probe.LambdaBlock, -1, -1, part(t, "{ z(); zz(); }", 1)), part(t, "z();", 4))
	body = block(probe.BodyBlock, 6, -1, between(t, "{ if (q())", "exit(2); }", 0))
	point(body, part(t, "if (q()) ", 0))
	point(block(probe.ThenBlock, 6, body, part(t, "halt(1);", 0)), part(t, "halt(1);", 0))
	point(body, part(t, "exit(2);", 0))
	f.Counters = uint32(len(texts))
	slices.SortStableFunc(f.Regions, func(a, b probe.Region) int {
		return int(a.Span.Start.Offset) - int(b.Span.Start.Offset)
	})
	pkg := &probe.Package{ID: id, Name: "p", Helper: "__Counter00000001", Files: []*probe.File{f}}
	if err := pkg.Check(); err != nil {
		t.Fatal(err)
	}
	return pkg, texts
}

// hits returns the texts of the points that were counted, each as often as it was counted.
func hits(texts []string, counters []uint64) []string {
	var list []string
	for i, n := range counters {
		for range n {
			list = append(list, texts[i])
		}
	}
	return list
}

func lineWith(text string) int32 {
	return int32(1 + strings.Count(frameSource[:strings.Index(frameSource, text)], "\n"))
}

func TestFrames(t *testing.T) {
	pkg, texts := frameMap(t, a, "src/A.java")
	const long = "long\n      .call(p(\n      q()), q(), r ());"
	for _, tt := range []struct {
		class, method, line, called string
		want                        string // the text of the point; "" for none
		unread                      string // the same without the source, where it is another one
		problem                     string
	}{
		{class: "p.A", method: "f", line: "a(); b()", called: "q.Q.a", want: "a();"},
		{class: "p.A", method: "f", line: "a(); b()", called: "p.A.b", want: "b();", unread: "a();"},
		{class: "p.A", method: "f", line: "a(); b()", called: "p.A.<clinit>", want: "a();"},
		{class: "p.A", method: "f", line: "a(); b()", want: "a();"},
		{class: "p.A", method: "f", line: "if (c())", called: "p.A.d", want: "d();", unread: "if (c()) "},
		{class: "p.A", method: "f", line: "if (c())", called: "p.A.c", want: "if (c()) ",
			problem: "A.f (line 5) was still running, at one of several places in the line"},
		{class: "p.A", method: "f", line: "if (c())", called: "java.util.Iterator.next", want: "if (c()) "},
		{class: "p.A", method: "f", line: "while", called: "p.A.x",
			want: "while (x()) {\n      e();\n      e2();\n    }"},
		{class: "p.A", method: "f", line: "e();", called: "p.A.e", want: "e();"},
		{class: "p.A", method: "f", line: "e2();", called: "p.A.e2",
			want: "while (x()) {\n      e();\n      e2();\n    }"},
		{class: "p.A", method: "f", line: "    }\n    run(", called: "p.A.x",
			want: "while (x()) {\n      e();\n      e2();\n    }"},
		{class: "p.A", method: "f", line: "run(", called: "p.A.run", want: "run(() -> { g(); h(); });"},
		{class: "p.A", method: "f", line: "run(", called: "p.A.g", want: "g();", unread: "run(() -> { g(); h(); });"},
		{class: "p.A", method: "lambda$f$0", line: "run(", called: "p.A.g", want: "g();"},
		{class: "p.A", method: "lambda$f$0", line: "run(", called: "p.A.h", unread: "g();"},
		{class: "p.A", method: "f", line: "k();", called: ".synchronized", want: "synchronized (lock)\n    "},
		{class: "p.A", method: "f", line: "k();", called: "p.A.k", want: "k();"},
		{class: "p.A", method: "f", line: "k2();", called: ".synchronized"},
		{class: "p.A", method: "f", line: "m();", called: ".synchronized", want: "synchronized (lock) "},
		{class: "p.A", method: "f", line: "m();", called: "p.A.m", want: "m();", problem: "several places",
			unread: "synchronized (lock) "},
		{class: "p.A", method: "f", line: "m();", called: "p.B.<init>", unread: "synchronized (lock) "},
		{class: "p.A", method: "f", line: "m();", called: "p.A$1.<init>", unread: "synchronized (lock) "},
		{class: "p.A", method: "f", line: "m();", called: "p.A.o", unread: "synchronized (lock) "},
		{class: "p.A", method: "f", line: ".call", called: "p.A.p", want: long},
		{class: "p.A", method: "f", line: "q())", called: "p.A.q", want: long},
		{class: "p.A", method: "f", line: "q())", called: "p.A.r", want: long, problem: "several places"},
		{class: "p.A", method: "f", line: "q())", called: "p.A.last", unread: long},
		{class: "p.A", method: "f", line: "q())", called: "p.A.other", want: long},
		{class: "p.A", method: "f", line: "synchronized void", called: "p.A.b", want: "b();", unread: "a();"},
		{class: "p.A", method: "f", line: "synchronized void", called: ".synchronized"},
		{class: "p.A", method: "spin", line: "while (run) {", want: "while (run) "},
		{class: "p.A", method: "spin", line: "n++;", want: "while (run) "},
		{class: "p.A", method: "spin", line: "n++;", called: "p.__Counter1a2b3c4d$Row.A", want: "while (run) "},
		{class: "p.A", method: "spin", line: "n = g()", called: "p.A.g"},
		{class: "p.A", method: "spin", line: "do n--", want: "do n--; while (run);"},
		{class: "p.A", method: "spin", line: "n = 0"},
		{class: "p.A", method: "f", line: "n++;"},
		{class: "p.A", method: "g", line: "a(); b()", called: "p.A.a"},
		{class: "p.A", method: "access$000", line: "synchronized void", called: "p.A.a"},
		{class: "p.A$In", method: "<clinit>", line: "static class", called: "p.A.z", want: "z();"},
		{class: "p.A$In", method: "<init>", line: "static class", called: "p.A.i", want: "i();"},
		{class: "p.A$In", method: "<init>", line: "static class", called: "p.A.j", unread: "i();"},
		{class: "p.A$In", method: "<init>", line: "static class", called: "p.A.z", want: "z();", unread: "i();"},
		{class: "p.A$In", method: "<init>", line: "static class", called: "p.A$In.<init>", unread: "i();"},
		{class: "p.A$In", method: "lambda$new$0", line: "static class", called: "p.A.z", want: "z();"},
		{class: "p.A$In", method: "lambda$new$0", line: "static class", called: "p.A.zz", unread: "z();"},
		{class: "p.A", method: "ends", line: "if (q())", called: "p.__Counter00000001.__halt", want: "halt(1);",
			unread: "if (q()) "},
		{class: "p.A", method: "ends", line: "if (q())", called: "p.__Counter00000001.__exit", want: "exit(2);",
			unread: "if (q()) "},
		{class: "p.A", method: "ends", line: "if (q())", called: "p.A.__halt", want: "if (q()) "},
		{class: "p.A", method: "f", line: "", called: "p.A.a",
			problem: "p.A.f (line -1) was still running, and its class file has no line numbers"},
		{class: "p.A", method: "other", line: "", called: "p.A.a"},
		{class: "p.A$Other", method: "f", line: "a(); b()",
			problem: "p.A$Other.f (line 4) was still running, and no map has this class"},
		{class: "p.A$Other", method: "f", line: "class A"},
		{class: "p.B", method: "f", line: "a(); b()"},
		{class: "q.A", method: "f", line: "a(); b()"},
		{class: "A", method: "f", line: "a(); b()"},
	} {
		fr := Frame{Class: tt.class, Method: tt.method, Line: -1, Times: 2}
		if tt.line != "" {
			fr.Line = lineWith(tt.line)
		}
		if dot := strings.LastIndexByte(tt.called, '.'); dot >= 0 {
			fr.CalledClass, fr.CalledMethod = tt.called[:dot], tt.called[dot+1:]
		}
		for _, read := range []bool{true, false} {
			file := jvm(start, Section{a, make([]uint64, len(texts))})
			file.Frames = []Frame{fr}
			dir := folder(t, map[string][]byte{"1.counts": encode(t, file)})
			totals, err := Collect(dir, []*probe.Set{{Packages: []*probe.Package{pkg}}}, time.Time{},
				Sources(func(path string, hash [32]byte) ([]byte, error) {
					if path != "src/A.java" || hash != [32]byte{1} || !read {
						return nil, errors.New("no such source")
					}
					return []byte(frameSource), nil
				}))
			if err != nil {
				t.Fatal(err)
			}
			want, problem := tt.want, tt.problem
			if !read && tt.unread != "" {
				want = tt.unread
			}
			if !read && strings.HasPrefix(problem, "several") ||
				!read && strings.Contains(problem, "at one of several") {
				problem = ""
			}
			wanted := []string{want, want}
			if want == "" {
				wanted = nil
			}
			if got := hits(texts, totals.Counters(a)); !slices.Equal(got, wanted) {
				t.Errorf("%v, which called %s, with source %v: got %q, want %q", fr, tt.called, read, got, wanted)
			}
			if p := strings.Join(totals.Problems(), "\n"); (p == "") != (problem == "") ||
				!strings.Contains(p, problem) {
				t.Errorf("%v, which called %s, with source %v: got problems %q, want %q", fr, tt.called, read, p,
					problem)
			}
		}
	}
}

// TestFramesOfTwoPackagesOfOneName has the same class in two modules: where both are loaded, it is not
// known in which of them the frame was.
func TestFramesOfTwoPackagesOfOneName(t *testing.T) {
	one, texts := frameMap(t, a, "one/A.java")
	two, _ := frameMap(t, b, "two/A.java")
	again, _ := frameMap(t, a, "one/A.java") // the same sources, compiled for tests
	sets := []*probe.Set{{Packages: []*probe.Package{one}}, {Packages: []*probe.Package{two}},
		{Packages: []*probe.Package{again}}}
	frame := Frame{"p.A", "f", lineWith("e();"), "p.A", "e", 1}
	loads := func(ids ...probe.ID) []byte {
		f := jvm(start)
		for _, id := range ids {
			f.Sections = append(f.Sections, Section{id, make([]uint64, len(texts))})
		}
		f.Frames = []Frame{frame}
		return encode(t, f)
	}
	dir := folder(t, map[string][]byte{"1.counts": loads(a), "2.counts": loads(b, b), "3.counts": loads(a, b),
		"4.counts": loads()})
	totals, err := Collect(dir, sets, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []probe.ID{a, b} {
		if got := hits(texts, totals.Counters(id)); !slices.Equal(got, []string{"e();"}) {
			t.Errorf("%x: %q", id, got)
		}
	}
	if p := totals.Problems(); len(p) != 1 || !strings.Contains(p[0], "3.counts: p.A.f (line 7) was still running, "+
		"and there are several such classes (in one/A.java and two/A.java)") {
		t.Errorf("problems %q", p)
	}
}

func TestFramesThatAreMissing(t *testing.T) {
	pkg, texts := frameMap(t, a, "A.java")
	file := jvm(start, Section{a, make([]uint64, len(texts))})
	file.FramesMissing = true
	dir := folder(t, map[string][]byte{"1.counts": encode(t, file)})
	totals, err := Collect(dir, []*probe.Set{{Packages: []*probe.Package{pkg}}}, time.Time{})
	if err != nil || len(totals.Problems()) != 1 ||
		!strings.Contains(totals.Problems()[0], "1.counts: the JVM did not report which methods were still running") {
		t.Errorf("%+v, %v", totals, err)
	}
}

func TestFramesSaturate(t *testing.T) {
	pkg, texts := frameMap(t, a, "A.java")
	counters := make([]uint64, len(texts))
	counters[0] = MaxCount - 1
	file := jvm(start, Section{a, counters})
	file.Frames = []Frame{{"p.A", "f", lineWith("a();"), "", "", 5}}
	dir := folder(t, map[string][]byte{"1.counts": encode(t, file)})
	totals, err := Collect(dir, []*probe.Set{{Packages: []*probe.Package{pkg}}}, time.Time{})
	if err != nil || totals.Counters(a)[0] != MaxCount || !totals.Saturated() {
		t.Errorf("%+v, %v", totals, err)
	}
}

// FuzzFrames has any frame, and any source: at most one counter is increased, by the number of frames.
func FuzzFrames(f *testing.F) {
	f.Add("p.A", "f", int32(4), "p.A", "b", uint32(1), []byte(frameSource))
	f.Add("p.A$In", "<init>", int32(31), "p.A$In", "<init>", uint32(7), []byte("\n\r\"\\"))
	f.Add("p.A", "f", int32(14), "", Monitor, uint32(3), []byte(nil))
	f.Add("p.A$$", "lambda$", int32(-2), ".", "new", uint32(0), []byte("/*"))
	f.Fuzz(func(t *testing.T, class, method string, line int32, calledClass, calledMethod string, times uint32,
		src []byte) {
		pkg, texts := frameMap(t, a, "A.java")
		var c collector
		c.maps, c.source = []*probe.Set{{Packages: []*probe.Package{pkg}}}, func(*probe.File) []byte { return src }
		stopped := c.frames("f", &File{Frames: []Frame{{class, method, line, calledClass, calledMethod, times}}},
			map[probe.ID]bool{a: true})
		for _, s := range stopped {
			if s.ID != a || int(s.Counter) >= len(texts) || s.Times != uint64(times) {
				t.Errorf("%+v of %d frames", s, times)
			}
		}
		if len(stopped) > 1 {
			t.Errorf("%d counters are increased", len(stopped))
		}
	})
}
