package jfr

import (
	"reflect"
	"strings"
	"testing"

	"github.com/grafana/jfr-parser/parser/types/def"
)

// TestAddContexts keeps samples of runs with contexts by thread and step, and events of threads that wait apart.
func TestAddContexts(t *testing.T) {
	c := newCollector(func(f Frame) bool { return f.Method == "f()V" })
	c.contexts, c.lines = true, false
	f, other := Frame{"p.A", "f()V", 3}, Frame{"p.A", "f(I)V", 3}
	agent := Frame{"java.lang.JprofTree", "enter()V", 1}
	for _, e := range []event{
		{frames: []Frame{f}, nanos: 10, thread: "pool-1-thread-12"},
		{frames: []Frame{{"p.A", "f()V", 5}}, nanos: 10, thread: "pool-7-thread-3"},
		{frames: []Frame{agent, f}, nanos: 10, thread: "main"},
		{frames: []Frame{other, f}, nanos: 10, thread: "main", cut: true},
		{frames: []Frame{other}, nanos: 10, thread: "main"},
		{frames: []Frame{other, f}, nanos: 500, thread: "main", wait: "jdk.ThreadPark"},
		{frames: []Frame{other, f}, nanos: 700, thread: "main", wait: "jdk.ThreadPark"},
		{frames: []Frame{other}, nanos: 900, thread: "main", wait: "jdk.ThreadPark"},
		{nanos: 1, thread: "main", wait: "jdk.ThreadPark"},
		{nanos: 1, thread: "main"},
	} {
		c.add(e, "step")
	}
	f.Line, other.Line = 0, 0
	place := func(thread string, cut bool) Place { return Place{thread, "step", cut} }
	want := Samples{Format: Format, Tool: c.Tool, All: Amount{5, 50}, Lost: 1, Cut: 1, Count: Amount{1, 10},
		Outside: Amount{1, 10}, OtherWaits: Amount{2, 901}, Frames: []Frame{f, other},
		Stacks: []Stack{{[]int{0}, Amount{2, 20}, place("pool-N-thread-N", false)},
			{[]int{1, 0}, Amount{1, 10}, place("main", true)}},
		Waits: []Wait{{"jdk.ThreadPark", Stack{[]int{1, 0}, Amount{2, 1200}, place("main", false)}}}}
	if !reflect.DeepEqual(c.Samples, want) {
		t.Errorf("got  %+v\nwant %+v", c.Samples, want)
	}
}

// TestThreadName joins threads as the agent does.
func TestThreadName(t *testing.T) {
	for name, want := range map[string]string{"": "", "main": "main", "pool-10-thread-2": "pool-N-thread-N",
		"7a8": "NaN", strings.Repeat("é", 300): strings.Repeat("é", 200)} {
		if got := threadName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// TestReader reads values of all types, and stops at the end of damaged data.
func TestReader(t *testing.T) {
	types := &def.TypeMap{IDMap: map[def.TypeID]*def.Class{}}
	ids := map[string]def.TypeID{}
	for i, name := range []string{"boolean", "long", "float", "double", "java.lang.String", "pair"} {
		ids[name] = def.TypeID(i + 1)
		types.IDMap[ids[name]] = &def.Class{Name: name, ID: ids[name]}
	}
	types.IDMap[ids["pair"]].Fields = []def.Field{{Name: "a", Type: ids["long"]}, {Name: "b", Type: ids["boolean"]}}
	text := def.Field{Name: "text", Type: ids["java.lang.String"]}
	for name, x := range map[string]struct {
		field def.Field
		data  string
		want  uint64
	}{
		"a number":             {def.Field{Type: ids["long"]}, "\x80\x01", 128},
		"the largest number":   {def.Field{Type: ids["long"]}, strings.Repeat("\xff", 9), 1<<64 - 1},
		"a truth value":        {def.Field{Type: ids["boolean"]}, "\x01", 1},
		"a float":              {def.Field{Type: ids["float"]}, "abcd", 0},
		"a double":             {def.Field{Type: ids["double"]}, "abcdefgh", 0},
		"a reference":          {def.Field{Type: ids["java.lang.String"], ConstantPool: true}, "\x05", 5},
		"no text":              {text, "\x00", 0},
		"a text of a constant": {text, "\x02\x80\x01", 0},
		"a text in UTF-8":      {text, "\x03\x02ab", 0},
		"a text of characters": {text, "\x04\x02\x80\x01b", 0},
		"a text in Latin-1":    {text, "\x05\x01a", 0},
		"a pair":               {def.Field{Type: ids["pair"]}, "\x07\x01", 0},
		"a list of pairs":      {def.Field{Type: ids["pair"], Array: true}, "\x02\x07\x01\x08\x00", 0},
	} {
		r := &reader{data: []byte(x.data), types: types}
		if got := r.field(&x.field); got != x.want || r.err != nil || len(r.data) > 0 {
			t.Errorf("%s: got %d, %v, and %d bytes are left", name, got, r.err, len(r.data))
		}
		for n := range len(x.data) {
			r := &reader{data: []byte(x.data)[:n], types: types}
			if r.field(&x.field); r.err == nil {
				t.Errorf("%s: %d bytes are enough", name, n)
			}
		}
	}
	for _, data := range []string{"\x06", "\x07"} {
		r := &reader{data: []byte(data), types: types}
		if r.field(&text); r.err == nil {
			t.Errorf("the text %x has a known form", data)
		}
	}
}
