package instrument

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"jprof/instrument/rt"
	"jprof/internal/format/probe"
	"jprof/internal/java/charset"
)

// finish completes a folder whose files have all been processed. It adds the packages to the map, writes their helper
// classes, and notes which files of the copy to keep.
func (t *tree) finish(in *folder) error {
	keep := t.keep[in.dst("")]
	if keep == nil {
		keep = map[string]bool{}
		t.keep[in.dst("")] = keep
	}
	for _, d := range in.dirs {
		keep[d] = true
	}
	if in.kept != nil {
		return t.take(in)
	}
	before := t.result
	packages := map[string][]*entry{} // by declared package
	for _, f := range in.files {
		if f.err != nil {
			return f.err
		}
		keep[f.name] = true
		if f.changed {
			t.result.Changed++
		}
		if f.source == nil {
			continue
		}
		packages[f.source.Package] = append(packages[f.source.Package], f)
		t.note(f.source.Package, f.source.Probes)
	}
	var ids []probe.ID
	var helpers []string
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		id, helper, err := t.addPackage(in, name, packages[name])
		if err != nil {
			return err
		}
		ids = append(ids, id)
		if helper != "" {
			keep[helper] = true
			helpers = append(helpers, helper)
		}
	}
	t.leave(in, ids, helpers, before)
	return nil
}

// note adds the numbers and unmeasured parts of a file of a package to the result.
func (t *tree) note(pkg string, p *probe.File) {
	t.result.Files++
	t.result.Long = append(t.result.Long, longClasses(pkg, p)...)
	if !p.Omitted() {
		t.result.Measured++
	}
	for _, u := range p.Unmeasured {
		t.result.Unmeasured = append(t.result.Unmeasured, Unmeasured{
			Path: p.Path, Line: int(u.Span.Start.Line), Whole: p.Omitted(), Reason: u.Reason,
		})
	}
}

// addPackage adds the files of a folder that declare one package to the map, and writes the helper class of the
// package. It returns the ID of the package, and the file name of the class, or "" if nothing is counted.
func (t *tree) addPackage(in *folder, name string, files []*entry) (id probe.ID, helper string, err error) {
	p := &probe.Package{Name: name}
	c := rt.Class{Package: name, CountsDir: t.o.CountsDir}
	base := uint32(0)
	for _, f := range files {
		f.source.Probes.Base = base
		p.Files = append(p.Files, f.source.Probes)
		if n := f.source.Probes.Counters; n > 0 {
			p.Helper = f.helper
			c.Files = append(c.Files, rt.FileCounters{Method: rt.MethodName(f.name), Base: base, N: n,
				Uses: f.source.Uses})
			base += n
		}
	}
	if err := t.out.Add(p); err != nil {
		return id, "", fmt.Errorf("map: %w", err)
	}
	if p.Helper == "" {
		return p.ID, "", nil
	}
	c.Name, c.ID = p.Helper, p.ID
	name = p.Helper + ".java"
	text := rt.Source(c)
	if set, known := charset.Lookup(t.o.Encoding); known && !set.KeepsASCII() {
		text = []byte(set.Encode(string(text), nil))
	} else if i := slices.IndexFunc(files, func(f *entry) bool { return len(f.header) > 0 }); i >= 0 {
		text = slices.Concat(files[i].header, []byte("\n"), text)
	}
	_, err = writeIfChanged(in.dst(name), text)
	return p.ID, name, err
}

// startComment returns the comment at the start of a source, which is a block or lines. It returns nil if the source
// starts with other code.
func startComment(src []byte) []byte {
	text := bytes.TrimSpace(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")))
	if bytes.HasPrefix(text, []byte("/*")) {
		if end := bytes.Index(text, []byte("*/")); end >= 0 {
			return text[:end+len("*/")]
		}
		return nil
	}
	n := 0
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte("//")) {
			break
		}
		n += len(line)
	}
	return bytes.TrimRight(text[:n], "\r\n")
}
