package tables

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"golang.org/x/sync/errgroup"

	"jprof/internal/format/probe"
	"jprof/internal/runs"
	"jprof/internal/runs/runmodel"
	"jprof/internal/util/regular"
	"jprof/report"
	"jprof/report/export/parquet"
)

// placesVersion changes with the numbers of places: maps have other names then.
const placesVersion = "jprof places 1\n"

// mapOf writes a map and the counts of its packages.
type mapOf struct {
	*writer
	set     runs.Map
	id      string
	row     parquet.Module
	metrics report.Metrics // of the files so far
}

// laidOut is a package with the places of its files.
type laidOut struct {
	*probe.Package
	files []fileLayout
	at    int32 // the number of its first place
}

// write writes the places of the map, if the folder does not have them yet, and the counts.
func (m *mapOf) write() error {
	f, err := regular.Open(m.set.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	hash := sha256.New()
	io.WriteString(hash, placesVersion) // a hash takes everything
	if _, err = io.Copy(hash, f); err != nil {
		return err
	}
	m.id = hex.EncodeToString(hash.Sum(nil)[:16])
	m.row.Map = m.id
	if _, err = f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r, err := probe.NewReader(f, m.set.Path)
	if err != nil {
		return err
	}
	if parquet.HasPlaces(m.dir, m.id) {
		err = m.packages(r, func(*laidOut) {})
	} else {
		err = parquet.Places(m.dir, m.id, func(t *parquet.Table[parquet.Place]) error {
			p := placer{set: m.set.Set, add: t.Add}
			return m.packages(r, p.addPackage)
		})
	}
	if err == nil && m.row.Files > 0 {
		m.tables.Modules.Add(m.row)
	}
	return err
}

// batch limits the places of packages that are in memory at a time, if they are not of one package.
const batch = 10_000

// packages reads all packages, calls places for each, and writes the counts at the same time.
func (m *mapOf) packages(r *probe.Reader, places func(*laidOut)) error {
	group, ctx := errgroup.WithContext(context.Background())
	batches := make(chan []laidOut)
	group.Go(func() error {
		defer close(batches)
		var list []laidOut
		next := int32(0)
		for {
			pkg, err := r.Next()
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			if n := len(list); n > 0 && (err != nil || next-list[0].at >= batch) {
				select {
				case batches <- list:
				case <-ctx.Done():
					return nil // the other function has failed
				}
				list = nil
			}
			if err != nil {
				return nil
			}
			p := laidOut{Package: pkg, at: next}
			for _, f := range pkg.Files {
				l := layoutOf(f)
				p.files = append(p.files, l)
				next += l.size()
			}
			places(&p)
			list = append(list, p)
		}
	})
	group.Go(func() error {
		for list := range batches {
			if err := m.addCounts(list); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

// addCounts writes the counts of packages. Those of a package that has counts already are in another map.
func (m *mapOf) addCounts(list []laidOut) error {
	set := *m.set.Set
	var fresh []laidOut
	var ids []probe.ID
	for _, p := range list {
		if !m.seen[p.ID] {
			m.seen[p.ID] = true
			set.Packages, fresh, ids = append(set.Packages, p.Package), append(fresh, p), append(ids, p.ID)
		}
	}
	data := runmodel.Data{Run: m.run.Run, Dir: m.run.Dir, Store: m.run.Store, Totals: m.totals.Of(ids),
		Sets: []runmodel.Set{{Set: &set, Path: m.set.Path}}}
	data.Run.Tests = nil // no counts of each kind of tests are needed
	model, err := data.Model(m.UI, m.Settings)
	if err != nil {
		return err
	}
	type key struct {
		pkg, path string
		hash      [32]byte
	}
	files := map[key]*report.File{}
	for _, f := range model.Files {
		files[key{f.Package, f.Path, f.Hash}] = f
	}
	for _, p := range fresh {
		counters, at := m.totals.Counters(p.ID), p.at
		m.addCounters(hex.EncodeToString(p.ID[:]), counters)
		for i := range p.files {
			l := &p.files[i]
			var own []uint64
			if counters != nil {
				own = counters[l.Base : l.Base+l.Counters]
			}
			if f := files[key{p.Name, l.Path, l.Hash}]; f != nil && f.Measured {
				m.addFile(f, l, at, own, m.days.last(p.ID, l))
			}
			at += l.size()
		}
	}
	return nil
}
