package jtest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// ClassFile is a class file of a JDK.
type ClassFile struct {
	Name string // of the class, with slashes
	Data []byte
}

// Classes returns the class files of a module of the JDK, sorted by name. Each process reads a module only once.
func (j JDK) Classes(t testing.TB, module string) []ClassFile {
	t.Helper()
	load, _ := modules.LoadOrStore(j.Home+"!"+module, sync.OnceValues(func() ([]ClassFile, error) {
		return j.extract(module)
	}))
	classes, err := load.(func() ([]ClassFile, error))()
	if err != nil || len(classes) == 0 {
		t.Fatalf("%d classes of %s of %v: %v", len(classes), module, j, err)
	}
	return classes
}

// modules maps the home of a JDK and the name of a module to a function that loads the module once.
var modules sync.Map

// extract returns the class files of a module from lib/modules, the image of a JDK. It reads the image itself, because
// the program jimage takes seconds. A header is followed by two tables with an entry for each resource; entries of the
// second table are offsets of attributes. Then come the attributes, the strings that they refer to, and the resources.
func (j JDK) extract(module string) ([]ClassFile, error) {
	f, err := os.Open(filepath.Join(j.Home, "lib", "modules"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var head struct{ Magic, Version, Flags, Resources, Table, Attributes, Strings uint32 }
	order := binary.NativeEndian
	if err := binary.Read(f, order, &head); err != nil {
		return nil, err
	}
	if head.Magic != 0xCAFEDADA || head.Version>>16 != 1 {
		return nil, fmt.Errorf("%s: an image of an unknown version %#x", f.Name(), head.Version)
	}
	index := make([]byte, 8*head.Table+head.Attributes+head.Strings)
	if _, err := io.ReadFull(f, index); err != nil {
		return nil, err
	}
	start := int64(binary.Size(head) + len(index))
	attributes := index[8*head.Table:]
	text := func(at uint64) string {
		s, _, _ := bytes.Cut(attributes[uint64(head.Attributes)+at:], []byte{0})
		return string(s)
	}
	var classes []ClassFile
	for i := range head.Table {
		const inModule, parent, base, extension, offset, compressed, size = 1, 2, 3, 4, 5, 6, 7
		var value [32]uint64
		for at := order.Uint32(index[4*(head.Table+i):]); attributes[at]>>3 != 0; {
			kind, length := attributes[at]>>3, uint32(attributes[at]&7)+1
			for _, b := range attributes[at+1 : at+1+length] {
				value[kind] = value[kind]<<8 | uint64(b)
			}
			at += 1 + length
		}
		if text(value[inModule]) != module || text(value[extension]) != "class" {
			continue
		}
		c := ClassFile{strings.TrimPrefix(text(value[parent])+"/"+text(value[base]), "/"), make([]byte, value[size])}
		if value[compressed] != 0 {
			return nil, fmt.Errorf("%s: %s is compressed", f.Name(), c.Name)
		}
		if _, err := f.ReadAt(c.Data, start+int64(value[offset])); err != nil {
			return nil, err
		}
		classes = append(classes, c)
	}
	slices.SortFunc(classes, func(a, b ClassFile) int { return strings.Compare(a.Name, b.Name) })
	return classes, nil
}
