package unusedrun

import (
	"cmp"
	"slices"

	"jprof/internal/runs"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
)

// named finds the run that a request names. Of several, such as those of a store, the runs of services are merged. A
// run whose count files are all in another one is omitted: later runs of a folder have the counts of earlier ones.
func (r Request) named(f *runs.Finder) (*runs.Opened, error) {
	list, err := f.All(r.Run)
	if err != nil {
		return nil, err
	}
	if len(list) == 1 {
		return list[0], nil
	}
	list = slices.DeleteFunc(list, func(o *runs.Opened) bool { return !o.HasCounts() || !o.OfServices() })
	all := len(list)
	list = withoutCovered(list)
	switch len(list) {
	case 0:
		return nil, runs.NoRun(term.Errorf("jprof collect makes a run of what services counted",
			"%s has several runs, and none is of services: name one of them", r.Run))
	case 1:
		return list[0], nil
	}
	o, err := f.Merge(list)
	if err != nil {
		return nil, err
	}
	r.UI.Info("%s of services are read together%s", words.Plural(len(list), "run"), coveredNote(all-len(list)))
	return o, nil
}

func coveredNote(n int) string {
	if n == 0 {
		return ""
	}
	return "; " + words.Plural(n, "more run") + " " + words.Form(n, "has", "have") + " only counts that these have"
}

// withoutCovered omits the runs whose count files are all in one run that is larger, or has the same and began later.
func withoutCovered(list []*runs.Opened) []*runs.Opened {
	files := make([]map[string]bool, len(list))
	for i, o := range list {
		files[i] = map[string]bool{}
		for _, leaf := range o.Leaves() {
			if leaf.Services != nil {
				for _, name := range leaf.Services.Files {
					files[i][name] = true
				}
			}
		}
	}
	covers := func(k, i int) bool {
		later := cmp.Or(list[k].Started.Compare(list[i].Started), cmp.Compare(k, i)) > 0
		if k == i || len(files[k]) < len(files[i]) || len(files[k]) == len(files[i]) && !later {
			return false
		}
		for name := range files[i] {
			if !files[k][name] {
				return false
			}
		}
		return len(files[i]) > 0
	}
	var rest []*runs.Opened
	for i, o := range list {
		covered := false
		for k := range list {
			covered = covered || covers(k, i)
		}
		if !covered {
			rest = append(rest, o)
		}
	}
	return rest
}
