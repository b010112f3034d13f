package rt

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/jtest"
)

// tortured is the number of JVMs in TestTorture.
var tortured = flag.Int("jvms", 12, "the `NUMBER` of JVMs that share a folder in TestTorture")

// victim is a JVM in TestTorture. It prints a dot before each block of 10 executions.
type victim struct {
	cmd    *exec.Cmd
	dots   *os.File
	stderr bytes.Buffer
}

// most returns how many executions the JVM may have counted.
func (v *victim) most(t *testing.T) uint64 {
	info, err := v.dots.Stat()
	if err != nil {
		t.Error(err)
		return 0
	}
	return uint64(10 * info.Size())
}

// torture is the state of TestTorture.
type torture struct {
	service
	*testing.T
	mu      sync.Mutex
	victims []*victim
	// least has a count of those JVMs that ended, as these lack nothing.
	least  uint64
	killed bool
}

// TestTorture has JVMs that share a folder. Each of them ends by itself, by a signal, or is killed at any moment, while
// others join their files. Whoever reads the folder meanwhile sees no count twice, and none disappear.
func TestTorture(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals on Windows")
	}
	s := buildService(t, jtest.Newest(t))
	x := &torture{service: s, T: t}
	end := make(chan struct{})
	var readers, jvms sync.WaitGroup
	readers.Go(func() { x.read(end) })
	numbers := make(chan int)
	for range 4 {
		jvms.Go(func() {
			for i := range numbers {
				x.live(i)
			}
		})
	}
	for i := range *tortured {
		numbers <- i
	}
	close(numbers)
	jvms.Wait()
	close(end)
	readers.Wait()
	for range 2 { // the first joins what all others have left, and the second what the first has
		run(t, s.command("wait"))
	}
	got, err := x.sum()
	if err != nil {
		t.Fatal(err)
	}
	if most := x.most(); got < x.least || got > most || !x.killed && got != most {
		t.Errorf("%d are counted, want %d to %d", got, x.least, most)
	}
	files, err := os.ReadDir(s.dir)
	if err != nil || len(files) > 5 { // a joined file, the two of the last JVM, and those of fold.lock and fold.tmp
		t.Errorf("%d files, %v: %v", len(files), err, files)
	}
	for i, v := range x.victims {
		if text := v.stderr.String(); strings.Contains(text, "jprof") {
			t.Errorf("JVM %d: %s", i, text)
		}
	}
}

// live runs a JVM.
func (x *torture) live(i int) {
	program := "blocks 100000"
	how := rand.IntN(4)
	if how == 0 {
		program = "blocks " + strconv.Itoa(rand.IntN(300))
	}
	v := &victim{cmd: x.command(program, "JPROF_PERIOD="+[]string{"0.01", "0.02", "0.05"}[i%3])}
	var err error
	if v.dots, err = os.Create(filepath.Join(x.classes, strconv.Itoa(i))); err != nil {
		x.Error(err)
		return
	}
	v.cmd.Stdout, v.cmd.Stderr = v.dots, &v.stderr
	x.mu.Lock()
	x.victims = append(x.victims, v)
	err = v.cmd.Start()
	x.mu.Unlock()
	if err != nil {
		x.Error(err)
		return
	}
	if how > 0 {
		time.Sleep(time.Duration(rand.IntN(1500)) * time.Millisecond)
	}
	switch how {
	case 1: // it ends, with all of its counts
		x.signal(v, syscall.SIGTERM)
	case 2:
		x.signal(v, os.Kill)
	case 3: // it is killed while it ends
		x.signal(v, syscall.SIGTERM)
		time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
		x.signal(v, os.Kill)
	}
	_ = v.cmd.Wait() // the exit code is that of the signal
	x.mu.Lock()
	defer x.mu.Unlock()
	if how <= 1 {
		x.least += v.most(x.T)
	} else {
		x.killed = true
	}
}

// signal sends a signal to a JVM, which may have ended.
func (x *torture) signal(v *victim, s os.Signal) {
	if err := v.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		x.Error(err)
	}
}

// most returns how many executions all JVMs may have counted.
func (x *torture) most() uint64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	var sum uint64
	for _, v := range x.victims {
		sum += v.most(x.T)
	}
	return sum
}

// sum returns the counter of all files.
func (x *torture) sum() (sum uint64, err error) {
	err = counts.Stable([]string{x.dir}, func(paths []string) error {
		adder := counts.NewAdder(serviceMaps)
		for _, path := range paths {
			adder.Add(path)
			if _, err := counts.ReadFile(path); errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if c := adder.Take().Counters(idS); c != nil {
			sum = c[2]
		}
		return nil
	})
	return sum, err
}

// read adds up the counts again and again. Files that JVMs join all the time are read later.
func (x *torture) read(end <-chan struct{}) {
	last, reads := uint64(0), 0
	for {
		select {
		case <-end:
			x.Logf("%d were seen in %d reads", last, reads)
			return
		default:
		}
		got, err := x.sum()
		if err != nil {
			continue
		}
		if most := x.most(); got < last || got > most {
			x.Errorf("%d are counted, after %d, of at most %d", got, last, most)
		}
		last = got
		reads++
	}
}
