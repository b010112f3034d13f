package efficiency

import (
	"strings"

	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
)

// outputOf returns the kind of output to which a method puts its operands, 0 if it is no routine of output. Routines of
// output are those of the table, and methods of the program that override one.
func (f *files) outputOf(class, name, descriptor string) mask {
	if name == "<init>" || name == "<clinit>" || name == "close" || name == "flush" {
		return 0
	}
	to := classfile.Member{Class: class, Name: name, Descriptor: descriptor}
	for _, c := range f.ancestorsOf(class).list {
		if !isJDK(c) {
			continue
		}
		if r := f.inTable(c, to); r != nil && c != "java/lang/Object" {
			return r.effect.out &^ toLog // a logger that has a context writes to something else, or to nothing
		}
	}
	return 0
}

// isStream reports whether a class is one that all streams inherit from.
func isStream(class string) bool { return class == "java/io/OutputStream" || class == "java/io/Writer" }

// writes reports whether a method of a class writes to a stream.
func (f *files) writes(class, name string) bool {
	if !strings.HasPrefix(name, "write") && !strings.HasPrefix(name, "append") {
		return false
	}
	all := f.ancestorsOf(class).all
	return all["java/io/OutputStream"] || all["java/io/Writer"]
}

// sink returns the kind of output to which the current node puts its operands. A method that a stream in memory
// inherits, such as write(byte[]) of OutputStream, is no output: then it calls a method of that stream.
func (a *analysis) sink() mask {
	if !a.m.inherits {
		return a.m.output
	}
	memory := false
	for i := range a.f.children {
		child := &a.methods[a.f.children[i].method]
		if child.output != 0 {
			return a.m.output
		}
		memory = memory || child.memory
	}
	if memory {
		return 0
	}
	return a.m.output
}

// outputOf returns the kind of output to which a call of code without a context puts its arguments. If the receiver is
// a stream that the method itself has made, its class decides, not the class that the call names.
func (a *analysis) outputOf(c *dataflow.Call, s *site) mask {
	out := s.effect.out
	if out&toStream == 0 || s.declared || len(c.Args) == 0 {
		return out
	}
	places := a.p.Sets[c.Args[0]]
	for _, place := range places {
		made := a.p.Origins[place.Origin()]
		if made.Kind != dataflow.Local || place.Level() != dataflow.Self {
			return out
		}
		n := a.m.formulas.Code.Instructions[made.At]
		if n.Op != classfile.New {
			return out
		}
		class := a.m.formulas.Method.File().Pool.Class(int(n.A))
		own := a.files.effectOf(classfile.Member{Class: class, Name: s.to.Name, Descriptor: s.to.Descriptor})
		if own.out != 0 || own.global {
			return out
		}
	}
	if len(places) == 0 {
		return out
	}
	return 0
}
