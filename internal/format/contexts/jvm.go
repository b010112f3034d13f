package contexts

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"jprof/internal/format/recordfile"
	"jprof/internal/java/flow"
	"jprof/internal/util/regular"
)

// jvmFile is the file of a JVM that is being added.
type jvmFile struct {
	*collector
	path    string
	about   About
	tables  tables
	patch   *patch
	classes *classFiles
	trees   treeReader
	add     adder
	step    string
	owned   []bool // the nodes of the profile that this file has; the profile may have others
	stopped []stack
	named   map[string][]int32 // methods with nodes, by class and name; computed for stopped
	// formulas of methods, nil for methods without any; computed for stopped
	formulas map[int32]*flow.Formulas
}

// patch is an instrumented JDK: its methods, class files and losses.
type patch struct {
	tables  tables
	losses  []Loss
	classes *classFiles
}

// read adds the file. full is an error if the profile is full, problem a problem of the file.
func (f *jvmFile) read(step string) (full, problem error) {
	in, err := regular.Open(f.path)
	if err != nil {
		return nil, fmt.Errorf("contexts: %w", err)
	}
	defer in.Close()
	content := sha256.New()
	if _, err := io.Copy(content, in); err != nil {
		return nil, fmt.Errorf("contexts: %w", err)
	}
	jvm := JVM(content.Sum(nil)[:len(JVM{})])
	if f.Profile.jvms[jvm] {
		return nil, nil
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("contexts: %w", err)
	}
	name := filepath.Base(f.path) // without the folder, which is one of jprof
	fr, err := recordfile.NewReader(in, name, recordfile.Contexts)
	if err != nil {
		return nil, err
	}
	about, merged, err := decodeAbout(fr.About())
	if err != nil {
		return nil, err
	}
	if merged {
		return nil, fmt.Errorf("%s is not used: it is a merged file, and only files of single JVMs belong here", name)
	}
	if about.Start.Before(f.notBefore) {
		return nil, fmt.Errorf("%s: the contexts of a JVM that began before this run (%s by its clock) are not used",
			name, about.Start.Format(time.RFC3339))
	}
	f.about = about
	f.PIDs[int(about.PID)] = true
	f.begin(step, jvm)
	full, problem = f.records(fr)
	f.end()
	return full, problem
}

// begin adds the facts about the file, and finds its step and its classes.
func (f *jvmFile) begin(step string, jvm JVM) {
	if step != "" {
		f.ancestors.Add(f.path, step, f.about.jvm())
	} else {
		step = f.ancestors.StepOf(f.about.jvm())
	}
	f.step = step
	f.JVMs = append(f.JVMs, JVMFiles{strings.TrimSuffix(f.path, treesSuffix), step})
	head := Header{About: f.about, Files: []JVM{jvm}}
	if f.about.Snapshot {
		head.Snapshots = 1
	}
	f.Profile.addHead(&head)
	var err error
	if f.classes, err = openClasses(strings.TrimSuffix(f.path, treesSuffix) + classesSuffix); err != nil {
		f.problem("%v", err)
	}
	if f.about.Patch != "" {
		f.patch = f.patchOf(f.about.Patch)
		f.tables.base = &f.patch.tables
		f.Profile.addHead(&Header{Losses: f.patch.losses})
	}
	f.add = adder{p: f.Profile, resolve: f.resolve}
	f.trees = treeReader{tables: &f.tables, visit: f}
}

// Root and Node make jvmFile a Visitor: they add a tree to the profile.
func (f *jvmFile) Root(r Root) error {
	err := f.add.Root(r)
	f.own(err)
	return err
}

func (f *jvmFile) Node(n *Node) error {
	f.method(n.Method)
	err := f.add.Node(n)
	f.own(err)
	return err
}

// own records that this file has the node that was added last. The profile may have nodes of other JVMs only.
func (f *jvmFile) own(err error) {
	if err != nil {
		return
	}
	node := int(f.add.path[len(f.add.path)-1])
	if more := f.Profile.nodes.Len() - len(f.owned); more > 0 {
		f.owned = append(f.owned, make([]bool, more)...)
	}
	f.owned[node] = true
}

// owns reports whether this file has a node of the profile. node may be -1 for none.
func (f *jvmFile) owns(node int32) bool {
	return node >= 0 && int(node) < len(f.owned) && f.owned[node]
}

