package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/urfave/cli/v2"

	"jprof/internal/runs"
	"jprof/internal/runs/lookup"
	"jprof/internal/settings"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
)

// TestExitCodeOf: each sort of failure has an exit code of its own.
func TestExitCodeOf(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, settings.FileName), []byte("check: {lines: 120}"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, badSettings := settings.Read(dir)
	_, noStore := runs.FindStore(dir)
	finder := &runs.Finder{Store: runs.Store{Project: dir}, Dir: dir}
	_, noneYet := finder.One("", runs.WantCounts)
	_, unknown := finder.One("v1", runs.WantCounts)
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{exit.Of(7), 7},
		{exit.Status(exit.Failed), 1},
		{exit.Usagef("", "wrong"), 2},
		{lookup.WithNear(errors.New("Mian: no such class"), "Mian", []string{"Main"}), 2},
		{badSettings, 2},
		{noStore, 3},
		{noneYet, 3},
		{unknown, 3},
		{fmt.Errorf("diff: %w", unknown), 3},
		{fs.ErrPermission, 4},
		{exit.Keep(7, unknown), 7},
		{exit.Keep(0, fs.ErrPermission), 4},
	} {
		if got := exitCode(context.Background(), term.New(&bytes.Buffer{}, os.Getenv), test.err); got != test.want {
			t.Errorf("exit code %d for %v, want %d", got, test.err, test.want)
		}
	}
}

// TestEndsSoon interrupts actions: one that ends by itself, and one that waits for what never comes.
func TestEndsSoon(t *testing.T) {
	for _, ends := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			ctx, interrupt := context.WithCancelCause(t.Context())
			s := &session{open: []io.Closer{nil}}
			never := make(chan bool)
			action := s.endsSoon(func(c *cli.Context) error {
				if <-c.Context.Done(); ends {
					return exit.Of(7)
				}
				<-never
				return nil
			})
			time.AfterFunc(time.Minute, func() { interrupt(exit.Interrupted{Signal: os.Interrupt}) })
			err := action(cli.NewContext(nil, flag.NewFlagSet("", flag.ContinueOnError), &cli.Context{Context: ctx}))
			if i := (exit.Interrupted{}); errors.As(err, &i) == ends || (s.open != nil) != ends {
				t.Errorf("ends %v: %v, open %v", ends, err, s.open)
			}
			close(never)
		})
	}
}

func TestExitCodes(t *testing.T) {
	if got := exit.Keep(0, nil); got != nil {
		t.Errorf("keepStatus(0, nil) = %v", got)
	}
	failed := errors.New("failed")
	if got := exit.Keep(0, failed); got != failed {
		t.Errorf("keepStatus(0, err) = %v", got)
	}
	if got := exit.Keep(3, failed); !errors.Is(got, failed) {
		t.Errorf("keepStatus(3, err) = %v", got)
	}
}
