// Package twoways checks that two independent ways to count agree: the invocations of each measured method by counters
// in the sources, and the calls of it that the agent has recorded in bytecode, summed over all contexts.
//
// In go exports of jprof: the JSON document of a run with counters, twice or more, as methods that differ between
// equal runs prove nothing, and that of a run with contexts. Out comes a Result.
//
// Counters know methods of sources, the agent those of class files. match.go pairs them: by the binary name of the
// class, the name, the types of parameters as far as they are written, and the lines. A static initialiser block is run
// by <clinit>, one of instances by each constructor that does not call another one of its class. Lambdas, bridges and
// other methods that only class files have are in the method around them, or in none, so they are not compared.
package twoways

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Method is a measured method of a source.
type Method struct {
	File   string
	Class  string // binary name with its package: a.Outer$Inner
	Name   string // <init> for constructors, <clinit> for static initialisers, {} for those of instances
	Params []string
	Line   int // first and last
	End    int
	Count  uint64 // invocations
}

// String is the method in messages.
func (m Method) String() string {
	return fmt.Sprintf("%s:%d: %s.%s(%s)", m.File, m.Line, m.Class, m.Name, strings.Join(m.Params, ", "))
}

// Called is a method of a class file that was called.
type Called struct {
	Class      string
	Name       string
	Descriptor string
	Line       int // of its first instruction, 0 if unknown
	Synthetic  bool
	Calls      uint64
	// Own counts the calls that come from a constructor of its own class: of a constructor, by this(...).
	Own uint64
}

// ReadCounts reads the measured methods out of a document of jprof export --format json.
func ReadCounts(r io.Reader) ([]Method, error) {
	var doc struct {
		Files []struct {
			Path    string
			Package string
			Methods []struct {
				Name          string
				Line, EndLine int
				Count         uint64
				Measured      bool
			}
		}
	}
	if err := json.NewDecoder(r).Decode(&doc); err != nil {
		return nil, fmt.Errorf("counts: %w", err)
	}
	var all []Method
	for _, f := range doc.Files {
		for _, m := range f.Methods {
			if !m.Measured {
				continue
			}
			class, label, ok := strings.Cut(m.Name, "::")
			if !ok {
				return nil, fmt.Errorf("counts: %s has the method %q, which has no class", f.Path, m.Name)
			}
			own := Method{File: f.Path, Class: class, Line: m.Line, End: m.EndLine, Count: m.Count}
			own.Name, own.Params = nameOf(label, class)
			if f.Package != "" {
				own.Class = f.Package + "." + class
			}
			all = append(all, own)
		}
	}
	return all, nil
}

// nameOf splits the label of a method of a class into its name in class files and its types of parameters.
func nameOf(label, class string) (name string, params []string) {
	switch label {
	case "static {...}":
		return "<clinit>", nil
	case "{...}":
		return "{}", nil
	}
	name, list, _ := strings.Cut(label, "(")
	simple := strings.TrimLeft(class[strings.LastIndexByte(class, '$')+1:], "0123456789")
	if name == simple {
		name = "<init>"
	}
	return name, splitTypes(strings.TrimSuffix(list, ")"))
}

// ReadContexts reads the methods out of a document of jprof export --format contexts-json. Nodes are not kept.
func ReadContexts(r io.Reader) ([]Called, error) {
	d := json.NewDecoder(r)
	var methods []Called
	var of []int32 // the method of each node, -1 for a root
	err := eachKey(d, func(key string) error {
		switch key {
		case "methods":
			return d.Decode(&methods)
		case "nodes":
			return eachItem(d, func() error {
				var n struct {
					Parent, Method *int32
					Exclusive      struct{ Calls uint64 }
				}
				if err := d.Decode(&n); err != nil {
					return err
				}
				if n.Method == nil {
					of = append(of, -1)
					return nil
				}
				m := *n.Method
				if int(m) >= len(methods) || n.Parent == nil || int(*n.Parent) >= len(of) {
					return fmt.Errorf("the node %d names a method or node that is not there", len(of))
				}
				of = append(of, m)
				callee := &methods[m]
				callee.Calls += n.Exclusive.Calls
				if p := of[*n.Parent]; p >= 0 && methods[p].Name == "<init>" && methods[p].Class == callee.Class {
					callee.Own += n.Exclusive.Calls
				}
				return nil
			})
		}
		return d.Decode(new(json.RawMessage))
	})
	if err != nil {
		return nil, fmt.Errorf("contexts: %w", err)
	}
	return methods, nil
}

// eachKey calls visit behind each key of an object, to read its value.
func eachKey(d *json.Decoder, visit func(key string) error) error {
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if err := visit(fmt.Sprint(key)); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// eachItem calls visit for each item of a list, to read it.
func eachItem(d *json.Decoder, visit func() error) error {
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		if err := visit(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// Difference is a method whose invocations are not its calls.
type Difference struct {
	Methods []Method // of sources: several where sources of one class are there twice
	Counts  []uint64 // the sum of invocations, of each run with counters
	Calls   uint64
	Pairs   []string // the methods of class files that they were paired with
}

func (d Difference) String() string {
	return fmt.Sprintf("%v: invocations %v, calls %d of %q", d.Methods[0], d.Counts, d.Calls, d.Pairs)
}

// Result is the comparison of a project.
type Result struct {
	Compared int
	Called   int // of these, in the run with contexts
	Equal    int
	Vary     []Difference // that differ between runs with counters
	Differ   []Difference
}

// Compare compares the invocations of methods in runs with counters, at least one, with the calls in a run with
// contexts.
func Compare(runs [][]Method, called []Called) Result {
	index := indexOf(called)
	type group struct {
		Difference
		at int // in the order of the sources
	}
	groups := map[string]*group{}
	for i, run := range runs {
		for _, m := range run {
			calls, pairs := index.calls(m)
			key := strings.Join(pairs, " ")
			if len(pairs) == 0 {
				key = m.Class + "." + m.Name + "(" + strings.Join(m.Params, ",") + ")"
			}
			if m.Name == "<clinit>" || m.Name == "{}" { // each block by itself
				key += fmt.Sprint(m.File, m.Line)
			}
			g := groups[key]
			if g == nil {
				g = &group{Difference{Counts: make([]uint64, len(runs)), Calls: calls, Pairs: pairs}, len(groups)}
				groups[key] = g
			}
			if i == 0 || len(g.Methods) == 0 {
				g.Methods = append(g.Methods, m)
			}
			g.Counts[i] += m.Count
		}
	}
	sorted := make([]*group, len(groups))
	for _, g := range groups {
		sorted[g.at] = g
	}
	var r Result
	for _, g := range sorted {
		r.Compared++
		if g.Calls > 0 {
			r.Called++
		}
		switch {
		case slices.ContainsFunc(g.Counts, func(n uint64) bool { return n != g.Counts[0] }):
			r.Vary = append(r.Vary, g.Difference)
		case g.Counts[0] == g.Calls:
			r.Equal++
		default:
			r.Differ = append(r.Differ, g.Difference)
		}
	}
	return r
}
