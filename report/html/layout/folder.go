package layout

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"jprof/internal/util/words"
	"jprof/report/html/assets"
)

// Folder receives pages, which are made with templates, and the files that pages need.
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
		"wordsOf":     wordsOf,
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

// asset writes a file that is the concatenation of parts, which are files of package assets.
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

// buffers holds the buffers of files that were written: those of 30,000 pages would be a fifth of all garbage.
var buffers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1<<16) }}

// Write writes one file.
func (f *Folder) Write(name string, write func(*bufio.Writer) error) error {
	out, err := f.out.Create(name)
	if err != nil {
		return err
	}
	b := buffers.Get().(*bufio.Writer)
	defer buffers.Put(b)
	b.Reset(out)
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

// Call writes a script that calls a function with the arguments as JSON.
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

// Frame holds the data for the head of a page.
type Frame struct {
	Root      string // path from the page to the folder: "" or "../"
	PageTitle string
	Title     string
	Tool      string
	Wide      bool   // the page uses the whole width of the window
	Search    bool   // the page has a search box, which needs search.js
	Tree      bool   // the page has a tree, which needs tree.js
	Sampled   bool   // the report has times
	Tests     bool   // scripts of the page use data of tests, which needs testdata.js
	Script    string // name of the script of this page, "" for none
	Nav       []NavLink
}

// NavLink is an entry of the navigation.
type NavLink struct {
	Href, Text string
	Here       bool // the link leads to the current page
	Badge      int  // number shown beside the link, 0 for none
	Alarm      bool
}
