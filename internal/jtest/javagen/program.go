// Package javagen generates random Java programs that are valid, end, do the same in each run, and print a check sum of
// their work. Each statement has a line of its own, so that the counts of lines can be compared. The programs call the
// class Fz, in the folder fz.
//
// Heap (heap.go, heapvalue.go) generates programs of another kind, which pass objects around.
package javagen

import (
	_ "embed"
	"fmt"
	"math/rand"
	"strings"
)

// Support is the source of the class fz.Fz, which all programs call, and which runs them.
//
//go:embed fz/Fz.java
var Support string

// TestsSupport is the source of the class fz.Tests, which runs programs as tests. It needs the recorder of jprof.
//
//go:embed fz/Tests.java
var TestsSupport string

// Options select the features of a program.
type Options struct {
	Level   int  // version of the Java language: 8 to 25
	Super   bool // exceptions that leave super(...) and this(...)
	Threads bool // no code that runs once for all threads: static state, static initialisers, enums
	Size    int  // approximate number of statements; 0 means 60
}

// Stmt is a statement or a member: one or several lines, some with a block below them.
type Stmt struct {
	ID    int // number in the program, in the order of the source
	Parts []Part
}

// Part is a line, and the statements in the block that the line opens. The next part begins with the brace that closes
// the block.
type Part struct {
	Head string
	Body []*Stmt
}

// Program is a generated class.
type Program struct {
	Name string
	Root []*Stmt
	N    int // IDs are 0 to N-1
}

// Edit holds the cuts of the statements of a program, by their index.
type Edit map[int]Cut

// Cut is the part of a statement that is cut.
type Cut uint8

// The cuts: nothing, the statement, the statement but not the statements in its blocks.
const (
	Keep Cut = iota
	Remove
	Unwrap
)

// Generate generates the program of a seed. Equal options and seeds give equal programs.
func Generate(name string, seed int64, o Options) *Program {
	if o.Size == 0 {
		o.Size = 60
	}
	g := &gen{r: rand.New(rand.NewSource(seed)), o: o, name: name, budget: o.Size}
	p := &Program{Name: name, Root: g.program()}
	var number func([]*Stmt)
	number = func(all []*Stmt) {
		for _, s := range all {
			s.ID = p.N
			p.N++
			for _, part := range s.Parts {
				number(part.Body)
			}
		}
	}
	number(p.Root)
	return p
}

// Text returns the source of the program with the cuts of edit.
func (p *Program) Text(edit Edit) string {
	var b strings.Builder
	b.WriteString("package fz;\n")
	b.WriteString("import java.util.*;\n")
	b.WriteString("import java.util.function.*;\n")
	var print func([]*Stmt, int)
	print = func(all []*Stmt, indent int) {
		for _, s := range all {
			switch edit[s.ID] {
			case Remove:
				continue
			case Unwrap:
				for _, part := range s.Parts {
					print(part.Body, indent)
				}
				continue
			}
			for _, part := range s.Parts {
				fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", indent), part.Head)
				print(part.Body, indent+1)
			}
		}
	}
	print(p.Root, 0)
	return b.String()
}

// Walk calls f for each statement that remains after edit, in the order of the source, with the number of statements in
// it, itself included.
func (p *Program) Walk(edit Edit, f func(s *Stmt, size int)) {
	var walk func([]*Stmt) int
	size := map[*Stmt]int{}
	walk = func(all []*Stmt) int {
		n := 0
		for _, s := range all {
			if edit[s.ID] == Remove {
				continue
			}
			own := 1
			for _, part := range s.Parts {
				own += walk(part.Body)
			}
			size[s] = own
			n += own
		}
		return n
	}
	walk(p.Root)
	var report func([]*Stmt)
	report = func(all []*Stmt) {
		for _, s := range all {
			if edit[s.ID] == Remove {
				continue
			}
			if edit[s.ID] == Keep {
				f(s, size[s])
			}
			for _, part := range s.Parts {
				report(part.Body)
			}
		}
	}
	report(p.Root)
}
