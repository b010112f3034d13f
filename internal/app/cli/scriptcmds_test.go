package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/shirou/gopsutil/v4/process"

	"jprof/internal/format/counts"
	"jprof/internal/jtest"
)

// hashTreeCmd is hashtree DIR NAME: keeps a hash of all files below DIR but .jprof in the variable NAME.
func hashTreeCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: hashtree DIR NAME")
	}
	root := ts.MkAbs(args[0])
	h := sha256.New()
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == ".jprof" {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var text []byte
		if info.Mode().Type() == fs.ModeSymlink { // it may lead to a folder
			var target string
			target, err = os.Readlink(path)
			text = []byte(target)
		} else {
			text, err = os.ReadFile(path)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %s %d %s\n%s", path, info.Mode(), len(text), info.ModTime(), text)
		return nil
	}))
	ts.Setenv(args[1], hex.EncodeToString(h.Sum(nil)))
}

// messagesCmd is messages FILE: each line of FILE is a message of jprof that follows the rules in internal/util/term.
func messagesCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: messages FILE")
	}
	text := ts.ReadFile(args[0])
	if text == "" {
		ts.Fatalf("no message")
	}
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if !strings.HasPrefix(line, "jprof: ") && line != "jprof:" {
			ts.Fatalf("no prefix: %q", line)
		}
		if strings.HasSuffix(line, ".") && !strings.HasSuffix(line, "...") || strings.HasSuffix(line, "!") {
			ts.Fatalf("ends like a sentence: %q", line)
		}
	}
}

// bigMethodCmd is bigmethod FILE CLASS [N]: writes a class with a method of N conditional statements; without N it is
// as long as javac allows, so that no counters fit into it any more.
func bigMethodCmd(ts *testscript.TestScript, neg bool, args []string) {
	n := 4000
	if len(args) == 3 {
		var err error
		n, err = strconv.Atoi(args[2])
		ts.Check(err)
	} else if neg || len(args) != 2 {
		ts.Fatalf("usage: bigmethod FILE CLASS [N]")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "public class %s {\n    static int run(int n) {\n        int s = 0;\n", args[1])
	// 13 bytes of code each, 20 with a counter; javac allows 65,535.
	for i := range n {
		fmt.Fprintf(&b, "        if (n == %d) s += 1000;\n", 200+i)
	}
	fmt.Fprintf(&b, "        return s;\n    }\n}\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o666))
}

// cutCmd is cut FILE N: takes the last N bytes of FILE away.
func cutCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut FILE N")
	}
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), info.Size()-n))
}

// pokeCmd is poke FILE OFFSET BYTE: puts one byte, given as a number, into FILE.
func pokeCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: poke FILE OFFSET BYTE")
	}
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	value, err := strconv.ParseUint(args[2], 10, 8)
	ts.Check(err)
	text, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	text[at] = byte(value)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o666))
}

// raiseCmd is raise FILE N: sets all counters but 0 in FILE, the counts of a run, to N.
func raiseCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: raise FILE N")
	}
	n, err := strconv.ParseUint(args[1], 10, 63)
	ts.Check(err)
	f, err := counts.Read(strings.NewReader(ts.ReadFile(args[0])), args[0])
	ts.Check(err)
	for _, s := range f.Sections {
		for i, c := range s.Counters {
			s.Counters[i] = min(c, 1) * n
		}
	}
	var out bytes.Buffer
	ts.Check(counts.Write(&out, f))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), out.Bytes(), 0o666))
}

// globCmd is glob NAME PATTERN: keeps the one path that matches PATTERN in the variable NAME. With ! there must
// be none.
func globCmd(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: glob NAME PATTERN")
	}
	found, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	if neg && len(found) == 0 {
		return
	}
	if neg || len(found) != 1 {
		ts.Fatalf("%s matches %d paths: %q", args[1], len(found), found)
	}
	ts.Setenv(args[0], found[0])
}

// interruptCmd is interrupt FILE: waits until FILE exists, and sends SIGINT to the process whose pid is in it.
func interruptCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: interrupt FILE")
	}
	var text []byte
	if !jtest.Await(func() bool {
		text, _ = os.ReadFile(ts.MkAbs(args[0]))
		return strings.HasSuffix(string(text), "\n")
	}) {
		ts.Fatalf("%s did not come", args[0])
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	ts.Check(err)
	p, err := os.FindProcess(pid)
	ts.Check(err)
	ts.Check(p.Signal(syscall.SIGINT))
}

// endedCmd is ended FILE: the process whose pid is in FILE has ended. It may wait for a parent that asks how.
func endedCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: ended FILE")
	}
	if status := running(ts, args[0]); status != nil {
		ts.Fatalf("the process of %s is still there: %v", args[0], status)
	}
}

// goneCmd is gone FILE: waits until the process whose pid is in FILE has ended.
func goneCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gone FILE")
	}
	if !jtest.Await(func() bool { return running(ts, args[0]) == nil }) {
		ts.Fatalf("the process of %s does not end", args[0])
	}
}

// running is the status of the process whose pid is in file, nil if it has ended.
func running(ts *testscript.TestScript, file string) []string {
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(file)))
	ts.Check(err)
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return nil // ended just now
	}
	status, err := p.Status()
	if err != nil || slices.Contains(status, process.Zombie) {
		return nil
	}
	return status
}

// tmpfsCmd is tmpfs DIR SIZE: mounts a disk of that size, until the script ends.
func tmpfsCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tmpfs DIR SIZE")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+args[1], "none", dir).CombinedOutput()
	if err != nil {
		ts.Fatalf("mount: %v: %s", err, out)
	}
	ts.Defer(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			ts.Logf("umount: %v: %s", err, out)
		}
	})
}

// copyFile copies a file to a new one.
func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}

// withoutAgentCmd is withoutagent FILE: builds a jprof that has no Java agent in it, whether this one has it or not.
func withoutAgentCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: withoutagent FILE")
	}
	root, err := filepath.Abs("../../..") // of the test, not of the script
	ts.Check(err)
	jar := filepath.Join(root, "plugins/agent/dist/agent.jar")
	overlay := ts.MkAbs("overlay.json")
	ts.Check(os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: ""}}`, jar), 0o666))
	cmd := exec.Command("go", "build", "-overlay", overlay, "-o", ts.MkAbs(args[0]), "./cmd/jprof")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		ts.Fatalf("%v: %s", err, out)
	}
}
