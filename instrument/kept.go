package instrument

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"time"

	"jprof/internal/format/probe"
	"jprof/internal/util/antpattern"
)

// Kept lets a call of Tree reuse the results of the call before, so that it neither reads nor parses folders without a
// change. A folder is unchanged if it has the same files, with the same sizes and times, also of their copies. The maps
// of that call hold its results.
type Kept struct {
	before keptState
	maps   map[probe.ID][]byte // records of the map before
	after  keptState
	began  time.Time
}

// keptState is the content of the file.
type keptState struct {
	Key     string                // the inputs of all folders besides their files
	Folders map[string]keptFolder // by the index of the root and the path below it
}

// keptFolder is one folder of a root.
type keptFolder struct {
	Skips    string // the declarations skipped in its files
	Sources  []stamp
	Copies   []stamp // with the helper classes
	Packages []probe.ID
	Result   Result
}

// stamp identifies a version of a file: each change gives another one.
type stamp struct {
	Name string
	Size int64
	Time int64 // of the last change, in nanoseconds since 1970
}

// settled is the least age of the last change of a file for which each further change gets another time: some file
// systems count in steps of two seconds.
const settled = 2 * time.Second

// OpenKept reads what the call before has left in a file, and the records of its map. What cannot be read is as
// nothing: all is then instrumented. Tree, which gets the result in Options, takes over what is unchanged.
func OpenKept(file, mapFile string) *Kept {
	k := &Kept{began: time.Now(), after: keptState{Folders: map[string]keptFolder{}}}
	data, err := os.ReadFile(file)
	if err != nil || gob.NewDecoder(bytes.NewReader(data)).Decode(&k.before) != nil {
		k.before = keptState{}
		return k
	}
	if k.maps, err = probe.ReadRecords(mapFile); err != nil {
		k.before = keptState{}
	}
	return k
}

// Bytes is the content of the file for the next call.
func (k *Kept) Bytes() ([]byte, error) {
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(k.after); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// begin forgets what was left by a call with other roots or options. What is skipped is compared folder by folder.
func (k *Kept) begin(roots []Root, o Options) error {
	o.Kept, o.Skip, o.Workers = nil, nil, 0
	type place struct {
		Src, Dst, Rel string
		Plain         bool
		Compiled      antpattern.Filter
	}
	var places []place
	for _, r := range roots {
		places = append(places, place{r.Src, r.Dst, r.Rel, r.Plain, r.Compiled})
	}
	key, err := json.Marshal([]any{places, o})
	if err != nil {
		return err
	}
	k.after.Key = string(key)
	if k.before.Key != k.after.Key {
		k.before = keptState{}
	}
	return nil
}

// key is the name of a folder in the state.
func (f *folder) key() string { return strconv.Itoa(f.index) + "/" + f.rel }

// stampOf describes a file.
func stampOf(name string, info fs.FileInfo) stamp {
	return stamp{name, info.Size(), info.ModTime().UnixNano()}
}

// unchanged returns what is known of a folder, if nothing of it has changed.
func (t *tree) unchanged(f *folder) *keptFolder {
	if t.o.Kept == nil {
		return nil
	}
	was, known := t.o.Kept.before.Folders[f.key()]
	same := func(s stamp, x *entry) bool { return s == x.stamp }
	if !known || was.Skips != t.skipsIn(f) || !slices.EqualFunc(was.Sources, f.files, same) {
		return nil
	}
	for _, c := range was.Copies {
		info, err := os.Lstat(f.dst(c.Name))
		if err != nil || !info.Mode().IsRegular() || stampOf(c.Name, info) != c {
			return nil
		}
	}
	if slices.ContainsFunc(was.Packages, func(id probe.ID) bool { return t.o.Kept.maps[id] == nil }) {
		return nil
	}
	return &was
}

// skipsIn returns the skipped declarations in the files of a folder, as text.
func (t *tree) skipsIn(f *folder) string {
	skips := map[string]map[int]string{}
	for _, x := range f.files {
		if s := t.skip[f.project(x.name)]; s != nil {
			skips[x.name] = s
		}
	}
	if len(skips) == 0 {
		return ""
	}
	return fmt.Sprintf("%#v", skips) // in the order of its keys
}

// take adds an unchanged folder to the map and the result.
func (t *tree) take(f *folder) error {
	keep := t.keep[f.dst("")]
	for _, c := range f.kept.Copies {
		keep[c.Name] = true
	}
	for _, id := range f.kept.Packages {
		if err := t.out.AddRecord(t.o.Kept.maps[id]); err != nil {
			return err
		}
	}
	r := f.kept.Result
	t.result.Files += r.Files
	t.result.Measured += r.Measured
	t.result.Unmeasured = append(t.result.Unmeasured, r.Unmeasured...)
	t.result.Long = append(t.result.Long, r.Long...)
	t.o.Kept.after.Folders[f.key()] = *f.kept
	return nil
}

// leave notes a folder for the next call, if its files have settled. packages are those that it has in the map, helpers
// the files of their classes, and before is the result without the folder.
func (t *tree) leave(f *folder, packages []probe.ID, helpers []string, before Result) {
	if t.o.Kept == nil {
		return
	}
	state := keptFolder{Skips: t.skipsIn(f), Packages: packages, Result: Result{
		Files: t.result.Files - before.Files, Measured: t.result.Measured - before.Measured,
		Unmeasured: t.result.Unmeasured[len(before.Unmeasured):], Long: t.result.Long[len(before.Long):],
	}}
	copies := helpers
	for _, x := range f.files {
		if time.Unix(0, x.stamp.Time).Add(settled).After(t.o.Kept.began) {
			return
		}
		state.Sources = append(state.Sources, x.stamp)
		copies = append(copies, x.name)
	}
	for _, name := range copies {
		info, err := os.Lstat(f.dst(name))
		if err != nil {
			return // the next call will report the reason
		}
		state.Copies = append(state.Copies, stampOf(name, info))
	}
	t.o.Kept.after.Folders[f.key()] = state
}
