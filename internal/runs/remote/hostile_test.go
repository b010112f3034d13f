package remote

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// archive returns an archive with these entries: pairs of a name and a text.
func archive(t *testing.T, entries ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	out := tar.NewWriter(zipped)
	for pair := range slices.Chunk(entries, 2) {
		h := tar.Header{Typeflag: tar.TypeReg, Name: pair[0], Size: int64(len(pair[1])), Mode: 0o644}
		err := out.WriteHeader(&h)
		if err == nil {
			_, err = out.Write([]byte(pair[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(out.Close(), zipped.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// plant writes a run with these parts to a store, as one who may write to it can. All checksums are right.
func plant(t *testing.T, s *Store, change func(*Entry), list ...[]byte) {
	t.Helper()
	e := newEntry(run(1))
	for _, data := range list {
		sum := sha256.Sum256(data)
		p := Part{SHA256: hex.EncodeToString(sum[:]), Size: int64(len(data)), Kind: counts}
		file := filepath.Join(t.TempDir(), "part")
		if err := errors.Join(os.WriteFile(file, data, 0o666), s.bucket.Put(t.Context(), p.key(), file)); err != nil {
			t.Fatal(err)
		}
		e.Parts = append(e.Parts, p)
	}
	change(e)
	text, err := e.text()
	if err != nil {
		t.Fatal(err)
	}
	at := *e
	at.ID = run(1).ID
	if made, err := s.bucket.Create(t.Context(), keyOf(&at, text), text); err != nil || !made {
		t.Fatal(made, err)
	}
}

// TestHostile reads runs that were made to do harm: each is refused, and nothing is written but below the folder of the
// run, which goes.
func TestHostile(t *testing.T) {
	description := fmt.Sprintf(`{"id": %q, "exitCode": 0, "jvms": 1}`, run(1).ID)
	const other, elsewhere = `{"id": "other", "exitCode": 0}`, `{"id": "../x", "exitCode": 0}`
	good := archive(t, "run.json", description)
	same := func(*Entry) {}
	long := strings.Repeat("a", 64)
	for name, tt := range map[string]struct {
		change func(*Entry)
		parts  [][]byte
		want   string
	}{
		"out of the folder": {same, [][]byte{good, archive(t, "../../../../out", "x")}, "points outside"},
		"an absolute path":  {same, [][]byte{good, archive(t, "/tmp/jprof-hostile", "x")}, "points outside"},
		"two run.json":      {same, [][]byte{good, archive(t, "run.json", description+" ")}, "two entries"},
		"another run":       {same, [][]byte{archive(t, "run.json", other)}, "is that of the run other"},
		"a map elsewhere": {same, [][]byte{archive(t, "run.json", fmt.Sprintf(
			`{"id": %q, "exitCode": 0, "sets": [{"map": "../x"}]}`, run(1).ID))}, "not the name of a map"},
		"a name as ID":    {same, [][]byte{archive(t, "run.json", elsewhere)}, "not the ID of a run"},
		"no run.json":     {same, [][]byte{archive(t, "counts", "x")}, "run.json"},
		"no archive":      {same, [][]byte{[]byte("text")}, "cut short"},
		"no parts":        {same, nil, "0 parts"},
		"a path as part":  {func(e *Entry) { e.Parts[0].SHA256 = "../../x" }, [][]byte{good}, "cannot be"},
		"a large part":    {func(e *Entry) { e.Parts[0].Size = maxPart + 1 }, [][]byte{good}, "cannot be"},
		"a negative size": {func(e *Entry) { e.Parts[0].Size = -1 }, [][]byte{good}, "cannot be"},
		"a missing part":  {func(e *Entry) { e.Parts[0].SHA256 = long }, [][]byte{good}, "parts/aa/" + long},
		"a part twice":    {same, [][]byte{good, good}, "cannot be"},
		"an ID elsewhere": {func(e *Entry) { e.ID = "../x" }, [][]byte{good}, "the entry of the run"},
		"bad needs":       {func(e *Entry) { e.Needs = []string{"../x"} }, [][]byte{good}, "not the ID of a run"},
		"a newer version": {func(e *Entry) { e.Version++ }, [][]byte{good}, "newer"},
	} {
		s, there := open(t, t.TempDir()), project(t)
		plant(t, s, tt.change, tt.parts...)
		_, err := s.Pull(t.Context(), only(t, s), there)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
		if left, _ := os.ReadDir(there.Runs()); len(left) > 0 {
			t.Errorf("%s: left %v", name, left)
		}
		if err := os.Remove(there.Runs()); err != nil {
			t.Error(err)
		}
	}
}

// TestHostileKeys lists a store with names that are none of runs.
func TestHostileKeys(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	push(t, s, add(t, project(t), run(1), "map"))
	good := only(t, s).key
	for _, key := range []string{"runs/x", "runs/.json", "runs/a/b.json", good[:len(good)-5],
		good + ".json", // the second entry of the run
		strings.Replace(good, run(1).ID, "..", 1), strings.Replace(good, run(1).ID, "!2F", 1),
		strings.Replace(good, "!!main", "!!ma!Zin", 1), strings.Replace(good, "!!main", "!!ma!", 1),
		strings.Replace(good, "!!c!!", "!!\x1b[31m!!", 1), strings.Replace(good, "20260304T", "99999999T", 1)} {
		file := filepath.Join(dir, filepath.FromSlash(key))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	found, bad, err := s.List(t.Context(), Query{})
	if err != nil || len(found) != 1 || found[0].key != good || len(bad) != 10 {
		t.Errorf("%v, %d bad: %v, %v", found, len(bad), bad, err)
	}
}

// TestKeys checks that labels and branches of any text come back from keys, and are found by them.
func TestKeys(t *testing.T) {
	texts := []string{"", "main", "feature/a b", "größe", "!", "!!", "a!!b", "…", "%2F", strings.Repeat("x", 100),
		strings.Repeat("ü/", 150), strings.Repeat("!", 90), "a\nb\x00", strings.Repeat("y", 240) + "1",
		strings.Repeat("y", 240) + "2"}
	seen := map[string]bool{}
	for _, id := range []string{run(1).ID, strings.Repeat("i", 100)} {
		for _, label := range texts {
			for _, branch := range texts {
				r := run(1)
				r.ID, r.Label, r.Commit.Branch = id, label, branch
				key := keyOf(newEntry(r), nil)
				if name := strings.TrimPrefix(key, entries); len(name) > 250 || seen[key] ||
					strings.ContainsAny(name, "/\\:*?\"<>|%\n\x00 ~#&") {
					t.Errorf("%q and %q: %d bytes: %s", label, branch, len(name), key)
				}
				seen[key] = true
				l, err := parseKey(key)
				if err != nil || l.ID != id || !is(l.Label, label) || !is(l.Branch, branch) {
					t.Errorf("%q and %q: %+v, %v", label, branch, l, err)
				}
				for _, other := range texts {
					if is(l.Branch, other) != (other == branch) {
						t.Errorf("%q is %q", branch, other)
					}
				}
			}
		}
	}
}
