package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"

	"jprof/internal/util/version"
)

// nfpm makes packages for Debian and Red Hat. Later versions need modules that Go's proxy refuses.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4"

//go:embed templates
var templates embed.FS

// writePackages writes the .deb and the .rpm of a target from the files of its archive.
func (r release) writePackages(t target, files []file, work, out string) error {
	folder := filepath.Join(work, t.name(), "package")
	files, err := packageFiles(files)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := r.lay(f, folder); err != nil {
			return err
		}
	}
	text, err := r.fill("nfpm.yaml", map[string]any{"Folder": folder, "Arch": t.arch})
	if err != nil {
		return err
	}
	config := filepath.Join(work, t.name(), "nfpm.yaml")
	if err := os.WriteFile(config, text, 0o644); err != nil {
		return err
	}
	env := []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.Time.Unix()), "GOFLAGS=", "GOWORK=off"}
	for _, kind := range []string{"deb", "rpm"} {
		if _, err := output(env, "go", "run", nfpm, "package", "-f", config, "-p", kind, "-t", out); err != nil {
			return err
		}
	}
	return nil
}

// packageFiles returns the files of a package, made from those of an archive. One file has all licences. Files that
// Debian requires to be compressed are compressed.
func packageFiles(files []file) ([]file, error) {
	var all []file
	texts := map[string][]byte{}
	for _, f := range files {
		text, err := f.read()
		if err != nil {
			return nil, err
		}
		texts[f.name] = text
		f.from, f.text = "", text
		all = append(all, f)
	}
	copyright := slices.Concat([]byte("jprof has this licence.\n\n"), texts["LICENSE"], []byte("\n"),
		texts["THIRD-PARTY.txt"])
	all = append(all, file{name: "copyright", text: copyright, mode: 0o644})
	for name, source := range map[string]string{"CHANGELOG.md.gz": "CHANGELOG.md", "man/jprof.1.gz": "man/jprof.1"} {
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(texts[source]); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		all = append(all, file{name: name, text: b.Bytes(), mode: 0o644})
	}
	return all, nil
}

// lay writes a file into a folder, and sets its time to that of the commit.
func (r release) lay(f file, folder string) error {
	name := filepath.Join(folder, filepath.FromSlash(f.name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(name, f.text, os.FileMode(f.mode)); err != nil {
		return err
	}
	return os.Chtimes(name, r.Time, r.Time)
}

// writeManifests writes the files by which package managers find the archives, with their checksums, and the file that
// a container is built from.
func (r release) writeManifests(out string) error {
	sums := map[string]string{}
	for _, t := range targets {
		sum, err := checksum(filepath.Join(out, r.archiveName(t)))
		if err != nil {
			return err
		}
		sums[t.String()] = sum
	}
	for _, name := range []string{"jprof.rb", "jprof.json", "Containerfile"} {
		text, err := r.fill(name, map[string]any{"Sums": sums})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// fill fills in a template with more values than those that all have: Version, PackageVersion, Home, Contact, Date, and
// Download, the address of the folder of archives.
func (r release) fill(name string, more map[string]any) ([]byte, error) {
	t, err := template.New(name).Option("missingkey=error").ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, err
	}
	values := map[string]any{
		"Version": r.Version, "Home": version.Home, "Contact": version.Contact,
		"Download": version.Download(r.Version), "Date": r.Time.Format(time.RFC3339),
		// Debian and Red Hat sort 0.2.0~dev before 0.2.0.
		"PackageVersion": strings.Replace(r.Version, "-", "~", 1),
	}
	for k, v := range more {
		values[k] = v
	}
	var b bytes.Buffer
	err = t.Execute(&b, values)
	return b.Bytes(), err
}
