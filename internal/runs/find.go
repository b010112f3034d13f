package runs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/bucket"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
)

// ErrNoRun is wrapped by errors which mean that no run can be read. There is no run, or no run with the given name, or
// the run is damaged or has no counts.
var ErrNoRun = errors.New("no run to read")

// noRun is an error that also wraps ErrNoRun.
type noRun struct{ error }

func (n noRun) Unwrap() []error { return []error{n.error, ErrNoRun} }

// NoneYet means that the store has no run yet. Packages that know the commands add a hint.
type NoneYet struct {
	Err       error
	Elsewhere bool // there may be runs in another folder
}

// Error returns the text of the error.
func (n NoneYet) Error() string { return n.Err.Error() }

// NoRun returns err, changed so that it also wraps ErrNoRun. It returns nil for nil.
func NoRun(err error) error {
	if err == nil {
		return nil
	}
	return noRun{err}
}

// Finder finds runs by ID, label, folder or archive. Until Close, it keeps files of runs open and archives unpacked.
type Finder struct {
	Store Store  // the store in which IDs and labels are searched
	Dir   string // the folder that paths are relative to
	// Descriptions means that callers need only the descriptions of runs. Other files of archives are not unpacked, and
	// All takes the URL of a store without conditions as all runs there.
	Descriptions bool
	// Again means that All takes all runs that conditions of a URL choose: also those of a job that was started again,
	// and has the commit and the label of a newer run.
	Again bool
	// Fetch brings runs of stores, nil for none. With it, the names of runs may be URLs.
	Fetch Fetch

	scratch *atomicfile.Own // has unpacked archives; nil before the first
	without int             // folders without a run that were searched since the last run
	open    []io.Closer
}

// NewScratch makes a temporary folder for runs.
func NewScratch() (*atomicfile.Own, error) { return atomicfile.NewScratch("runs") }

// Close closes files, and removes unpacked archives. Its error may be ignored: files that it could not remove are in
// the system's folder for temporary files.
func (f *Finder) Close() error {
	var errs []error
	for _, file := range f.open {
		errs = append(errs, file.Close())
	}
	if f.scratch != nil {
		errs = append(errs, f.scratch.Remove())
	}
	f.open, f.scratch = nil, nil
	return errors.Join(errs...)
}

// Closes adds files of a run to the files that Close closes.
func (f *Finder) Closes(files io.Closer) { f.open = append(f.open, files) }

// One finds a single run: see All. If ref is "", it returns the run that Store.Pick picks. The run has the wanted data;
// only counts may be missing. Errors wrap ErrNoRun.
func (f *Finder) One(ref string, want Want) (*Opened, error) {
	if ref == "" {
		return f.Store.Pick(want)
	}
	list, err := f.all(ref, true)
	if err != nil {
		return nil, NoRun(err)
	}
	if len(list) > 1 {
		var ids []string
		for _, o := range list {
			ids = append(ids, o.ID)
		}
		return nil, NoRun(term.Errorf("name one of them, or merge them first", "%s holds %d runs: %s", ref, len(list),
			strings.Join(ids, ", ")))
	}
	o := f.withData(list[0], ref, want)
	return o, want.noneIn(o, nil)
}

// withData returns the run o, or an older one with the label ref, with a note, if o has this label and no data: a build
// that was killed or has failed takes the label from no run. For gates and contexts it returns o: no older run passes
// or is shown in its place.
func (f *Finder) withData(o *Opened, ref string, want Want) *Opened {
	if ref != o.Label || ref == o.ID || o.hasData() || want == WantNewest || want == WantContexts {
		return o
	}
	older := f.Store.Last(func(r Run) bool { return r.Label == ref && r.hasData() })
	if older == nil {
		return o
	}
	older.Note = Note{fmt.Sprintf("%s is run %s: the newer run %s with this label has no data (%s)", ref, older.ID,
		o.ID, o.HowEnded()), true}
	return older
}

// All finds at least one run. ref can be the ID of a run in the store, the start of an ID if no other ID has this
// start, or a label. It can also be the path of an archive, of a folder with a run, or of a folder with folders and
// archives of runs, such as .jprof/runs. Or it is the URL of a store, which means the newest run there, with the name
// of a run there or conditions after #. Errors wrap ErrNoRun.
func (f *Finder) All(ref string) ([]*Opened, error) {
	list, err := f.all(ref, false)
	return list, NoRun(err)
}

