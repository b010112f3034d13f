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

// Kept lets a call of Tree reuse the results of the last call, so that it neither reads nor parses folders without a
// change. A folder is unchanged if its files and their copies have the same names, sizes and times. The map of the last
// call holds the results.
type Kept struct {
	before keptState
	maps   map[probe.ID][]byte // records of the last map, by the ID of the package
	after  keptState
	began  time.Time
}

// keptState is the content of the file that Kept is stored in.
type keptState struct {
	Key     string                // all input of the folders except their files
	Folders map[string]keptFolder // by the index of the root and the path below it
}

// keptFolder is one folder of a root.
type keptFolder struct {
	Skips    string // the declarations skipped in its files
	Sources  []stamp
	Copies   []stamp // of the copies, with the helper classes
	Packages []probe.ID
	Result   Result
}

// stamp identifies a version of a file. Each change of the file gives another stamp.
type stamp struct {
	Name string
	Size int64
	Time int64 // of the last change, in nanoseconds since 1970
}

// settled is the age of a file above which a further change certainly changes the time of the file. Some file systems
// have a resolution of two seconds.
const settled = 2 * time.Second

// OpenKept reads the state that the last call of Tree has left in a file, and the records of its map. If one of the two
// cannot be read, the state is empty, so that Tree instruments everything. The caller puts the result into Options.
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

// Bytes returns the content of the file for the next call.
func (k *Kept) Bytes() ([]byte, error) {
	var out bytes.Buffer
	if err := gob.NewEncoder(&out).Encode(k.after); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// begin discards the results of a call with other roots or options. It does not compare skipped code, which is compared
// for each folder.
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

// key returns the key of a folder in the state.
func (f *folder) key() string { return strconv.Itoa(f.index) + "/" + f.rel }

// stampOf returns the stamp of a file.
func stampOf(name string, info fs.FileInfo) stamp {
	return stamp{name, info.Size(), info.ModTime().UnixNano()}
}

// unchanged returns the kept results of a folder, or nil if a file of the folder has changed.
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

// skipsIn returns the skipped declarations in the files of a folder as text, to compare it.
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

// take adds the kept results of an unchanged folder to the map and the result.
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

// leave keeps the results of a folder for the next call, if the files of the folder have settled. packages lists the
// packages of the folder in the map, helpers the files of their helper classes, and before is the result without the
// folder.
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
