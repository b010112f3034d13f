package classfile

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jprof/internal/jtest"
)

// TestJavap compares the code of classes of java.base with what javap prints: each instruction with its operands, each
// handler, each line. JPROF_ALL_CLASSES=1 takes all classes (two minutes for each JDK).
func TestJavap(t *testing.T) {
	for _, jdk := range jtest.JDKs(t) {
		t.Run(jdk.String(), func(t *testing.T) {
			var names []string
			var want []string
			n, instructions := 0, 0
			for _, class := range jdk.Classes(t, "java.base") {
				n++
				f, err := Parse(class.Data)
				if err != nil {
					t.Fatalf("%s: %v", class.Name, err)
				}
				for i := range f.Methods {
					c, err := f.Methods[i].Decode()
					if err != nil {
						t.Fatal(err)
					}
					if c != nil {
						instructions += len(c.Instructions)
					}
				}
				if n%100 == 0 || os.Getenv("JPROF_ALL_CLASSES") != "" {
					names = append(names, strings.ReplaceAll(class.Name, "/", "."))
					want = append(want, listing(t, f)...)
				}
			}
			if n < 6000 || instructions < 1_000_000 {
				t.Errorf("%d classes, %d instructions", n, instructions)
			}
			var got []string
			for some := range slices.Chunk(names, 500) {
				got = append(got, javap(t, jdk, some...)...)
			}
			compareListings(t, want, got)
		})
	}
}

func compareListings(t *testing.T, got, want []string) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("line %d of %d: got\n%s\njavap has\n%s", i, len(want), strings.Join(got[max(0, i-9):i+1], "\n"),
				want[i])
		}
	}
	if len(got) != len(want) || len(got) == 0 {
		t.Errorf("%d lines, javap has %d", len(got), len(want))
	}
}

var (
	spaces  = regexp.MustCompile(`\s+`)
	comment = regexp.MustCompile(` // (?:(?:Interface)?Method|Field|InvokeDynamic) (.*)$| // .*$`)
	// ours are the lines of javap that listing has, too: instructions, cases, handlers, lines.
	ours = regexp.MustCompile(`^\d+: |^-?\d+: \d+$|^default: \d+$|^\}$|^\d+ \d+ \d+ (?:any|Class \S+)$|^line \d+: \d+$`)
)

// javap returns the output of javap for classes, without the parts that listing lacks.
func javap(t *testing.T, jdk jtest.JDK, names ...string) []string {
	t.Helper()
	out, err := jdk.Run("javap", append([]string{"-c", "-p", "-l", "--module", "java.base"}, names...)...)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var lines []string
	method := false
	for text := range strings.Lines(string(out)) {
		method = method && strings.HasPrefix(text, "    ") || strings.HasPrefix(text, "    Code:")
		text = comment.ReplaceAllString(spaces.ReplaceAllString(strings.TrimSpace(text), " "), " $1")
		if text = strings.TrimSpace(text); method && ours.MatchString(text) {
			lines = append(lines, text)
		}
	}
	return lines
}

// listing prints the code of a class as javap does.
func listing(t *testing.T, f *File) []string {
	t.Helper()
	var out []string
	for i := range f.Methods {
		m := &f.Methods[i]
		c, err := m.Decode()
		if err != nil {
			t.Fatal(err)
		}
		if c != nil {
			out = append(out, c.listing(m)...)
		}
	}
	return out
}

func (c *Code) listing(m *Method) (out []string) {
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	offset := func(i int) int {
		if i == len(c.Instructions) {
			return m.Length()
		}
		return int(c.Instructions[i].Offset)
	}
	for _, n := range c.Instructions {
		head := fmt.Sprintf("%d: %v", n.Offset, n.Op)
		if m.code[n.Offset] == byte(Wide) {
			head += "_w"
		}
		switch n.Op.Format() {
		case ' ', '0', '1', '2', '3':
			add("%s", head)
		case 'b', 's', 'l':
			add("%s %d", head, n.A)
		case 'i':
			add("%s %d, %d", head, n.A, n.B)
		case 'j', 'J':
			add("%s %d", head, offset(int(n.A)))
		case 'a':
			add("%s %s", head, basic[n.ElementType()])
		case 'T', 'L':
			s := c.Switches[n.A]
			add("%s {", head)
			for i, v := range s.Values {
				add("%d: %d", v, offset(s.Targets[i]))
			}
			add("default: %d", offset(s.Default))
			add("}")
		default:
			add("%s", strings.TrimSpace(fmt.Sprintf("%s #%d%s", head, n.A, m.file.comment(n))))
		}
	}
	for _, h := range c.Handlers {
		kind := "any"
		if h.Type != 0 {
			kind = "Class " + m.file.Pool.Class(h.Type)
		}
		add("%d %d %d %s", offset(h.Start), offset(h.End), offset(h.Target), kind)
	}
	for _, l := range c.Lines {
		add("line %d: %d", l.Line, offset(l.Instruction))
	}
	return out
}

// comment returns the comment of javap on a constant, with the second operand before it.
func (f *File) comment(n Instruction) string {
	member := f.Pool.Member(int(n.A))
	where := member.Class + "."
	if member.Class == f.Name {
		where = ""
	}
	if strings.HasPrefix(where, "[") {
		where = `"` + member.Class + `".`
	}
	name := member.Name
	if strings.HasPrefix(name, "<") {
		name = `"` + name + `"`
	}
	switch n.Op {
	case MultiANewArray:
		return fmt.Sprintf(", %d", n.B)
	case InvokeDynamic:
		bootstrap, name, descriptor := f.Pool.Dynamic(int(n.A))
		return fmt.Sprintf(", 0 #%d:%s:%s", bootstrap, name, descriptor)
	case InvokeInterface:
		return fmt.Sprintf(", %d %s%s:%s", arguments(member.Descriptor)+1, where, name, member.Descriptor)
	}
	if member.Name == "" {
		return ""
	}
	return fmt.Sprintf(" %s%s:%s", where, name, member.Descriptor)
}

var argument = regexp.MustCompile(`\[*(?:[BCDFIJSZ]|L[^;]*;)`)

// arguments is the number of locals that the arguments of a method take.
func arguments(descriptor string) int {
	n := 0
	for _, a := range argument.FindAllString(descriptor[:strings.IndexByte(descriptor, ')')], -1) {
		n++
		if a == "J" || a == "D" {
			n++
		}
	}
	return n
}
