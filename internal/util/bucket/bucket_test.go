package bucket

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// TestMain is also Program: a store of s3:// is the folder whose path is the parameter dir.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != Program {
		os.Exit(m.Run())
	}
	err := Serve(os.Stdin, os.Stdout, func(_ context.Context, text string) (Bucket, error) {
		u, err := url.Parse(text)
		if err != nil || u.Query().Get("dir") == "" {
			return nil, fmt.Errorf("cannot open %s&sig=geheim", text)
		}
		return failing{folder{u.Query().Get("dir")}}, nil
	})
	if err != nil {
		os.Exit(1)
	}
}

// failing is a bucket with keys that fail.
type failing struct{ Bucket }

func (f failing) Stat(ctx context.Context, key string) (Object, error) {
	switch key {
	case "die":
		fmt.Fprintln(os.Stderr, "panic: x?token=geheim")
		os.Exit(3)
	case "busy":
		return Object{}, Transient{errors.New("slow down")}
	case "denied":
		return Object{}, errors.New("no access: https://x?sig=geheim&y=1")
	}
	return f.Bucket.Stat(ctx, key)
}

// withProgram returns an environment with Program on the PATH.
func withProgram(t *testing.T) environ.Env {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the test needs a link to itself")
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(own, filepath.Join(dir, Program)); err != nil {
		t.Fatal(err)
	}
	return environ.Env{Dir: dir, Vars: []string{"PATH=" + dir}}
}

