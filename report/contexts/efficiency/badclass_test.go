package efficiency_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"jprof/internal/format/contexts"
	"jprof/internal/jtest"
	"jprof/report/contexts/efficiency"
)

// TestWithoutLines has classes without line numbers, names of sources and of variables: all numbers are the same.
func TestWithoutLines(t *testing.T) {
	jdk := jtest.Newest(t)
	whole := byKey(analyzed(t, recorded(t, jdk, timeFormat, "TimeFormat"), efficiency.Default()))
	bare := byKey(analyzed(t, recorded(t, jdk, timeFormat, "TimeFormat", "-g:none"), efficiency.Default()))
	for key, w := range whole {
		if m := bare[key]; m == nil || numbers(m) != numbers(w) || m.Cost != w.Cost || m.Line != 0 {
			t.Errorf("%s: %+v, was %+v", key, m, w)
		}
	}
}

// obfuscated are names as tools for that write them: all alike, words of Java, and no identifiers.
var obfuscated = map[string]string{"Builder": "a", "Base": "b", "Text": "if", "Copies": "c$1", "Encoder": "a$a",
	"formatTime": "a", "zeroPad": "do", "outputTime": "1a", "append": "a", "copyOf": "a-b", "toString": "toString"}

// TestObfuscated has classes with such names, and without names of variables and lines: all numbers are the same.
func TestObfuscated(t *testing.T) {
	jdk := jtest.Newest(t)
	classes := filepath.Join(t.TempDir(), "classes")
	if out, err := jdk.Run("javac", "-g:none", "-d", classes, timeFormat); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(classes, "*.class"))
	if err != nil {
		t.Fatal(err)
	}
	hidden := filepath.Join(t.TempDir(), "hidden")
	if err := os.Mkdir(hidden, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := renamed(strings.TrimSuffix(filepath.Base(file), ".class"))
		if err := os.WriteFile(filepath.Join(hidden, name+".class"), renamedClass(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, err := contexts.Collect(recordedOf(t, jdk, hidden, "TimeFormat", ""), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	got := byKey(analyzed(t, c, efficiency.Default()))
	for key, w := range byKey(analyzed(t, recorded(t, jdk, timeFormat, "TimeFormat"), efficiency.Default())) {
		if m := got[renamed(key)]; m == nil || numbers(m) != numbers(w) || m.Cost != w.Cost {
			t.Errorf("%s: %+v, was %+v", renamed(key), m, w)
		}
	}
}

var identifier = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

func renamed(name string) string {
	return identifier.ReplaceAllStringFunc(name, func(s string) string {
		if to, ok := obfuscated[s]; ok {
			return to
		}
		if to, ok := obfuscated[strings.TrimPrefix(s, "L")]; ok { // in a descriptor
			return "L" + to
		}
		return s
	})
}

// renamedClass renames all texts in the constant pool of a class file.
func renamedClass(data []byte) []byte {
	out := slices.Clone(data[:10])
	at := 10
	for i := 1; i < int(binary.BigEndian.Uint16(data[8:])); i++ {
		size := map[byte]int{3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 9: 5, 10: 5, 11: 5, 12: 5, 15: 4, 16: 3, 17: 5, 18: 5,
			19: 3, 20: 3}[data[at]]
		switch data[at] {
		case 1:
			n := int(binary.BigEndian.Uint16(data[at+1:]))
			text := renamed(string(data[at+3 : at+3+n]))
			out = append(out, 1, byte(len(text)>>8), byte(len(text)))
			out = append(out, text...)
			at += 3 + n
			continue
		case 5, 6:
			i++
		}
		out = append(out, data[at:at+size]...)
		at += size
	}
	return append(out, data[at:]...)
}

// TestOtherClasses has a class file that is not the one that ran: of a version of Java that is not known, empty, cut,
// and with wrong bytes. What is not of it stays right, and it is said where it cannot be read.
func TestOtherClasses(t *testing.T) {
	jdk := jtest.Newest(t)
	c := recorded(t, jdk, timeFormat, "TimeFormat")
	whole := byKey(analyzed(t, c, efficiency.Default()))
	source := c.Profile.Source()
	head := *source.Head()
	at := slices.IndexFunc(head.Classes, func(c contexts.Class) bool { return c.Name == "Encoder" })
	original, err := c.Pack.Class(head.Classes[at].SHA)
	if err != nil || original == nil {
		t.Fatal(err)
	}
	analyze := func(class []byte) *efficiency.Result {
		head.Classes = slices.Clone(source.Head().Classes)
		pack := contexts.NewPack()
		pack.Merge(c.Pack)
		head.Classes[at].SHA = pack.Add(class)
		r, err := efficiency.Analyze(other{source, &head}, pack, efficiency.Default())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	later := slices.Clone(original)
	binary.BigEndian.PutUint16(later[6:], 999)
	for key, m := range byKey(analyze(later)) {
		if numbers(m) != numbers(whole[key]) {
			t.Errorf("a later version of Java: %s: %s, was %s", key, numbers(m), numbers(whole[key]))
		}
	}
	bad := map[string][]byte{"empty": {}, "no class": []byte("PK\x03\x04 this is a zip"),
		"cut": original[:len(original)/2], "cut in its code": original[:len(original)-60]}
	for name, class := range bad {
		r := analyze(class)
		if len(r.Missing)+len(r.Damaged) == 0 || !strings.Contains(notesOf(r), "Encoder") {
			t.Errorf("%s: it is not said: %q", name, notesOf(r))
		}
		unaffected(t, name, r, whole)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		class := slices.Clone(original)
		for range 1 + n%3 {
			class[8+random.IntN(len(class)-8)] = byte(random.IntN(256))
		}
		unaffected(t, fmt.Sprintf("wrong bytes %d", n), analyze(class), whole)
	}
}

// TestTwoVersions has JVMs that loaded different versions of a class: sums are those of both.
func TestTwoVersions(t *testing.T) {
	jdk := jtest.Newest(t)
	program, err := os.ReadFile(timeFormat)
	if err != nil {
		t.Fatal(err)
	}
	edited := filepath.Join(t.TempDir(), "TimeFormat.java")
	text := strings.Replace(string(program), "return Copies.of(bytes, n);",
		"bytes = Copies.of(bytes, n); return bytes;", 1)
	if err := os.WriteFile(edited, []byte(text), 0o666); err != nil || text == string(program) {
		t.Fatal("nothing to edit", err)
	}
	var apart [2]map[string]*efficiency.Method
	var outs [2]string
	for i, source := range []string{timeFormat, edited} {
		outs[i] = recordedIn(t, jdk, source, "TimeFormat", "")
		c, err := contexts.Collect(outs[i], time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		apart[i] = byKey(analyzed(t, c, efficiency.Default()))
	}
	if err := os.CopyFS(outs[0], os.DirFS(outs[1])); err != nil {
		t.Fatal(err)
	}
	c, err := contexts.Collect(outs[0], time.Time{})
	if err != nil || len(c.Lacks()) > 0 {
		t.Fatal(err, c.Lacks())
	}
	differ := false
	for key, m := range byKey(analyzed(t, c, efficiency.Default())) {
		a, b := apart[0][key], apart[1][key]
		differ = differ || a.Cost != b.Cost
		if m.Cost != a.Cost+b.Cost || m.Value != a.Value+b.Value || m.Writes != a.Writes+b.Writes ||
			m.Captured != a.Captured+b.Captured || m.Invocations != a.Invocations+b.Invocations {
			t.Errorf("%s: %+v, want the sum of %+v and %+v", key, m.Numbers, a.Numbers, b.Numbers)
		}
	}
	if !differ {
		t.Error("both versions cost the same")
	}
}

// unaffected checks methods that neither belong to Encoder nor have called one.
func unaffected(t *testing.T, name string, r *efficiency.Result, whole map[string]*efficiency.Method) {
	t.Helper()
	checked := 0
	for key, m := range byKey(r) {
		w := whole[key]
		switch {
		case strings.HasPrefix(key, "Encoder") || m.Name == "getBytes" || m.Name == "outputTime" || m.Name == "main" ||
			m.Name == "arraycopy":
		case w == nil || numbers(m) != numbers(w) || m.Cost != w.Cost:
			t.Errorf("%s: %s: %s", name, key, numbers(m))
		default:
			checked++
		}
	}
	if checked < 15 {
		t.Errorf("%s: %d methods", name, checked)
	}
}
