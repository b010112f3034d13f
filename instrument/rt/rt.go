package rt

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode/utf16"

	"jprof/internal/format/ancestors"
	"jprof/internal/format/counts"
	"jprof/internal/format/jfr"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/java/lex"
	"jprof/internal/util/lazyregexp"
)

// Class is the data of a helper class.
type Class struct {
	Package string   // dotted, "" for the unnamed package
	Name    string   // see ClassName
	ID      [16]byte // of the package in the map
	// CountsDir is the folder that the JVMs write into, unless JPROF_COUNTS names another. It is "" for a program that
	// is shipped with counters. Such a program writes the files of a service: see the package comment.
	CountsDir string
	Files     []FileCounters
}

// FileCounters describes the counters of one file.
type FileCounters struct {
	Method  string // see MethodName
	Base, N uint32 // the file's counters are Base to Base+N-1 of the class
	Uses
}

// Doc returns the name of the file, for a comment.
func (f FileCounters) Doc() string {
	if strings.HasPrefix(f.Method, "__") {
		return "a file of the package"
	}
	return "{@code " + f.Method + ".java}"
}

// Uses lists the methods that the inserted code of a file calls besides the one that counts.
type Uses struct {
	Lambdas bool // Foo(8, () -> g(x)): the body of a lambda
	Tests   bool // Foo(8, true), Foo(8, true, p = 9): an operand of a condition
	Traps   bool // Foo(8, p): a handler of exceptions
	Deep    bool // Rows.DEEP_Foo[p]: a handler that may have no stack for a call, see DeepField

	Finds     bool // Foo(): the row of the thread, for the counters that follow
	Rows      bool // Foo(row, 8) and, with Tests, Foo(row, 8, true): the row of the thread is known
	Sums      bool // Foo(row, 8, n): a loop has counted in a local variable
	Endings   bool // __halt(1), __exit(1), __hook(thread): calls that end the JVM, or code that runs when it ends
	Arguments bool // __pass(Foo(8), x): an argument that is passed on
}

// DeepField returns the array of the helper class in which handlers of exceptions count if the stack has no room for a
// call of method. Its indices are the file's counters.
func DeepField(method string) string { return "Rows.DEEP_" + method }

// Endings of the names of count files. A file gets the second ending when it has all counts of its JVM.
const (
	PartSuffix  = ".part"
	WholeSuffix = ".counts"
)

//go:embed *.java.tmpl
var templates embed.FS

// helper is the parsed template. It is parsed at the first use, because many commands make no helper class.
var helper = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Option("missingkey=error").ParseFS(templates, "*.java.tmpl"))
})

// hostVersion is the version of the messages between helper classes (Host.accept, Rows.get). Helper classes of another
// version write their own files. The recorder of tests uses it to find the host (Recording.HOST in plugins/tests).
const hostVersion = 6

// slots is the number of places for threads in the table of a helper class. It is a power of two, so that threads with
// successive ids have different places.
const slots = 128

// fastRows numbers the threads, besides the first, that are found by comparing. Most programs only start in the thread
// of main, and do their work in a few others.
var fastRows = []int{2, 3, 4}

// pad is the number of unused longs after the counters of a row: 128 bytes, or two cache lines, which processors fetch
// together.
const pad = 16

// budget is the number of bytes that the counters of threads may have in a shipped program, beside the first rows of
// each helper class. Threads without a row of their own share atomic counters.
const budget = 12 << 20

