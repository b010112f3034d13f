package watch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/fsnotify/fsnotify"

	"jprof/buildtools"
	"jprof/internal/util/words"
	"jprof/runner"
)

// Build is a build or program of jprof that is run, and again when its files were saved.
type Build struct {
	// Next is the command of the next run, and a note about it, "" for none. With all, the run has all tests.
	Next func(all bool) (command buildtools.Command, note string)
	// Look takes a snapshot of the files that it reads.
	Look func() (runner.Snapshot, error)
	// Step returns the goal or task that begins, by a line of the output; "" for other lines. It may be nil.
	Step func(line string) string
	// Help reports whether a line of the output only explains how to use the build tool. It may be nil.
	Help func(line string) bool
	// Stdio gets its output; in a terminal, it is shown there.
	Stdio runner.Stdio
}

// The messages of a build that is run again.
type (
	// begun says that a build has begun.
	begun struct{ line, note string }
	// built says that it has ended.
	built struct {
		code        int
		interrupted bool
	}
	// saved lists the files that were saved, so that the next build begins.
	saved struct{ files []string }
)

const (
	// quiet is the time without a saved file before a build begins: editors save several files, and each in steps.
	quiet = 300 * time.Millisecond
	// looks is the time between two looks at the files where the system does not report changes.
	looks = 2 * time.Second
)

// builder runs a build again and again.
type builder struct {
	Build
	send      func(any)
	interrupt chan struct{} // ends the build that runs
	again     chan struct{} // asks for a build with all tests, after the one that runs

	mu       sync.Mutex
	building bool            // a build is about to begin, or runs: stop reaches it
	process  *runner.Process // nil where none runs
}

func newBuilder(b Build, send func(any)) *builder {
	return &builder{Build: b, send: send, interrupt: make(chan struct{}, 1),
		again: make(chan struct{}, 1)}
}

// pid is the PID of the build, 0 where none runs.
func (b *builder) pid() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.process == nil {
		return 0
	}
	return b.process.PID()
}

// expect says that a build is about to begin. A call of stop that is left from an earlier one is forgotten.
func (b *builder) expect() {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-b.interrupt: // its build ended by itself meanwhile
	default:
	}
	b.building = true
}

// runs notes the build that runs; nil for none.
func (b *builder) runs(p *runner.Process) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.process, b.building = p, p != nil
}

// stop ends the build that runs or is about to begin, if there is one, and reports whether there is. It does not wait.
// Called again, it asks the build to end what it has started without the usual patience.
func (b *builder) stop() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.building {
		return false
	}
	select {
	case b.interrupt <- struct{}{}:
	default: // there is a call that was not read yet
	}
	return true
}

// runAll runs the build again with all tests, when the one that runs has ended. It does not wait.
func (b *builder) runAll() {
	select {
	case b.again <- struct{}{}:
	default: // it is asked for already
	}
}

// run runs the build, and again when files were saved, until ctx ends. Then it ends the build first.
func (b *builder) run(ctx context.Context) error {
	w := newSaves()
	defer w.close()
	for all := false; ; {
		b.expect()
		files, err := b.Look()
		if err != nil {
			return err
		}
		if _, err := w.follow(files); err != nil {
			b.send(trouble{fmt.Errorf("jprof looks for changes every %.0f seconds: %w", looks.Seconds(), err)})
		}
		seen, err := b.once(ctx, all)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if seen != nil {
			files = *seen
		}
		var changed []string
		if changed, all, err = b.awaitSave(ctx, w, files); err != nil || ctx.Err() != nil {
			return err
		}
		if !all {
			b.send(saved{changed})
		}
	}
}

// once runs the build, with all tests or those of the change, and waits for it. After stop, it returns the files as
// they were then: what was saved before does not start the build again.
func (b *builder) once(ctx context.Context, all bool) (seen *runner.Snapshot, err error) {
	command, note := b.Next(all)
	if ctx.Err() != nil {
		return nil, nil
	}
	p, err := runner.Start(command, b.Stdio)
	if err != nil {
		return nil, err
	}
	b.runs(p)
	b.send(begun{words.Command(append([]string{"jprof"}, command.Args...)), note})
	interrupted := b.await(ctx, p, func() {
		if files, failure := b.Look(); failure != nil {
			err = failure
		} else {
			seen = &files
		}
	})
	b.runs(nil)
	b.send(built{p.ExitCode(), interrupted})
	return seen, err
}

// await waits until a build has ended, and ends it when the user or ctx says so. It calls stopped when the user does so
// for the first time. It reports whether something but the build itself has ended it.
func (b *builder) await(ctx context.Context, p *runner.Process, stopped func()) (interrupted bool) {
	quit := ctx.Done()
	for {
		select {
		case <-p.Ended():
			return interrupted
		case <-b.interrupt:
			if interrupted {
				p.Interrupt()
				continue
			}
			go p.Stop(runner.JprofGrace)
			stopped()
		case <-quit:
			quit = nil
			if !interrupted {
				go p.Stop(runner.JprofGrace)
			}
		}
		interrupted = true
	}
}