// records reads all records.
func (f *jvmFile) records(fr *recordfile.Reader) (full, problem error) {
	problem = fr.Each(func(d *recordfile.Decoder) error {
		err := f.record(d.Uint8(), d)
		if _, bad := errors.AsType[*recordfile.Error](err); err != nil && !bad {
			full = err
		}
		return err
	})
	if full != nil || problem == nil {
		return full, nil
	}
	return nil, fmt.Errorf("%w (the contexts before this place are used)", problem)
}

// record reads a record. Its kind has been read.
func (f *jvmFile) record(kind byte, d *recordfile.Decoder) error {
	switch kind {
	case kindClasses:
		return f.tables.readClasses(d)
	case kindMethods:
		return f.tables.readMethods(d)
	case kindTree:
		return f.trees.read(d, f.step)
	case kindBeyond:
		return f.readBeyond(d)
	case kindStopped:
		s, err := readStack(d, &f.tables)
		if err == nil {
			f.stopped = append(f.stopped, s)
		}
		return err
	case kindLosses:
		list, err := readLosses(d)
		f.Profile.addHead(&Header{Losses: list})
		return err
	case kindAgents:
		list, err := readAgents(d)
		f.Profile.addHead(&Header{Agents: list})
		return err
	}
	return unknownKind(d, kind)
}

// readBeyond reads calls beyond the limit, and the number of calls that the JVM had no memory to record.
func (f *jvmFile) readBeyond(d *recordfile.Decoder) error {
	lost := d.Uvarint(math.MaxUint64)
	if d.Len() > 0 {
		if err := f.Root(Root{Step: f.step, Beyond: true}); err != nil {
			return err
		}
	}
	for d.Len() > 0 {
		n := Node{Depth: 1, Method: int32(d.Uvarint(maxIDs))}
		f.tables.numbers(d, &n)
		if d.Err() != nil {
			break
		}
		if err := f.Node(&n); err != nil {
			return err
		}
	}
	f.Profile.addHead(&Header{About: About{Lost: lost}})
	return d.Close()
}

// end adds the data that can only be computed from all trees.
func (f *jvmFile) end() {
	if len(f.stopped) > 0 {
		f.nameMethods()
		f.formulas = map[int32]*flow.Formulas{}
	}
	f.Unplaced = add(f.Unplaced, f.stopAll())
}

// resolve returns the index in the profile of a method of the file.
func (f *jvmFile) resolve(id int32) int32 {
	m, c := f.tables.method(id), f.classOf(id)
	class, method := c.Class, m.Method
	if sha, p := f.content(c); p != nil {
		class.SHA = sha
		if class.Source == "" {
			class.Source = p.file.Source
		}
		method.Code = p.code(&method, sha)
	}
	method.Code = method.Code.withSlots(method.Slots)
	return f.Profile.addMethod(class, method)
}

// classOf returns the class of a method of the file.
func (f *jvmFile) classOf(id int32) *fileClass {
	return f.tables.class(f.tables.method(id).Class)
}

// content returns the class file of a class, nil if there is none.
func (f *jvmFile) content(c *fileClass) (SHA, *parsedClass) {
	from := f.classes
	if c.place == inPatch {
		from = nil
		if f.patch != nil {
			from = f.patch.classes
		}
	}
	data := from.read(c.ref, c.Name)
	if data == nil {
		return SHA{}, nil
	}
	return f.class(data)
}

func (f *jvmFile) close() { f.classes.close() }

// patchOf returns the instrumented JDK in a folder. It is read once.
func (c *collector) patchOf(dir string) *patch {
	if p, ok := c.patches[dir]; ok {
		return p
	}
	p := &patch{}
	c.patches[dir] = p
	if err := p.read(filepath.Join(dir, "java.base"+treesSuffix)); err != nil {
		c.problem("jprof cannot read the instrumented JDK, so its methods are missing: %v", err)
	}
	var err error
	if p.classes, err = openClasses(filepath.Join(dir, "java.base"+classesSuffix)); err != nil {
		c.problem("the class files of the instrumented JDK cannot be read: %v", err)
	}
	return p
}

// read reads the methods of the instrumented JDK.
func (p *patch) read(path string) error {
	in, err := regular.Open(path)
	if err != nil {
		return fmt.Errorf("contexts: %w", err)
	}
	defer in.Close()
	fr, err := recordfile.NewReader(in, path, recordfile.Contexts)
	if err != nil {
		return err
	}
	return fr.Each(func(d *recordfile.Decoder) (err error) {
		switch kind := d.Uint8(); kind {
		case kindClasses:
			return p.tables.readClasses(d)
		case kindMethods:
			return p.tables.readMethods(d)
		case kindLosses:
			p.losses, err = readLosses(d)
			return err
		default:
			return unknownKind(d, kind)
		}
	})
}