// Source returns the source of a helper class. It is ASCII, so that it is valid in all encodings that keep ASCII.
func Source(c Class) []byte {
	data := map[string]any{
		"Primitives": []string{"boolean", "byte", "char", "double", "float", "int", "long", "short"},
		"Package":    c.Package, "Name": c.Name, "Files": c.Files,
		"ID0":    fmt.Sprintf("0x%xL", c.ID[:8]),
		"ID1":    fmt.Sprintf("0x%xL", c.ID[8:]),
		"Folder": literal(c.CountsDir), "Part": literal(PartSuffix), "Whole": literal(WholeSuffix),
		"Reserve":  literal(counts.Reserve),
		"Settings": literal(jfr.SettingsFile), "Recording": literal(jfr.RecordingSuffix),
		"NoRecording": literal(jfr.MissingSuffix),
		"Magic":       literal(string(recordfile.Counts)), "Version": hostVersion, "FormatVersion": recordfile.Version,
		"Shipped": c.CountsDir == "", "Budget": budget,
		"WhoFlag": counts.WhoFlag, "FoldedFlag": counts.FoldedFlag, "HashedFlag": counts.FramesHashed,
		"MaxAncestors": ancestors.Max,
		"Slots":        slots, "SlotMask": slots - 1, "Pad": pad, "Fast": fastRows,
		"TagAbout": recordfile.TagAbout, "TagItem": recordfile.TagItem, "TagEnd": recordfile.TagEnd,
		"Prefix": literal(probe.HelperPrefix), "NameSize": len(ClassName()), "FramesMissing": counts.FramesMissing,
		"Monitor":   literal(counts.Monitor),
		"Lambdas":   slices.ContainsFunc(c.Files, func(f FileCounters) bool { return f.Lambdas }),
		"Deep":      slices.ContainsFunc(c.Files, func(f FileCounters) bool { return f.Deep }),
		"Endings":   slices.ContainsFunc(c.Files, func(f FileCounters) bool { return f.Endings }),
		"Arguments": slices.ContainsFunc(c.Files, func(f FileCounters) bool { return f.Arguments }),
	}
	end := uint64(0)
	for _, f := range c.Files {
		end = max(end, uint64(f.Base)+uint64(f.N))
	}
	data["Counters"] = end
	var out bytes.Buffer
	if err := helper().ExecuteTemplate(&out, "helper.java.tmpl", data); err != nil {
		// The template and its data are both in this file; only a fault in them can get here, and javac will report it.
		fmt.Fprintf(&out, "\n%v\n", err)
	}
	return indentation().ReplaceAll(out.Bytes(), []byte("\n"))
}

// indentation matches the starts of lines, and empty lines. Helper classes have none, because javac reads one for each
// package.
var indentation = lazyregexp.New(`\n\s+`)

// literal returns a Java string literal for s. Bytes that are not UTF-8 become U+FFFD, because Java strings cannot hold
// them.
func literal(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range utf16.Encode([]rune(s)) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(byte(c))
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\%03o`, c) // \u000a would be a line break in the source
		case c < 0x7f:
			b.WriteByte(byte(c))
		default:
			fmt.Fprintf(&b, `\u%04x`, c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// ClassName returns the name of a helper class: __Counter and 8 hex digits of a hash of the keys. The keys must
// distinguish the class from all others in the same Java package.
func ClassName(keys ...string) string {
	h := sha256.New()
	for _, key := range keys {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(key)))
		h.Write(n[:])
		h.Write([]byte(key))
	}
	return probe.HelperPrefix + hex.EncodeToString(h.Sum(nil)[:4])
}

// className matches the name of a helper class.
var className = lazyregexp.New(probe.HelperPrefix + `[0-9A-Fa-f]{8}(?:[^0-9A-Za-z_$]|$)`)

// Instrumented reports whether a source is a helper class or calls one. Such a source must not be counted again.
func Instrumented(src []byte) bool {
	return bytes.Contains(src, []byte(probe.HelperPrefix)) && className().Match(src)
}

// MethodName returns the name of the method that counts in a file: Foo for Foo.java. If that is not an ASCII identifier
// that a method can have, it is __ and 16 hex digits. Different files of a folder have different names.
func MethodName(fileName string) string {
	name, ok := strings.CutSuffix(fileName, ".java")
	isReserved := lex.IsKeyword(name) || slices.Contains(reserved, name)
	if ok && isIdentifier(name) && !strings.HasPrefix(name, "__") && !isReserved {
		return name
	}
	sum := sha256.Sum256([]byte(fileName))
	return "__" + hex.EncodeToString(sum[:8])
}

func isIdentifier(s string) bool {
	for i := range len(s) {
		if !isPart(s[i]) || i == 0 && s[i] >= '0' && s[i] <= '9' {
			return false
		}
	}
	return s != ""
}

func isPart(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// reserved lists words that methods cannot have as names in some places or some versions of Java, and the methods of
// java.lang.Object.
var reserved = strings.Fields(`
	_ exports module non-sealed open opens permits provides record requires sealed to transitive uses var when with
	yield clone equals finalize getClass hashCode notify notifyAll toString wait`)