// awaitSave waits until files differ from a snapshot, and nothing was saved for a while. It returns their paths,
// sorted. After runAll, all is true.
func (b *builder) awaitSave(ctx context.Context, w *saves, before runner.Snapshot) (changed []string, all bool,
	err error) {
	for {
		now, err := b.Look()
		if err != nil {
			return nil, false, err
		}
		if changed := differences(before, now); len(changed) > 0 {
			return changed, false, nil
		}
		more, err := w.follow(now)
		if err != nil {
			return nil, false, err
		}
		if !more && w.await(ctx, b.again) { // else something may have been saved there since the look
			return nil, true, nil
		}
		if ctx.Err() != nil {
			return nil, false, nil
		}
	}
}

// differences are the paths of files that were added, removed or changed, sorted.
func differences(before, now runner.Snapshot) []string {
	var list []string
	for path, is := range now.Files {
		if was, known := before.Files[path]; !known || was != is {
			list = append(list, path)
		}
	}
	for path := range before.Files {
		if _, there := now.Files[path]; !there {
			list = append(list, path)
		}
	}
	slices.Sort(list)
	return list
}

// saves reports when files in folders are saved.
type saves struct {
	watcher *fsnotify.Watcher // nil where the system cannot report
	folders map[string]bool
}

func newSaves() *saves {
	w, _ := fsnotify.NewWatcher() // without one, files are compared every few seconds
	return &saves{w, nil}
}

// follow follows the folders of a snapshot, and reports whether some are new. After an error, await only waits.
func (s *saves) follow(files runner.Snapshot) (more bool, err error) {
	if s.watcher == nil {
		return false, nil
	}
	before := s.folders
	s.folders = map[string]bool{}
	for _, folder := range files.Folders {
		path := filepath.Join(files.Root, folder)
		// Those that are known, too: one that was made again is another one.
		if err := s.watcher.Add(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			s.close()
			return false, err
		}
		s.folders[path] = true
		more = more || !before[path]
	}
	return more, nil
}

// await waits until something was saved, and then until nothing is for a while. It reports whether again ended it.
func (s *saves) await(ctx context.Context, again <-chan struct{}) bool {
	var events <-chan fsnotify.Event // none where the system cannot report
	var errs <-chan error
	var settled <-chan time.Time
	if s.watcher == nil {
		settled = time.After(looks)
	} else {
		events, errs = s.watcher.Events, s.watcher.Errors
	}
	for {
		select {
		case <-ctx.Done():
			return false
		case <-again:
			return true
		case <-settled:
			return false
		case e, open := <-events:
			if !open {
				return false
			}
			if e.Op != fsnotify.Chmod {
				settled = time.After(quiet)
			}
		case <-errs: // events were lost: look
			settled = time.After(quiet)
		}
	}
}

func (s *saves) close() {
	if s.watcher != nil {
		s.watcher.Close() // nobody reads it any more
		s.watcher = nil
	}
}

// tail keeps the last lines of an output, and the step that has begun last.
type tail struct {
	stepOf func(line string) string // see Build.Step
	isHelp func(line string) bool   // see Build.Help

	mu    sync.Mutex
	lines [][]byte // the last one is not complete
	step  string
}

// maxLines limits the lines of an output that are kept, and maxLine the bytes of each.
const (
	maxLines = 2000
	maxLine  = 4096
)

// Write adds text.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, part := range bytes.Split(p, []byte("\n")) {
		if i > 0 || len(t.lines) == 0 {
			t.lines = append(t.lines, nil)
		}
		last := &t.lines[len(t.lines)-1]
		*last = append(*last, part[:min(len(part), max(0, maxLine-len(*last)))]...)
		if t.stepOf == nil {
			continue
		}
		// Old Gradle ends the line of a task when the task has ended.
		if step := t.stepOf(strings.TrimRight(ansi.Strip(string(*last)), "\r")); step != "" {
			t.step = step
		}
	}
	t.lines = t.lines[max(0, len(t.lines)-maxLines):]
	return len(p), nil
}

// last returns the last lines, at most n, without those that only explain the build tool.
func (t *tail) last(n int) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := t.lines
	if len(lines) > 0 && len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	var list []string
	for i := len(lines) - 1; i >= 0 && len(list) < n; i-- {
		line := bytes.TrimRight(lines[i], "\r")
		if i := bytes.LastIndexByte(line, '\r'); i >= 0 { // progress that is written over
			line = line[i+1:]
		}
		if t.isHelp == nil || !t.isHelp(ansi.Strip(string(line))) {
			list = append(list, string(line))
		}
	}
	slices.Reverse(list)
	return list
}

// begun is the step that has begun last, "" if none is known.
func (t *tail) begun() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.step
}

// clear forgets all lines.
func (t *tail) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines, t.step = nil, ""
}
