package testcounts

import (
	"bufio"
	"encoding/json"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"jprof/internal/format/probe"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/regular"
)

// The files of the recorder for files (plugins/tests, Opened): rootsFile in the folder for counts has the paths of the
// project, and asks JVMs to record. Each JVM writes a text beside its count file, whose name ends with filesSuffix.
const (
	rootsFile   = "files.roots"
	filesSuffix = ".files"
)

// RecordFiles asks the JVMs that write to a folder for counts to record the files below a folder. roots has all paths
// of that folder: the usual one, and the one without links.
func RecordFiles(dir string, roots ...string) error {
	return atomicfile.WriteBytes(filepath.Join(dir, rootsFile), []byte(strings.Join(roots, "\n")+"\n"))
}

// files reads the files of a JVM that reported tests. Another one has no agent: it is the child of a test, which may
// read any file, or a program that the build itself runs, such as a server that tests ask.
func (d *division) files() {
	if len(d.stream.begun) == 0 {
		if d.jvm.Step == "" {
			d.collector.files.AddUnknown(AnyFile)
		}
		return
	}
	if d.jvm.Start.After(d.collector.files.f.Started) {
		d.collector.files.f.Started = d.jvm.Start
	}
	if !d.readFiles(d.jvm.Stem + filesSuffix) {
		d.collector.files.AddUnknown(d.jvm.Step)
	}
}

// readFiles reads the text of a JVM, and reports whether it is whole.
func (d *division) readFiles(name string) (whole bool) {
	in, err := regular.Open(name)
	if err != nil {
		return false
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	var stacks []FileStack
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		switch {
		case fields[0] == "end":
			whole = true
		case fields[0] == "s":
			stacks = append(stacks, d.stackOf(fields[1:]))
		case fields[0] == "f" && len(fields) >= 4:
			owner, err := strconv.ParseUint(fields[1], 10, 64)
			n, err2 := strconv.Atoi(fields[2])
			key, known := d.ownerKey(owner)
			if err != nil || err2 != nil || n >= len(stacks) || !known {
				return false
			}
			stack := FileStack{Unknown: true}
			if n >= 0 {
				stack = stacks[n]
			}
			p := FilePath{Path: strings.Join(fields[3:], "\t")}
			if p.Path != AnyFile {
				p.Path, p.Listed = path.Clean(p.Path), strings.HasSuffix(p.Path, "/")
			}
			d.collector.files.Add(key, p, stack)
		default:
			return false
		}
	}
	return whole && lines.Err() == nil
}

// ownerKey returns the key of the owner with a number in the stream.
func (d *division) ownerKey(number uint64) (Key, bool) {
	outside := Key{Kind: Outside, Step: d.jvm.Step}
	switch number {
	case ownerOutside:
		return outside, true
	case ownerShared:
		return Key{Kind: Shared, Step: d.jvm.Step}, true
	}
	b := d.stream.byNumber[number-1]
	if b == nil {
		return Key{}, false
	}
	if b.kind == beginTest {
		t := d.stream.test(b, d.jvm.Step)
		return t.Key(), true
	}
	if class := d.stream.class(b); class != "" {
		return Key{Kind: Class, Step: d.jvm.Step, Class: class}, true
	}
	return outside, true
}

// stackOf returns what matters of a stack, whose frames are class, method and line, the innermost first.
func (d *division) stackOf(frames []string) (s FileStack) {
	for i := len(frames) - 1; i >= 0; i-- {
		parts := strings.Split(frames[i], " ")
		if len(parts) != 3 {
			return FileStack{Unknown: true}
		}
		class, method := parts[0], parts[1]
		last := len(s.Frames) - 1
		switch {
		case probe.IsHelper(class) || isPlain(class):
		case d.collector.known(class):
			line, err := strconv.Atoi(parts[2])
			if err != nil {
				return FileStack{Unknown: true}
			}
			s.Frames = append(s.Frames, FileFrame{Class: class, Method: method, Line: line})
		case last < 0:
			s.Unknown = s.Unknown || !hasPrefix(class, harness)
		default:
			s.Frames[last].Library = true
			s.Static = s.Static || method == "<clinit>"
		}
	}
	s.Unknown = s.Unknown || len(s.Frames) == 0
	if s.Unknown {
		s.Frames = nil
	}
	return s
}

// key returns a text that is equal for equal stacks.
func (s FileStack) key() string {
	text, _ := json.Marshal(s) // it has only texts and numbers
	return string(text)
}

// harness lists starts of names of classes that run tests.
var harness = []string{"org.junit.", "junit.", "org.testng.", "org.apache.maven.surefire.", "org.gradle.",
	"worker.org.gradle.", "com.sun.proxy.", "jdk.proxy"}

// plain lists starts of names of classes of the JDK that open files for their callers, and keep nothing of them;
// keeping lists exceptions.
var (
	plain = []string{"jprof.tests.", "java.lang.", "java.io.", "java.nio.", "sun.nio.", "java.util.", "java.net.",
		"sun.net.www.", "sun.launcher.", "jdk.internal.loader.", "jdk.internal.reflect.", "sun.reflect.",
		"jdk.internal.misc.", "jdk.internal.event.", "jdk.internal.vm.", "sun.misc.", "java.security.AccessController",
		"javax.imageio.", "com.sun.imageio."}
	keeping = []string{"java.util.ResourceBundle", "java.util.ServiceLoader", "java.util.logging.", "java.util.prefs.",
		"java.util.spi.", "java.util.Currency", "java.util.TimeZone"}
)

func isPlain(class string) bool { return hasPrefix(class, plain) && !hasPrefix(class, keeping) }

func hasPrefix(class string, starts []string) bool {
	for _, start := range starts {
		if strings.HasPrefix(class, start) {
			return true
		}
	}
	return false
}
