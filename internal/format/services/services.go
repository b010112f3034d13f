// Package services reads and writes the counts of services by application, environment, version and day. The file is
// part of a run that was collected from count files (jprof collect). The counts of all slices add up to those of the
// run.
//
// The file has the layout of internal/format/recordfile:
//
//	about   = number of slices (uint32)
//	slice   = zero (16 bytes)  Slice as JSON (the rest)
//	section = package ID (16 bytes)  n x counter (uvarint)
//
// After a slice follow its sections, in the order of their IDs.
package services

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"jprof/internal/format/counts"
	"jprof/internal/format/probe"
	"jprof/internal/format/recordfile"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/regular"
)

// Slice has the counts of an application, in an environment and a version, on a day. Names that are not known are "".
type Slice struct {
	Application string    `json:"application,omitempty"`
	Environment string    `json:"environment,omitempty"`
	Version     string    `json:"version,omitempty"`
	Day         string    `json:"day,omitempty"` // UTC, 2006-01-02; "" for JVMs whose counts have no days
	Hosts       []string  `json:"hosts,omitempty"`
	JVMs        int       `json:"jvms"` // that began to count on that day
	From        time.Time `json:"from"` // of the first of them
	To          time.Time `json:"to"`   // up to which the last of them has written counts

	Sections []counts.Section `json:"-"`
}

// Days lists the days (UTC) on which JVMs of the slice were seen, in the form of Day.
func (s Slice) Days() []string {
	if s.Day != "" {
		return []string{s.Day}
	}
	var list []string
	for d := s.From.UTC().Truncate(24 * time.Hour); !d.After(s.To); d = d.AddDate(0, 0, 1) {
		list = append(list, d.Format(time.DateOnly))
	}
	return list
}

// Write writes slices to a file. A reader sees the complete file or none.
func Write(path string, list []Slice) error {
	return atomicfile.Write(path, func(out io.Writer) error {
		if err := write(out, list); err != nil {
			return fmt.Errorf("services: %w", err)
		}
		return nil
	})
}

func write(out io.Writer, list []Slice) error {
	var about recordfile.Encoder
	about.Uint32(uint32(len(list)))
	head, err := about.Bytes()
	if err != nil {
		return err
	}
	w, err := recordfile.NewWriter(out, recordfile.Services, head)
	if err != nil {
		return err
	}
	for _, s := range list {
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		if err := w.Item(append(make([]byte, len(probe.ID{})), text...)); err != nil {
			return err
		}
		sections := slices.SortedFunc(slices.Values(s.Sections), func(a, b counts.Section) int {
			return bytes.Compare(a.ID[:], b.ID[:])
		})
		for _, section := range sections {
			var e recordfile.Encoder
			e.Raw(section.ID[:])
			for _, n := range section.Counters {
				e.Uvarint(min(n, counts.MaxCount))
			}
			payload, err := e.Bytes()
			if err != nil {
				return err
			}
			if err := w.Item(payload); err != nil {
				return err
			}
		}
	}
	return w.Close()
}

// Read reads the slices of a file. It fails with a *recordfile.Error or *recordfile.VersionError if any of it is wrong.
func Read(path string) ([]Slice, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, fmt.Errorf("services: %w", err)
	}
	defer f.Close()
	r, err := recordfile.NewReader(f, path, recordfile.Services)
	if err != nil {
		return nil, err
	}
	about := r.About()
	n := about.Uint32()
	if err := about.Close(); err != nil {
		return nil, err
	}
	var list []Slice
	err = r.Each(func(d *recordfile.Decoder) error {
		var id probe.ID
		copy(id[:], d.Raw(len(id)))
		switch {
		case id == probe.ID{}:
			var s Slice
			if err := json.Unmarshal(d.Raw(d.Len()), &s); err != nil || s.JVMs < 0 || s.To.Before(s.From) {
				d.Fail("no slice of counts")
			}
			list = append(list, s)
		case len(list) == 0:
			d.Fail("a section before the first slice")
		default:
			section := counts.Section{ID: id, Counters: make([]uint64, 0, d.Len())}
			for d.Len() > 0 {
				section.Counters = append(section.Counters, d.Uvarint(counts.MaxCount))
			}
			s := &list[len(list)-1]
			s.Sections = append(s.Sections, section)
		}
		return d.Close()
	})
	if err == nil && len(list) != int(n) {
		err = fmt.Errorf("%s: %d slices where %d were written", path, len(list), n)
	}
	return list, err
}
