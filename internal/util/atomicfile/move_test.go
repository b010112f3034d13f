package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestAgain checks that files in use are tried again, and nothing else.
func TestAgain(t *testing.T) {
	used, other := errors.New("in use"), errors.New("other")
	for _, c := range []struct {
		fails []error
		want  error
	}{{nil, nil}, {[]error{used, used}, nil}, {[]error{used, other}, other}, {[]error{other}, other}} {
		calls := 0
		err := again(func() error {
			calls++
			if calls <= len(c.fails) {
				return c.fails[calls-1]
			}
			return nil
		}, func(err error) bool { return err == used })
		if want := len(c.fails); err != c.want || c.want == nil && calls != want+1 || c.want != nil && calls != want {
			t.Errorf("%v: %v after %d calls", c.fails, err, calls)
		}
	}
	if err := again(func() error { return used }, func(error) bool { return true }); err != used {
		t.Errorf("in use for ever: %v", err)
	}
}

// closer closes the lock in a folder. Systems that remove no open files remove the folder after that only.
type closer struct{ closed int }

func (c *closer) Close() error { c.closed++; return nil }

func TestRemoveLocked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	if err := errors.Join(os.Mkdir(dir, 0o777), os.WriteFile(filepath.Join(dir, "lock"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	for range 2 { // another process may have removed it
		var c closer
		if err := RemoveLocked(dir, &c); err != nil || c.closed != 1 {
			t.Errorf("%v, closed %d times", err, c.closed)
		}
		if _, err := os.Lstat(dir); !os.IsNotExist(err) {
			t.Errorf("it is still there: %v", err)
		}
	}
}
