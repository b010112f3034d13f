package layout

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"jprof/internal/util/words"
	"jprof/report/html/assets"
)

// Folder takes pages, which are made by templates, and the files that they need.
type Folder struct {
	out       Output
	Templates *template.Template
}

// NewFolder starts a folder with the files that all pages need, and with further scripts.
func NewFolder(out Output, scripts ...string) (Folder, error) {
	t, err := template.New("").Funcs(template.FuncMap{
		"n":           number,
		"capital":     words.Capital,
		"join":        strings.Join,
		"artifact":    Artifact,
		"packageName": PackageName,
		"digits":      func(number string) string { return strings.TrimLeft(strings.ReplaceAll(number, ".", ""), "0") },
		"split":       func(name string) []string { return strings.Split(name, ".") },
		"wordsOf":     WordsOf,
	}).ParseFS(assets.Files, "*.tmpl")
	if err != nil {
		return Folder{}, fmt.Errorf("html: %w", err)
	}
	f := Folder{out, t}
	if err := f.asset("style.css", "style.css", "code.css", "flame.css", "tests.css", "print.css"); err != nil {
		return f, err
	}
	if err := f.asset("report.js", "elements.js", "report.js"); err != nil {
		return f, err
	}
	for _, name := range append([]string{"source.js"}, scripts...) {
		if err := f.asset(name, name); err != nil {
			return f, err
		}
	}
	return f, nil
}

// asset writes a file that is made of parts.
func (f *Folder) asset(name string, parts ...string) error {
	return f.Write(name, func(w *bufio.Writer) error {
		for _, part := range parts {
			data, err := assets.Files.ReadFile(part)
			if err != nil {
				return err
			}
			w.Write(data)
		}
		return nil
	})
}

// Page writes a page with the template of the given name.
func (f *Folder) Page(name, tmpl string, data any) error {
	return f.Write(name, func(w *bufio.Writer) error { return f.Templates.ExecuteTemplate(w, tmpl, data) })
}

// Write writes one file.
func (f *Folder) Write(name string, write func(*bufio.Writer) error) error {
	out, err := f.out.Create(name)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(out, 1<<16)
	err = write(b)
	if err == nil {
		err = b.Flush()
	}
	if e := out.Close(); err == nil {
		err = e
	}
	if err != nil {
		return fmt.Errorf("html: %s: %w", name, err)
	}
	return nil
}

// Call writes a script with one call.
func (f *Folder) Call(name, function string, arguments ...any) error {
	return f.Write(name, func(w *bufio.Writer) error {
		w.WriteString(`"use strict"; ` + function + "(")
		for i, a := range arguments {
			if i > 0 {
				w.WriteString(", ")
			}
			text, err := json.Marshal(a) // escapes what could end a script or a line
			if err != nil {
				return err
			}
			w.Write(text)
		}
		w.WriteString(");\n")
		return nil
	})
}

// Frame is the data for the head of every page.
type Frame struct {
	Root      string // path from the page to the folder: "" or "../"
	PageTitle string
	Title     string
	Tool      string
	Wide      bool   // uses all of the window
	Search    bool   // has a search box, which needs search.js
	Tree      bool   // has a tree, which needs tree.js
	Sampled   bool   // the report has times
	Tests     bool   // its scripts ask for tests, which needs testdata.js
	Script    string // its own script, "" for none
	Nav       []NavLink
}

// NavLink is an entry of the navigation.
type NavLink struct {
	Href, Text string
	Here       bool // this is the page
	Badge      int  // a number beside it, 0 for none
	Alarm      bool
}
