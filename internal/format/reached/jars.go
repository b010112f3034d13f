package reached

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"jprof/internal/java/classfile"
)

// maxJar limits the size of a class file or of a jar in a jar.
const maxJar = 1 << 30

// AddJar adds the classes of a jar, or of a folder of classes and jars, that no JVM has loaded: none of their methods
// ran. Jars in the jar belong to it, as those of Spring Boot and of web applications. If a class was loaded whose hash
// is not known, all classes of its name count as loaded.
func (s *Set) AddJar(file string) error {
	known := map[string]bool{}
	for _, c := range s.Classes {
		known[c.Name+" "+c.SHA] = true
	}
	in := &jars{set: s, known: known}
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("reached: %w", err)
	}
	if info.IsDir() {
		err = in.folder(file)
	} else {
		err = in.jar(file)
	}
	s.sort()
	return err
}

// jars adds classes to a set.
type jars struct {
	set   *Set
	known map[string]bool // name and hash; the hash is "" if it is not known
}

func (j *jars) folder(dir string) error {
	return filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case strings.HasSuffix(file, ".jar"):
			return j.jar(file)
		case strings.HasSuffix(file, ".class"):
			data, err := os.ReadFile(file)
			if err == nil {
				j.class(data, dir)
			}
			return err
		}
		return nil
	})
}

func (j *jars) jar(file string) error {
	r, err := zip.OpenReader(file)
	if err != nil {
		return fmt.Errorf("reached: %s: %w", file, err)
	}
	defer r.Close()
	return j.entries(&r.Reader, file)
}

// entries adds the classes of an open jar.
func (j *jars) entries(r *zip.Reader, place string) error {
	for _, f := range r.File {
		jar := path.Ext(f.Name) == ".jar"
		// Classes for later releases of Java have the names of others.
		if !jar && path.Ext(f.Name) != ".class" || strings.HasPrefix(f.Name, "META-INF/versions/") {
			continue
		}
		in, err := f.Open()
		if err != nil {
			return fmt.Errorf("reached: %s: %s: %w", place, f.Name, err)
		}
		data, err := io.ReadAll(io.LimitReader(in, maxJar))
		in.Close()
		if err != nil {
			return fmt.Errorf("reached: %s: %s: %w", place, f.Name, err)
		}
		if !jar {
			j.class(data, place)
			continue
		}
		inner, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return fmt.Errorf("reached: %s: %s: %w", place, f.Name, err)
		}
		if err := j.entries(inner, place+"!/"+f.Name); err != nil {
			return err
		}
	}
	return nil
}

// class adds a class, unless it was loaded. A file that is no class is no class of the program either.
func (j *jars) class(data []byte, place string) {
	f, err := classfile.Parse(data)
	if err != nil {
		return
	}
	if name := path.Base(f.Name); name == "module-info" || name == "package-info" {
		return
	}
	sum := sha256.Sum256(data)
	c := Class{Name: strings.ReplaceAll(f.Name, "/", "."), Source: f.Source, Place: place,
		SHA: hex.EncodeToString(sum[:])}
	if j.known[c.Name+" "] || j.known[c.Name+" "+c.SHA] {
		return
	}
	j.known[c.Name+" "+c.SHA] = true
	for i := range f.Methods {
		m := &f.Methods[i]
		if m.Length() == 0 {
			continue // abstract or native
		}
		line := 0
		if code, err := m.Decode(); err == nil && len(code.Lines) > 0 {
			line = code.Lines[0].Line
		}
		c.Methods = append(c.Methods, Method{Access: uint16(m.Access), Name: m.Name, Descriptor: m.Descriptor,
			Line: line})
	}
	j.set.Classes = append(j.set.Classes, c)
}
