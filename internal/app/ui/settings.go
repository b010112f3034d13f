package ui

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"jprof/internal/settings"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
)

// maxPreview limits the entries of a list of a preview.
const maxPreview = 1000

// Settings is the answer to /api/projects/ID/settings.
type Settings struct {
	Path     string    `json:"path"`
	Text     string    `json:"text"`
	Problems []Problem `json:"problems"`
	// Preview lists the effects of the settings, by titles; null where they have a problem.
	Preview map[string][]string `json:"preview"`
	// Example is a text that users can begin with.
	Example string `json:"example"`
}

// settingsFile is the file with the settings of a project.
func settingsFile(project string) string {
	return filepath.Join(project, settings.FileName)
}

// settings shows the settings of a project.
func (s *Server) settings(r *http.Request, project string) (any, error) {
	text, err := readSettings(project)
	if err != nil {
		return nil, err
	}
	return s.checkSettings(r, project, text)
}

// readSettings is the text of the settings of a project, "" without any.
func readSettings(project string) (string, error) {
	text, err := regular.ReadUpTo(settingsFile(project), settings.MaxFile)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return string(text), err
}

// changeSettings checks settings, and writes them if they are right and Check is false. Was is the text that the user
// has changed: if the file has another one by now, it stays. Without Was, it is replaced.
func (s *Server) changeSettings(r *http.Request, project string, in struct {
	Text  string
	Check bool
	Was   *string
}) (any, error) {
	checked, err := s.checkSettings(r, project, in.Text)
	if err != nil || in.Check {
		return checked, err
	}
	if len(checked.Problems) > 0 {
		return nil, failf(http.StatusBadRequest, "", "not written: %s", checked.Problems[0].Text)
	}
	now, err := readSettings(project)
	switch {
	case err != nil:
		return nil, err
	case in.Was != nil && now != *in.Was:
		return nil, failf(http.StatusConflict, "", "not written: %s was changed since it was read", settings.FileName)
	}
	path := settingsFile(project)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, failf(http.StatusForbidden, "", "not written: %s is a link or a folder", path)
	}
	return checked, atomicfile.WriteBytes(path, []byte(in.Text))
}

// checkSettings returns the problems that jprof finds in settings, or a preview of their effects.
func (s *Server) checkSettings(r *http.Request, project, text string) (Settings, error) {
	out := Settings{Path: settingsFile(project), Text: text, Problems: []Problem{}, Example: settings.Example}
	conf, err := settings.Parse(out.Path, []byte(text))
	if err != nil {
		out.Problems = append(out.Problems, placed(problemOf(err), out.Path))
		return out, nil
	}
	out.Preview, err = s.preview(r, project, conf)
	return out, err
}

// lineOf finds the line in an error of a file.
var lineOf = lazyregexp.New(`^line ([0-9]+): `)

// placed takes the path of a file, and the line, out of the text of a problem.
func placed(p Problem, file string) Problem {
	p.Text = strings.TrimPrefix(p.Text, file+": ")
	if found := lineOf().FindStringSubmatch(p.Text); found != nil {
		p.Line, _ = strconv.Atoi(found[1]) // it has digits only
		p.Text = strings.TrimPrefix(p.Text, found[0])
	}
	return p
}

// preview lists the sources of a project that settings concern, and the gates that they set.
func (s *Server) preview(r *http.Request, project string, conf settings.Settings) (map[string][]string, error) {
	in, err := s.reader(project)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	hidden, skipped := []string{}, []string{}
	add := func(list *[]string, patterns []string, name string) {
		matches := func(pattern string) bool { return doublestar.MatchUnvalidated(pattern, name) }
		if len(*list) < maxPreview && slices.ContainsFunc(patterns, matches) {
			*list = append(*list, name)
		}
	}
	err = in.walk(r.Context(), func(name string, d fs.DirEntry) error {
		if d.Type().IsRegular() && paths.IsJava(name) {
			add(&hidden, conf.Exclude.Paths, name)
			add(&skipped, conf.Skip, name)
		}
		return nil
	})
	return map[string][]string{
		"Sources hidden from reports":             hidden,
		"Methods hidden from reports":             append([]string{}, conf.Exclude.Methods...),
		"Annotations of code that is hidden":      append([]string{}, conf.Exclude.Annotations...),
		"Sources compiled without counters":       skipped,
		"Gates that jprof check requires to hold": append([]string{}, conf.Check.Gates()...),
	}, err
}