func parse(t *testing.T, text string) Place {
	t.Helper()
	p, _, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestBuckets does the same with a folder and through Program.
func TestBuckets(t *testing.T) {
	env := withProgram(t)
	for _, scheme := range []string{"file", "s3"} {
		dir := filepath.Join(t.TempDir(), "a store")
		text := "file://" + dir
		if scheme == "s3" {
			text = "s3://bucket?dir=" + url.QueryEscape(dir)
		}
		b, err := Open(t.Context(), env, parse(t, text))
		if err != nil {
			t.Fatal(err)
		}
		testBucket(t, b, dir)
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

func testBucket(t *testing.T, b Bucket, dir string) {
	ctx := t.Context()
	if list, err := b.List(ctx, ""); err != nil || len(list) != 0 {
		t.Errorf("nothing yet: %v, %v", list, err)
	}
	if _, err := b.Stat(ctx, "x/y"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	for _, text := range []string{"first", "second"} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := b.Put(ctx, "x/y", file); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Get(ctx, "x/y", file+"2", 6); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file + "2"); err != nil || string(text) != "second" {
		t.Errorf("%q, %v", text, err)
	}
	if err := b.Get(ctx, "x/y", file+"2", 5); err == nil || !strings.Contains(err.Error(), "larger than 5 bytes") {
		t.Error(err)
	}
	if o, err := b.Stat(ctx, "x/y"); err != nil || o.Size != 6 || time.Since(o.Time) > time.Hour {
		t.Errorf("%+v, %v", o, err)
	}
	const writers = 16
	var made [writers]bool
	var group sync.WaitGroup
	for i := range writers {
		group.Go(func() {
			var err error
			if made[i], err = b.Create(ctx, "x/!new", fmt.Append(nil, i)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	first := slices.Index(made[:], true)
	if first < 0 || slices.Contains(made[first+1:], true) {
		t.Fatalf("created: %v", made)
	}
	if err := b.Get(ctx, "x/!new", file, 10); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != fmt.Sprint(first) {
		t.Errorf("%q, %v", text, err)
	}
	var keys []string
	list, err := b.List(ctx, "x/")
	for _, o := range list {
		keys = append(keys, o.Key)
	}
	if err != nil || strings.Join(keys, " ") != "x/!new x/y" {
		t.Errorf("%q, %v", keys, err)
	}
	if list, err := b.List(ctx, "x/y"); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	if err := errors.Join(b.Delete(ctx, "x/y"), b.Delete(ctx, "x/y")); err != nil {
		t.Error(err)
	}
	if _, err := b.Stat(ctx, "x/y"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for _, key := range []string{"../out", "x/../../out", "/out"} {
		if _, err := b.Create(ctx, key, nil); err == nil {
			t.Errorf("%s was written", key)
		}
	}
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Create(ctx, "link/out", nil); err == nil {
		t.Error("a link led out of the folder")
	}
}

// TestProgramErrors checks the kinds of errors that Program reports, and that they name no credentials.
func TestProgramErrors(t *testing.T) {
	env := withProgram(t)
	_, err := Open(t.Context(), env, parse(t, "s3://bucket?x=1"))
	if err == nil || !strings.Contains(err.Error(), "cannot open") || strings.Contains(err.Error(), "geheim") {
		t.Error(err)
	}
	b, err := startProgram(t.Context(), env, parse(t, "s3://bucket?dir="+url.QueryEscape(t.TempDir())))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Stat(t.Context(), "busy"); !errors.As(err, new(Transient)) {
		t.Error(err)
	}
	_, err = b.Stat(t.Context(), "denied")
	if err == nil || strings.Contains(err.Error(), "geheim") || errors.As(err, new(Transient)) {
		t.Error(err)
	}
	_, err = b.Stat(t.Context(), "die")
	if err == nil || !strings.Contains(err.Error(), "jprof-store ended") || strings.Contains(err.Error(), "geheim") {
		t.Error(err)
	}
	none := environ.Env{Dir: t.TempDir(), Vars: []string{"PATH=" + t.TempDir()}}
	_, err = Open(t.Context(), none, parse(t, "gs://bucket"))
	if err == nil || !strings.Contains(err.Error(), "needs the program jprof-store") || len(term.Hints(err)) != 1 {
		t.Error(err)
	}
}

// TestRetries checks that only errors that may pass are tried again, and not for ever.
func TestRetries(t *testing.T) {
	passing, lasting := Transient{errors.New("slow down")}, errors.New("no")
	for _, tt := range []struct {
		errs []error
		want error
		n    int
	}{
		{[]error{nil}, nil, 1},
		{[]error{passing, passing, nil}, nil, 3},
		{[]error{passing, lasting}, lasting, 2},
		{[]error{lasting}, lasting, 1},
		{[]error{passing, passing, passing, passing, passing, nil}, passing, tries},
	} {
		var pauses []time.Duration
		r := retrying{sleep: func(_ context.Context, d time.Duration) error {
			pauses = append(pauses, d)
			return nil
		}}
		n := 0
		err := r.again(t.Context(), func() error { n++; return tt.errs[n-1] })
		if !errors.Is(err, tt.want) || n != tt.n || len(pauses) != n-1 {
			t.Errorf("%v: %v after %d tries and the pauses %v", tt.errs, err, n, pauses)
		}
	}
}

func TestPlaces(t *testing.T) {
	env := environ.Env{Dir: "/w"}
	for text, want := range map[string]string{
		"file:///a/b": "/a/b", "file://localhost/a": "/a", "file://./a/../b": "/w/b", "file:///a%20b#x": "/a b",
	} {
		if got := parse(t, text).dir(env); runtime.GOOS != "windows" && got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"file://a/b": "three slashes", "file:///": "folder is missing", "file:///a?x=y": "no parameters",
		"s3:///x": "bucket is missing", "s3://u:geheim@b": "credentials", "ftp://x": "not the URL", "x": "not the URL",
	} {
		_, _, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"s3://u:geheim@b/x": "s3://…@b/x", "azblob://c?sig=geheim&x=1": "azblob://c?sig=…&x=1",
		"https://x?X-Amz-Signature=a&X-Amz-Security-Token=b#c": "https://x?X-Amz-Signature=…&X-Amz-Security-Token=…#c",
		"AccountName=a;AccountKey=b;x=1":                       "AccountName=a;AccountKey=…;x=1",
		"s3://b/x?region=eu&endpoint=http://h":                 "s3://b/x?region=eu&endpoint=http://h",
	} {
		if got := Redact(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := parse(t, "s3://b/x?region=eu#y").String(); got != "s3://b/x" {
		t.Error(got)
	}
}
