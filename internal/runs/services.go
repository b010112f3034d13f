package runs

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"jprof/internal/format/services"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
)

// ServicesFile has the counts of services by application, environment, version and day, in the folder of a run that was
// collected (jprof collect).
const ServicesFile = "services"

// Services describes the services whose counts a run has. Names are sorted; "" is not among them.
type Services struct {
	Applications []string  `json:"applications,omitempty"`
	Environments []string  `json:"environments,omitempty"`
	Versions     []string  `json:"versions,omitempty"`
	Hosts        []string  `json:"hosts,omitempty"`
	Days         []string  `json:"days,omitempty"` // UTC, 2006-01-02
	From         time.Time `json:"from"`
	To           time.Time `json:"to"`
	// Files has the names of the count files without their extensions, also of those that were joined. Collection is
	// the ID of the first run that was made of these files; a file may have counts of several.
	Files      []string `json:"files,omitempty"`
	Collection string   `json:"collection,omitempty"`
}

// Shipped describes the artifacts that a build has made with counters for services. It names the counts of JVMs that do
// not say themselves what they run.
type Shipped struct {
	Application string `json:"application"`
	Version     string `json:"version,omitempty"`
}

// OfServices reports whether a run, or a part of it, was collected from count files of services.
func (r Run) OfServices() bool {
	for _, leaf := range r.Leaves() {
		if leaf.Services != nil {
			return true
		}
	}
	return false
}

// sameJVMs returns an error if two runs have counts of the same count files, which would be added twice.
func sameJVMs(leaves []leaf) error {
	type owner struct{ run, collection string }
	owners := map[string]owner{}
	for _, l := range leaves {
		if l.Services == nil {
			continue
		}
		for _, name := range l.Services.Files {
			own := owner{l.ID, l.Services.Collection}
			other, ok := owners[name]
			if ok && other.collection != own.collection {
				return term.Errorf("merge one of them only, or collect all folders at once",
					"the runs %s and %s have counts of the same JVMs, which would be added twice", other.run, own.run)
			}
			owners[name] = own
		}
	}
	return nil
}

// Add adds the names and the time of other services. "" is no name.
func (s *Services) Add(o Services) {
	for _, pair := range []struct {
		to   *[]string
		from []string
	}{
		{&s.Applications, o.Applications}, {&s.Environments, o.Environments}, {&s.Versions, o.Versions},
		{&s.Hosts, o.Hosts}, {&s.Days, o.Days},
	} {
		all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(*pair.to, pair.from))))
		*pair.to = slices.DeleteFunc(all, func(name string) bool { return name == "" })
	}
	if s.From.IsZero() || o.From.Before(s.From) {
		s.From = o.From
	}
	if o.To.After(s.To) {
		s.To = o.To
	}
}

// AllServices describes the services of all leaves of the run, nil if there are none.
func (r Run) AllServices() *Services {
	var all *Services
	for _, leaf := range r.Leaves() {
		if leaf.Services == nil {
			continue
		}
		if all == nil {
			all = &Services{}
		}
		all.Add(*leaf.Services)
	}
	return all
}

// ServicesOf reads the slices of a leaf of the run. A leaf that was not collected has none. Errors wrap ErrNoRun.
func (o *Opened) ServicesOf(leaf Run) ([]services.Slice, error) {
	if leaf.Services == nil {
		return nil, nil
	}
	list, err := services.Read(o.file(leaf, ServicesFile))
	if err != nil {
		return nil, NoRun(o.in.broken(err))
	}
	return list, nil
}

// writeServices copies the slices of a leaf to the folder of a merged run.
func (l leaf) writeServices(dir string) error {
	data, err := regular.ReadFile(l.from.file(l.Run, ServicesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return l.from.in.broken(err)
	}
	return os.WriteFile(partFile(dir, l.ID, ServicesFile), data, 0o666)
}
