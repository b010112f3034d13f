package ui

import (
	"net/http"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/report/export/formats"
)

// Format is a format of jprof export.
type Format struct {
	Name string `json:"name"`
	Does string `json:"does"` // a line on its content
	File string `json:"file"` // the name of a file
}

// Formats is the answer to /api/projects/ID/runs/RUN/formats.
type Formats struct {
	Formats []Format `json:"formats"`
}

// formats returns the formats in which a run can be written.
func (s *Server) formats(r *http.Request, project string) (any, error) {
	o, err := run(project, r.PathValue("run"))
	if err != nil {
		return nil, err
	}
	gates, _ := hasGates(project, o) // the request for gates reports faults of the settings
	return Formats{formatsFor(o, gates)}, nil
}

// formatsFor returns the formats in which a run can be written. gates reports whether the project has gates.
func formatsFor(o *runs.Opened, gates bool) []Format {
	has := map[formats.Kind]bool{}
	switch {
	case nothingIn(o.Run) != "":
	case o.IsContexts():
		has[formats.OfContexts], has[formats.OfEfficiency] = true, hasEfficiency(o.Run)
	default:
		has[formats.OfCounts], has[formats.OfTests], has[formats.OfTimes] = true, o.ByTest != nil, o.HasTimes() &&
			o.IsCounts()
	}
	list := []Format{}
	for _, g := range formats.Groups {
		for _, f := range g.Formats {
			if has[g.Of] && (gates || f.Has&formats.OnlyGates == 0) {
				list = append(list, Format{f.Name, f.Does, exportName(o, f)})
			}
		}
	}
	return list
}

// exportName returns the file name for a run in a format.
func exportName(o *runs.Opened, f formats.Format) string { return o.ID + "-" + f.File }

// export answers with a run in a format of jprof export.
func (s *Server) export(r *http.Request, project string) (any, error) {
	name := r.URL.Query().Get("format")
	o, err := run(project, r.URL.Query().Get("run"))
	if err != nil {
		return nil, err
	}
	f, _, known := formats.Named(name)
	if !known {
		return nil, failf(http.StatusBadRequest, "", "format: %q is none", name)
	}
	file := exportName(o, f)
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
