package html

import (
	"bufio"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"jprof/report"
	"jprof/report/html/layout"
)

// searchIndex writes the index of the search box of all pages. The index is a script with one string, because pages of
// the file system may load scripts only. The first letter of a line of the string is its kind:
//
//	kNAME <tab> PAGE <tab> IN a package, the name of its page below package/ without .html, and its module
//	pNAME                     the package of the files that follow, "" where it is not said
//	fPATH <tab> PAGE          a file, and the name of its page below source/, or "" for PACKAGE.FILE
//	cNAME <tab> PAGE <tab> N  a class of it, the name of its page below class/, or "" for PACKAGE.NAME, and its
//	                          invocations
//	nNAME <tab> LINE <tab> N  a class of it within another one
//	tNAME                     the type of the methods that follow; if its binary name does not just have $ in place
//	                          of dots, that follows with <tab>, as it does in lines with n
//	mNAME(...) <tab> LINE <tab> N
//	eNAME <tab> PAGE <tab> IN a class with tests, the name of its page below tests/, or "" for NAME, and its test step
//	rNAME <tab> NUMBER        a test of it; other attempts than the first follow with <tab> and their number less 1
//
// N is "" for omitted code.
func (s *site) searchIndex() error {
	return s.Write("search-index.js", func(w *bufio.Writer) error {
		x := lineWriter{w}
		x.WriteString(`"use strict"; var jprofIndex = "`)
		for _, t := range s.tree {
			for _, p := range t.packages {
				in := layout.Artifact(p.module)
				if p.Tests {
					in = strings.TrimSpace(in + " tests")
				}
				x.line('k', p.name(), pageUnless(p.page, "package/", ""), in)
			}
		}
		pkg := ""
		for _, f := range s.model.Files {
			if f.Package != pkg {
				pkg = f.Package
				x.line('p', pkg)
			}
			x.line('f', f.Path, pageUnless(s.sourcePage[f], "source/", sourceName(f)))
			for _, c := range f.Classes {
				x.line('c', c.Name, pageUnless(s.classPage[c], "class/", c.Qualified()),
					countIf(c.Measured(), c.Totals.Invocations))
			}
			for _, n := range f.Nested() {
				fields := []string{n.Title, fmt.Sprint(n.Line), countIf(n.Measured, n.Invocations)}
				x.line('n', append(fields, otherName(n.Title, n.Name)...)...)
			}
			owner := ""
			for i := range f.Methods {
				x.method(&f.Methods[i], &owner)
			}
		}
		if s.testPages != nil {
			s.testPages.search(&x)
		}
		x.WriteString("\";\n")
		return nil
	})
}

// pageUnless returns the name of a page without folder and ending, or "" if it is equal to name.
func pageUnless(page, folder, name string) string {
	page = strings.TrimSuffix(strings.TrimPrefix(page, folder), path.Ext(page))
	if page == name {
		return ""
	}
	return page
}

// countIf returns a count, or "" for omitted code.
func countIf(measured bool, count uint64) string {
	if !measured {
		return ""
	}
	return fmt.Sprint(count)
}

// otherName returns the binary name of a type, or nothing if it is the title with $ in place of dots.
func otherName(title, binary string) []string {
	if strings.ReplaceAll(title, ".", "$") == binary {
		return nil
	}
	return []string{binary}
}

func (x *lineWriter) method(m *report.Method, owner *string) {
	in, name, ok := strings.Cut(m.Title(), "::")
	if !ok {
		in, name = "", m.Label
	}
	if in != *owner {
		*owner = in
		x.line('t', append([]string{in}, otherName(in, m.Owner())...)...)
	}
	x.line('m', name, fmt.Sprint(m.Name.Line), countIf(m.Measured, m.Invocations))
}

// lineWriter writes lines into a string literal of JavaScript.
type lineWriter struct{ *bufio.Writer }

func (x *lineWriter) line(kind byte, fields ...string) {
	for i, f := range fields {
		fields[i] = strings.ReplaceAll(report.Printable(f), "\t", " ")
	}
	// JSON strings are strings of JavaScript, and encoding/json escapes characters that could end a script or a line.
	text, _ := json.Marshal(string(kind) + strings.Join(fields, "\t") + "\n") // each string has a form in JSON
	x.Write(text[1 : len(text)-1])
}
