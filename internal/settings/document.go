package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"gopkg.in/yaml.v3"

	"jprof/internal/util/paths"
	"jprof/internal/util/regular"
	"jprof/internal/util/term"
)

// document has the settings of a project as nodes, with their places, and as values.
type document struct {
	path     string     // of the file, which may not exist
	root     *yaml.Node // of the settings, nil for none
	build    *ofBuild   // nil for none
	settings Settings
}

// nodeError is an error about a node of a document, which adds the place.
type nodeError struct {
	node *yaml.Node
	err  error
}

func (e nodeError) Error() string { return e.err.Error() }

// MaxFile limits the file of settings, in bytes: a list of thousands of tests in quarantine takes less.
const MaxFile = 4 << 20

// load reads the settings of the project at root. Without any, the document has no nodes.
func load(root string) (*document, error) {
	d := &document{path: filepath.Join(root, FileName)}
	text, err := regular.ReadUpTo(d.path, MaxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist) && isLink(d.path):
		return nil, term.Errorf("mend or remove it", "%s: a link to a file that does not exist", d.path)
	case errors.Is(err, fs.ErrNotExist):
		if other := filepath.Join(root, "jprof.yml"); paths.Exists(other) {
			return nil, term.Errorf("rename it", "%s: settings are read from %s only", other, FileName)
		}
	case err != nil:
		return nil, err
	default:
		if err := d.parse(text); err != nil {
			return nil, err
		}
	}
	if d.build, err = readOfBuild(); err != nil {
		return nil, err
	}
	if d.build != nil {
		if err := d.join(); err != nil {
			return nil, err
		}
		d.settings.from = d
	}
	return d, d.decode()
}

// isLink reports whether a path is a symbolic link.
func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().Type() == fs.ModeSymlink
}

// place returns the file and the line of a node.
func (d *document) place(n *yaml.Node) place {
	if d.build.has(n) {
		return d.build.nodes[n]
	}
	return place{d.path, n.Line}
}

// short returns the path in the project of a file with settings, or the name of one that is elsewhere.
func (d *document) short(file string) string {
	if rel := paths.Rel(filepath.Dir(d.path), file); filepath.IsLocal(rel) {
		return rel
	}
	return filepath.Base(file)
}

// named returns an error with the place of the node that it is about.
func (d *document) named(err error) error {
	var e nodeError
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	at := d.place(e.node)
	if at.Line == 0 {
		return fmt.Errorf("%s: %w", at.File, e.err)
	}
	return fmt.Errorf("%s: line %d: %w", at.File, at.Line, e.err)
}

// parse reads the nodes of the file.
func (d *document) parse(text []byte) error {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var all yaml.Node
	err := decoder.Decode(&all)
	if err == nil {
		err = all.Decode(new(any)) // no node holds itself: checkShape visits all
	}
	if err != nil && !errors.Is(err, io.EOF) { // EOF: only comments, or nothing
		return d.readable(err)
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: only one YAML document is allowed: remove the second one", d.path)
	}
	if len(all.Content) > 0 {
		d.root = all.Content[0]
	}
	return nil
}

// readable returns an error of the YAML library as messages have it.
func (d *document) readable(err error) error {
	message := strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "unmarshal errors:", "")), " ")
	hint := "quote values with special characters, and indent by spaces"
	if strings.Contains(message, "already defined") {
		hint = "give each key once"
	}
	return term.Errorf(hint, "%s: %s", d.path, strings.TrimPrefix(message, "yaml: "))
}

// decode checks the nodes, and sets the settings.
func (d *document) decode() error {
	if d.root == nil {
		return nil
	}
	err := checkRelease(d.root)
	if err == nil {
		err = checkShape(d.root, reflect.TypeFor[Settings](), "")
	}
	if err != nil {
		return d.named(err)
	}
	if err := d.root.Decode(&d.settings); err != nil {
		return d.readable(err)
	}
	if check := child(d.root, "check"); check != nil {
		if err := noEmptyGates(check, "check"); err != nil {
			return d.named(err)
		}
	}
	if err := d.settings.checkValues(); err != nil {
		return d.named(placed(err, d.root))
	}
	return nil
}
