package ui

import (
	"net/http"
	"slices"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
)

// FormatKind is the kind of runs that a format of jprof export is for.
type FormatKind int

// The kinds of formats.
const (
	OfCounts     FormatKind = iota // runs with counts
	OfGates                        // these, in a project with gates
	OfTests                        // runs by test
	OfTimes                        // runs with times
	OfContexts                     // runs with contexts
	OfEfficiency                   // these, but not if only calls are recorded
)

// Format is a format of jprof export.
type Format struct {
	Name string     `json:"name"`
	Does string     `json:"does"` // a line on its content
	File string     `json:"file"` // the name of a file; in Options, the end of it
	Of   FormatKind `json:"-"`
}

// Formats is the answer to /api/projects/ID/runs/RUN/formats.
type Formats struct {
	Formats []Format `json:"formats"`
}

// formats are the formats that a run can be written in.
func (s *Server) formats(r *http.Request, project string) (any, error) {
	o, err := run(project, r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	gates, _ := hasGates(project, o) // the request for gates reports faults of the settings
	kinds := kindsOf(o.Run, gates)
	list := Formats{[]Format{}}
	for _, f := range s.Options.Formats {
		if slices.Contains(kinds, f.Of) {
			f.File = exportName(o, f)
			list.Formats = append(list.Formats, f)
		}
	}
	return list, nil
}

// kindsOf are the kinds of formats for a run.
func kindsOf(r runs.Run, gates bool) []FormatKind {
	var kinds []FormatKind
	add := func(of FormatKind, has bool) {
		if has {
			kinds = append(kinds, of)
		}
	}
	switch {
	case nothingIn(r) != "":
	case r.IsContexts():
		add(OfContexts, true)
		add(OfEfficiency, hasEfficiency(r))
	default:
		add(OfCounts, true)
		add(OfGates, gates)
		add(OfTests, r.ByTest != nil)
		add(OfTimes, r.HasTimes())
	}
	return kinds
}

// exportName is the name of a file with a run in a format.
func exportName(o *runs.Opened, f Format) string { return o.ID + "-" + f.File }

// export writes a run in a format of jprof export.
func (s *Server) export(r *http.Request, project string) (any, error) {
	name := r.URL.Query().Get("format")
	o, err := run(project, r.URL.Query().Get("run"))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.Options.Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return nil, failf(http.StatusBadRequest, "", "format: %q is none", name)
	}
	file := exportName(o, s.Options.Formats[i])
	text, err := s.capture(r.Context(), project, []int{exit.OK}, "export", "--run", o.ID, "--format", name, "-o", "-")
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", `attachment; filename="`+file+`"`)
		_, _ = w.Write(text) // as writeJSON
	}), nil
}
