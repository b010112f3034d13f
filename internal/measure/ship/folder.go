package ship

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/term"
)

// ManifestFile describes a folder with shipped archives.
const ManifestFile = "jprof-ship.json"

// RunsDir has the runs in such a folder: maps, without which counts say nothing, and sources.
const RunsDir = "maps"

// Manifest is the content of ManifestFile. The archives are those of the newest build.
type Manifest struct {
	Schema      string    `json:"$schema,omitempty"`
	Tool        string    `json:"tool"` // version of jprof
	Run         string    `json:"run"`  // ID of the run of the build; its maps are in maps/ID
	Application string    `json:"application"`
	Version     string    `json:"version,omitempty"`
	Commit      string    `json:"commit,omitempty"`
	Artifacts   []File    `json:"artifacts"`
	Maps        []File    `json:"maps"`
	Settings    []Setting `json:"settings"`
}

// File is a file of the folder.
type File struct {
	File   string `json:"file"` // slash path in the folder
	From   string `json:"from,omitempty"`
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
}

// Setting is a variable of the environment, or a system property, of a program with counters.
type Setting struct {
	Variable string `json:"variable"`
	Property string `json:"property"`
	Value    string `json:"value,omitempty"` // an example, or the value without the setting
	Meaning  string `json:"meaning"`
}

// SettingsOf returns the settings of an application.
func SettingsOf(application, version string) []Setting {
	return []Setting{
		{"JPROF_COUNTS", "jprof.counts", "", "the folder that counts are written to; without it, none are kept"},
		{"JPROF_APP", "jprof.app", application, "the application"},
		{"JPROF_ENV", "jprof.env", "", "the environment, such as prod"},
		{"JPROF_VERSION", "jprof.version", version, "the version"},
		{"JPROF_HOST", "jprof.host", "", "the host, if it is not HOSTNAME"},
		{"JPROF_INSTANCE", "jprof.instance", "", "the instance, such as the name of a pod"},
		{"JPROF_PERIOD", "jprof.period", "60", "the seconds after which changed counts are written"},
		{"JPROF_DISK", "jprof.disk", "512", "the megabytes that the folder may have"},
	}
}

// Copy copies the artifacts to the folder dir, and the run in the folder run with the ID id. It replaces the archives
// of an earlier build; the runs of earlier builds stay.
func Copy(dir string, artifacts []Artifact, run, id string, m Manifest) (*Manifest, error) {
	if err := clear(dir); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, a := range artifacts {
		f, err := copyTo(dir, shippedName(a.Path, names), a.Path)
		if err != nil {
			return nil, err
		}
		f.From = filepath.Base(a.Path)
		m.Artifacts = append(m.Artifacts, f)
	}
	to := path.Join(RunsDir, id)
	if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(to))); err != nil {
		return nil, err
	}
	err := filepath.WalkDir(run, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(run, file)
		switch {
		case err != nil:
			return err
		case d.IsDir() && rel == runs.TestReportsDir:
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, filepath.FromSlash(to), rel), 0o777)
		}
		f, err := copyTo(dir, path.Join(to, filepath.ToSlash(rel)), file)
		if filepath.Ext(file) == ".map" {
			m.Maps = append(m.Maps, f)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	m.Run = id
	return &m, atomicfile.WriteJSON(filepath.Join(dir, ManifestFile), m)
}

// clear makes the folder, or removes the archives of an earlier build from it. Other files stay.
func clear(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var old Manifest
	file := filepath.Join(dir, ManifestFile)
	err := atomicfile.ReadJSON(file, &old) // its errors name the file
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return term.WithHints(err, "delete "+file+": jprof writes it again; archives that it named stay in the folder")
	}
	for _, f := range old.Artifacts {
		if !filepath.IsLocal(filepath.FromSlash(f.File)) {
			continue
		}
		err := os.Remove(filepath.Join(dir, filepath.FromSlash(f.File)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// shippedName returns the name of the copy of an archive that no other one has.
func shippedName(file string, names map[string]bool) string {
	base := filepath.Base(file)
	ext := filepath.Ext(base)
	name := strings.TrimSuffix(base, ext) + Suffix + ext
	for dir := filepath.Dir(file); names[name]; dir = filepath.Dir(dir) {
		name = filepath.Base(dir) + "-" + name
	}
	names[name] = true
	return name
}

// copyTo copies a file to a slash path in the folder dir.
func copyTo(dir, to, from string) (File, error) {
	data, err := os.ReadFile(from)
	if err != nil {
		return File{}, err
	}
	sum := sha256.Sum256(data)
	return File{File: to, SHA256: hex.EncodeToString(sum[:]), Size: int64(len(data))},
		atomicfile.WriteBytes(filepath.Join(dir, filepath.FromSlash(to)), data)
}
