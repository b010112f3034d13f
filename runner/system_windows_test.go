package runner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"

	"jprof/buildtools"
	"jprof/internal/jtest"
)

// TestMain is also the program that batch files of tests start: it prints its arguments, or waits.
func TestMain(m *testing.M) {
	switch os.Getenv("JPROF_TEST_PROGRAM") {
	case "print":
		text, _ := json.Marshal(os.Args[1:]) // a list of strings
		fmt.Println(string(text))
	case "wait":
		_ = os.WriteFile(os.Args[1], []byte(strconv.Itoa(os.Getpid())), 0o666)
		time.Sleep(time.Hour)
	default:
		os.Exit(m.Run())
	}
}

// batch is a batch file, in a folder with a blank, that gives its arguments to this program.
func batch(t *testing.T, program string, args ...string) buildtools.Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "my tools", "mvn.cmd")
	put(t, path, "@echo off\r\n\""+self+"\" %*\r\n")
	return buildtools.Command{Path: path, Args: args, Dir: filepath.Dir(path),
		Env: append(os.Environ(), "JPROF_TEST_PROGRAM="+program)}
}

// diskFull is the error of a full disk.
const diskFull = windows.ERROR_DISK_FULL

// TestBatchArguments checks that programs behind batch files get the arguments as they are.
func TestBatchArguments(t *testing.T) {
	args := []string{"verify", "-Dtest=A,B", "a b", `C:\my p\`, "x&y|z", "(a)", "<b>", "a^b", "!c!", "ü"}
	if windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() != nil {
		args = append(args, "100%", "%PATH%")
	} else {
		t.Log("without percent signs: the cmd.exe of Wine does not expand parts of variables")
	}
	var out bytes.Buffer
	result, err := Run(t.Context(), batch(t, "print", args...), Stdio{Out: &out}, DefaultGrace)
	if err != nil || result.ExitCode != 0 {
		t.Fatal(err, result)
	}
	var got []string
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	if !slices.Equal(got, args) {
		t.Errorf("got  %q\nwant %q", got, args)
	}
}

// TestStopEndsAll checks that the program that a batch file has started ends with it.
func TestStopEndsAll(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	p, err := Start(batch(t, "wait", file), Stdio{})
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if !jtest.Await(func() bool {
		text, _ := os.ReadFile(file)
		pid, err = strconv.Atoi(strings.TrimSpace(string(text)))
		return err == nil
	}) {
		t.Fatal("the program has not begun")
	}
	if found := descendants(); !slices.Contains(found, pid) || !slices.Contains(found, p.PID()) {
		t.Errorf("%v lacks %d or %d", found, pid, p.PID())
	}
	p.Stop(Grace{Ask: time.Second, Kill: time.Second})
	if !jtest.Await(func() bool { return !slices.Contains(descendants(), pid) }) {
		t.Error("the program still runs")
	}
}