// all does the work of All. If one is true, a URL with conditions means the newest run that meets them.
func (f *Finder) all(ref string, one bool) ([]*Opened, error) {
	if f.Fetch != nil && bucket.IsURL(ref) {
		return f.fetched(ref, one)
	}
	if ValidName(ref) {
		if o, err := f.inStore(ref); o != nil || err != nil {
			return []*Opened{o}, err
		}
	}
	path := ref
	if !filepath.IsAbs(path) {
		path = filepath.Join(f.Dir, path)
	}
	info, err := os.Stat(path)
	var list []*Opened
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil,
			term.Errorf("jprof runs lists the runs of the project; name others by their folder or archive (.tar.gz)",
				"%s: no run with this ID or label, and no file or folder", ref)
	case err != nil:
		return nil, err
	case info.IsDir() && path == filepath.Dir(path): // all of the machine is below it
		list, err = f.folder(path, 0)
	case info.IsDir():
		f.without = 0
		list, err = f.folder(path, maxDepth)
	case IsArchive(path):
		list, err = f.archive(path)
	default:
		return nil, term.Errorf("archives of runs end in .tar.gz", "%s: neither a folder nor an archive", ref)
	}
	if err == nil && len(list) == 0 {
		err = noRunIn(ref)
	}
	return list, err
}

// inStore finds a run of the store, nil if there is none. The whole ID of a run comes before the label of another.
func (f *Finder) inStore(ref string) (*Opened, error) {
	list, bad := f.Store.List()
	if i := slices.IndexFunc(list, func(o *Opened) bool { return o.ID == ref }); i >= 0 {
		return list[i], nil
	}
	for _, err := range bad {
		if b := (*brokenError)(nil); errors.As(err, &b) && b.label == ref {
			return nil, err
		}
	}
	var found []*Opened
	for _, o := range slices.Backward(list) { // a run that is not finished may have the label of an older run
		switch {
		case o.Label == ref:
			return o, nil
		case len(ref) >= 4 && strings.HasPrefix(o.ID, ref):
			found = append(found, o)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, term.Errorf("jprof runs lists them", "%s: the IDs of %d runs start with this", ref, len(found))
	}
	if dir := f.Store.RunDir(ref); paths.IsDir(dir) { // a run that cannot be read
		return f.Store.Open(dir)
	}
	return nil, nil
}

// maxDepth limits the depth to which folders are searched for runs. The artefacts of CI jobs have a folder each. To
// search a whole project would take long.
const maxDepth = 4

// mostWithout limits the folders without a run that are searched from one run to the next.
const mostWithout = 10_000

// folder returns the run if dir is a run. Otherwise it lists the runs in dir, to a depth of levels folders.
func (f *Finder) folder(dir string, levels int) ([]*Opened, error) {
	switch o, err := f.Store.Open(dir); {
	case err == nil:
		f.without = 0
		return []*Opened{o}, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if f.without++; f.without > mostWithout {
		return nil, term.Errorf("name the folder with the runs, as in .jprof/runs",
			"%s: no run in %d folders before it", dir, mostWithout)
	}
	if runs := filepath.Join(dir, ".jprof", "runs"); paths.IsDir(runs) {
		return f.folder(runs, 1)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []*Opened
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		var more []*Opened
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir() && levels > 0:
			more, err = f.folder(path, levels-1)
		case !e.IsDir() && IsArchive(path):
			more, err = f.archive(path)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// tempDir makes a folder that Close removes.
func (f *Finder) tempDir() (string, error) {
	if f.scratch == nil {
		var err error
		if f.scratch, err = NewScratch(); err != nil {
			return "", err
		}
	}
	return os.MkdirTemp(f.scratch.Dir, "")
}

// fetched brings runs of a store, and lists them.
func (f *Finder) fetched(url string, one bool) ([]*Opened, error) {
	dir, err := f.tempDir()
	if err != nil {
		return nil, err
	}
	which := Fetched{One: one, Again: f.Again || f.Descriptions, Descriptions: f.Descriptions}
	if err := f.Fetch(url, dir, which); err != nil {
		return nil, err
	}
	list, err := f.folder(dir, 1)
	for _, o := range list {
		o.in.unpacked, o.in.archive = dir, bucket.Redact(url)
	}
	return list, err
}

// Merge merges runs without a label, and returns the merged run, which is there until Close.
func (f *Finder) Merge(list []*Opened) (*Opened, error) {
	dir, err := f.tempDir()
	if err != nil {
		return nil, err
	}
	merged := filepath.Join(dir, "merged")
	if _, _, err := Merge(list, merged, "", Derive{}); err != nil {
		return nil, err
	}
	return f.Store.Open(merged)
}

// archive unpacks an archive and lists the runs in it.
func (f *Finder) archive(path string) ([]*Opened, error) {
	dir, err := f.tempDir()
	if err != nil {
		return nil, err
	}
	ours := isOurs
	if f.Descriptions {
		ours = func(name string) bool { return isOurs(name) && filepath.Base(name) == "run.json" }
	}
	if err := unpack(path, dir, ours); err != nil {
		return nil, err
	}
	list, err := f.folder(dir, maxDepth)
	if b := (*brokenError)(nil); errors.As(err, &b) {
		b.unpacked, b.archive = dir, path
	}
	for _, o := range list {
		o.in.unpacked, o.in.archive = dir, path
	}
	if err == nil && len(list) == 0 {
		err = noRunIn(path)
	}
	return list, err
}

// noRunIn returns the error for a folder or an archive without runs.
func noRunIn(path string) error {
	return term.Errorf("a run is a folder with a run.json, as in .jprof/runs", "%s: no run in it", path)
}
