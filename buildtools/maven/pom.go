package maven

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/beevik/etree"
	"golang.org/x/net/html/charset"
)

// pom is the part of a pom.xml that connects it with other poms.
type pom struct {
	file     string // absolute
	group    string // the group of the parent if the pom inherits it
	artifact string
	parent   *parent
	modules  []string // as written, including those of profiles
	project  *etree.Element
}

type parent struct {
	group, artifact string
	path            string // relative path as written; "" if the pom declares it to be empty
}

// readPom reads a pom. The error names the file, and the line in which the XML is wrong.
func readPom(file string) (*pom, error) {
	doc := etree.NewDocument()
	doc.ReadSettings.CharsetReader = charset.NewReaderLabel // poms may be declared in any encoding
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if err := doc.ReadFromBytes(data); err != nil {
		return nil, fmt.Errorf("%s: not a valid pom: %w", file, syntaxError(data, err))
	}
	project := doc.Root()
	if project == nil || project.Tag != "project" {
		return nil, fmt.Errorf("%s: not a valid pom: no <project> at the top", file)
	}
	p := &pom{file: file, group: text(project, "groupId"), artifact: text(project, "artifactId"), project: project}
	if e := project.SelectElement("parent"); e != nil {
		p.parent = &parent{text(e, "groupId"), text(e, "artifactId"), "../pom.xml"}
		if path := e.SelectElement("relativePath"); path != nil {
			p.parent.path = strings.TrimSpace(path.Text())
		}
		if p.group == "" {
			p.group = p.parent.group
		}
	}
	p.modules = modules(project)
	if profiles := project.SelectElement("profiles"); profiles != nil {
		for _, profile := range profiles.SelectElements("profile") {
			p.modules = append(p.modules, modules(profile)...)
		}
	}
	return p, nil
}

// syntaxError replaces an error of etree on data by the error of the XML decoder, which names the line.
func syntaxError(data []byte, err error) error {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = charset.NewReaderLabel
	for {
		if _, decoding := d.Token(); decoding == io.EOF {
			return err
		} else if decoding != nil {
			return decoding
		}
	}
}

func text(e *etree.Element, tag string) string {
	if child := e.SelectElement(tag); child != nil {
		return strings.TrimSpace(child.Text())
	}
	return ""
}

// modules returns the names in <modules> and, for Maven 4, in <subprojects>.
func modules(e *etree.Element) []string {
	var found []string
	for _, tag := range [][2]string{{"modules", "module"}, {"subprojects", "subproject"}} {
		list := e.SelectElement(tag[0])
		if list == nil {
			continue
		}
		for _, m := range list.SelectElements(tag[1]) {
			if name := strings.TrimSpace(m.Text()); name != "" {
				found = append(found, name)
			}
		}
	}
	return found
}

// dir returns the folder of the pom.
func (p *pom) dir() string { return filepath.Dir(p.file) }

// moduleFiles returns the pom files of the modules that exist. A name with an expression matches no file, because the
// value of the expression is not known here.
func (p *pom) moduleFiles() []string {
	var found []string
	for _, name := range p.modules {
		if file, ok := pomAt(p.dir(), name); ok {
			found = append(found, file)
		}
	}
	return found
}

// parentFile returns the file at the relative path of the parent, and whether that file exists.
func (p *pom) parentFile() (string, bool) {
	if p.parent == nil || p.parent.path == "" {
		return "", false
	}
	return pomAt(p.dir(), p.parent.path)
}

// isParentOf reports whether child names p as its parent. It ignores the version, which may be an expression. If it
// finds a parent too many, only more is copied.
func (p *pom) isParentOf(child *pom) bool {
	return child.parent != nil && child.parent.group == p.group && child.parent.artifact == p.artifact
}

// pomAt returns the pom that a pom in dir names by a path. The path leads to a file, or to a folder with a pom.xml. The
// second result reports whether the pom exists.
func pomAt(dir, name string) (string, bool) {
	return pomIn(filepath.Join(dir, filepath.FromSlash(strings.ReplaceAll(name, `\`, "/"))))
}

// pomIn returns path if it is a file, or its pom.xml if it is a folder, and whether that file exists.
func pomIn(path string) (string, bool) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		path = filepath.Join(path, "pom.xml")
		info, err = os.Stat(path)
	}
	return path, err == nil && info.Mode().IsRegular()
}
