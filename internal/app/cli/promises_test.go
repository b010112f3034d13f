package cli

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jprof/internal/java/classfile"
)

// TestSchemasAreKept checks that the schemas of documents only add to those of each corpus: programs that read a
// document of that version read those of this one.
func TestSchemasAreKept(t *testing.T) {
	for _, c := range allCorpora(t) {
		schemas := unzipped(t, filepath.Join(c.dir, "schemas.tar.gz"))
		if len(schemas) == 0 {
			t.Errorf("%s: no schemas", c.version)
		}
		for name, old := range schemas {
			was, err := document(old)
			if err != nil {
				t.Fatal(err)
			}
			is, err := document(readOr(t, filepath.Join("../../../docs/schema", name), "{}"))
			if err != nil {
				t.Fatal(err)
			}
			if err := schemaKept("", was, is); err != nil {
				t.Errorf("docs/schema/%s is not what it was in %s: %v", name, c.version, err)
			}
		}
	}
}

// TestSchemaKept checks which changes of a schema are found.
func TestSchemaKept(t *testing.T) {
	const old = `{"title": "t", "type": ["string", "null"], "required": ["a"], "enum": ["x", "y"], "properties": {
		"title": {"type": "string"}, "a": {"$ref": "#/$defs/a"}}, "oneOf": [{"const": 1}]}`
	for change, want := range map[string]string{
		`"title": "t">"title": "other"`:                      "",
		`"required": ["a"]>"required": ["b", "a"]`:           "",
		`"enum": ["x", "y"]>"enum": ["x", "z", "y"]`:         "",
		`{"const": 1}>{"const": 1}, {"const": 2}`:            "",
		`"properties": {>"properties": {"new": {}, `:         "",
		`["string", "null"]>["string"]`:                      ".type",
		`"required": ["a"]>"required": []`:                   ".required",
		`"enum": ["x", "y"]>"enum": ["y"]`:                   ".enum",
		`"title": {"type": "string"}>"title": {"type": "x"}`: ".properties.title.type",
		`"title": {"type": "string"}, >`:                     ".properties.title",
		`#/$defs/a>#/$defs/b`:                                ".properties.a.$ref",
		`{"const": 1}>{"const": 2}`:                          ".oneOf[0].const",
	} {
		from, to, _ := strings.Cut(change, ">")
		was, err := document(old)
		if err != nil {
			t.Fatal(err)
		}
		is, err := document(strings.Replace(old, from, to, 1))
		if err != nil {
			t.Fatal(err)
		}
		err = schemaKept("", was, is)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want+" ") {
			t.Errorf("%s: %v, want %q", change, err, want)
		}
	}
}

// schemaKept returns an error if a schema does not have all that another has, but for descriptions.
func schemaKept(at string, was, is any) error {
	switch was := was.(type) {
	case map[string]any:
		is, _ := is.(map[string]any)
		for key, value := range was {
			_, isText := value.(string)
			switch now, ok := is[key]; {
			case isText && (key == "description" || key == "title"):
			case !ok:
				return fmt.Errorf("%s.%s is missing", at, key)
			case key == "type":
				if _, isProperty := value.(map[string]any); !isProperty && !reflect.DeepEqual(value, now) {
					return fmt.Errorf("%s.type was %v, is %v", at, value, now)
				}
				fallthrough
			default:
				if err := schemaKept(at+"."+key, value, now); err != nil {
					return err
				}
			}
		}
		return nil
	case []any:
		is, _ := is.([]any)
		for i, value := range was {
			if _, isText := value.(string); isText {
				if !slices.Contains(is, value) {
					return fmt.Errorf("%s lacks %v", at, value)
				}
				continue
			}
			if i >= len(is) {
				return fmt.Errorf("%s was %v, is %v", at, was, is)
			}
			if err := schemaKept(fmt.Sprintf("%s[%d]", at, i), value, is[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if was != is {
		return fmt.Errorf("%s was %v, is %v", at, was, is)
	}
	return nil
}

// unzipped is the content of the files of an archive, by name.
func unzipped(t *testing.T, archive string) map[string]string {
	t.Helper()
	f, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for in := tar.NewReader(zipped); ; {
		h, err := in.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[h.Name] = string(text)
	}
}

// TestAgentAPIIsKept checks that agents that were compiled with the API of a corpus run with that of this version: it
// has all classes and members, and requires no method of them that was not there.
func TestAgentAPIIsKept(t *testing.T) {
	const jar = "../../../plugins/agent/dist/jprof-api.jar"
	is, err := members(jar)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("needs plugins/agent/dist/jprof-api.jar: make agent")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range allCorpora(t) {
		was, err := members(filepath.Join(c.dir, "jprof-api.jar"))
		if err != nil || len(was) == 0 {
			t.Fatalf("%s: %d members, %v", c.version, len(was), err)
		}
		for _, member := range was {
			if !slices.Contains(is, member) {
				t.Errorf("jprof-api.jar lacks what %s had: %s", c.version, member)
			}
		}
		for _, member := range is {
			isNew := !slices.Contains(was, member)
			if isNew && strings.HasPrefix(member, "jprof/api/ContextAgent abstract ") {
				t.Errorf("agents made for %s do not implement %s: make it a default method", c.version, member)
			}
		}
	}
}

// public is the access flag of public classes and members.
const public = 0x0001

// members lists the public classes of a jar, and their public methods and fields.
func members(jar string) ([]string, error) {
	z, err := zip.OpenReader(jar)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	var list []string
	for _, f := range z.File {
		if filepath.Ext(f.Name) != ".class" {
			continue
		}
		data, err := fs.ReadFile(z, f.Name)
		if err != nil {
			return nil, err
		}
		class, err := classfile.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if class.Access&public == 0 {
			continue
		}
		list = append(list, class.Name)
		for _, m := range class.Methods {
			list = append(list, member(class, m.Access, m.Name+m.Descriptor)...)
		}
		for _, field := range class.Fields {
			list = append(list, member(class, field.Access, field.Name+" "+field.Descriptor)...)
		}
	}
	return list, nil
}

// member is a member of a class, if it is public.
func member(class *classfile.File, access int, name string) []string {
	kind := " "
	switch {
	case access&public == 0:
		return nil
	case access&classfile.Static != 0:
		kind = " static "
	case access&classfile.Abstract != 0:
		kind = " abstract "
	}
	return []string{class.Name + kind + name}
}
