package probe

import (
	"strings"
	"testing"
)

func TestCheckAcceptsTheSample(t *testing.T) {
	p := samplePackage("a.b")
	if err := p.Check(); err != nil {
		t.Error(err)
	}
}

// TestCheckFindsFaults makes one fault after the other in a good file.
func TestCheckFindsFaults(t *testing.T) {
	tests := []struct {
		name, want string
		change     func(f *File)
	}{
		{"no path", "path", func(f *File) { f.Path = "" }},
		{"absolute path", "path", func(f *File) { f.Path = "/etc/A.java" }},
		{"path of a folder", "path", func(f *File) { f.Path = "../../.." }},
		{"path out by the middle", "path", func(f *File) { f.Path = "a/../../A.java" }},
		{"the folder above", "path", func(f *File) { f.Path = ".." }},
		{"a NUL in the path", "path", func(f *File) { f.Path = "a\x00.java" }},
		{"type kind", "kind", func(f *File) { f.Types[0].Kind = Anonymous + 1 }},
		{"type in itself", "its parent is 0", func(f *File) { f.Types[0].Parent = 0 }},
		{"type beyond", "its parent is 9", func(f *File) { f.Types[0].Parent = 9 }},
		{"empty type", "empty", func(f *File) { f.Types[0].Span.End = f.Types[0].Span.Start }},
		{"line 0", "line 0", func(f *File) { f.Types[0].Span.Start.Line = 0 }},
		{"end before start", "ends before", func(f *File) { f.Methods[0].Span.End.Offset = 1 }},
		{"lines go back", "ends before", func(f *File) { f.Methods[0].Span.End.Line = 1 }},
		{"method kind", "kind", func(f *File) { f.Methods[0].Kind = InstanceInit + 1 }},
		{"method without type", "no type", func(f *File) { f.Methods[0].Type = -1 }},
		{"method outside", "inside of its type", func(f *File) { f.Types[0].Span.End.Offset = 40 }},
		{"name outside", "name", func(f *File) { f.Methods[0].NameAt.Offset = 0 }},
		{"method formula", "counter 4 of 4", func(f *File) { f.Methods[0].Count = Counter(4) }},
		{"block kind", "kind", func(f *File) { f.Blocks[0].Kind = FieldBlock + 1 }},
		{"block order", "starts before", func(f *File) { f.Blocks[1], f.Blocks[2] = f.Blocks[2], f.Blocks[1] }},
		{"blocks overlap", "partly inside", func(f *File) { f.Blocks[1].Span.End = at("()", 3) }},
		{"block parent", "its parent is -1", func(f *File) { f.Blocks[1].Parent = -1 }},
		{"no such method", "no method", func(f *File) { f.Blocks[1].Method = 1 }},
		{"method below -1", "no method", func(f *File) { f.Blocks[1].Method = -2 }},
		{"block outside of its method", "inside of its method",
			func(f *File) { f.Methods[0].Span.End = at("Runnable", 1) }},
		{"block formula", "coefficient 0", func(f *File) { f.Blocks[1].Count = Formula{{1, 0}} }},
		{"no such block", "no block", func(f *File) { f.Regions[0].Block = 3 }},
		{"region outside", "inside of its block", func(f *File) { f.Regions[0].Block = 1 }},
		{"regions overlap", "partly inside", func(f *File) { f.Regions[0].Span.End = at("return", 1) }},
		{"empty region", "empty", func(f *File) { f.Regions[3].Span.End = f.Regions[3].Span.Start }},
		{"statement outside", "statement 0 is not inside",
			func(f *File) { f.Regions[0].Statements[0].Span.Start.Offset-- }},
		{"statement that ends outside", "statement 0 is not inside",
			func(f *File) { f.Regions[0].Statements[0].Span.End.Offset++ }},
		{"empty statement", "statement 0: it is empty",
			func(f *File) { f.Regions[0].Statements[0].Span.End = f.Regions[0].Span.Start }},
		{"statement formula", "counter 4 of 4", func(f *File) { f.Regions[0].Statements[0].Count = Counter(4) }},
		{"statements twice", "statement 1 does not come",
			func(f *File) { f.Regions[2].Statements[1] = f.Regions[2].Statements[0] }},
		{"terms not in order", "stands after", func(f *File) { f.Regions[2].Count = Formula{{1, 1}, {0, 1}} }},
		{"a term twice", "stands after", func(f *File) { f.Regions[2].Count = Formula{{1, 1}, {1, 1}} }},
		{"branch kind", "branch 0: unknown kind", func(f *File) { f.Branches[0].Kind = CatchBranch + 1 }},
		{"branch with one outcome", "branch 1: it has only one outcome",
			func(f *File) { f.Branches[1].False = Counter(0) }},
		{"branch formula", "branch 0: counter 9 of 4", func(f *File) { f.Branches[0].False = Counter(9) }},
		{"branch outside", "branch 0: it is not inside of its block 1", func(f *File) { f.Branches[0].Block = 1 }},
		{"branch order", "starts before",
			func(f *File) { f.Branches[0], f.Branches[1] = f.Branches[1], f.Branches[0] }},
		{"point counter", "point 0: counter 4 of 4", func(f *File) { f.Points[0].Counter = 4 }},
		{"point without block", "point 0: no block -1", func(f *File) { f.Points[0].Block = -1 }},
		{"annotation without name", "annotation 0: it has no name", func(f *File) { f.Annotations[0].Name = "" }},
		{"annotation of nothing", "annotation 0: @Override: no type or method",
			func(f *File) { f.Annotations[0].Span = f.Blocks[0].Span }},
		{"annotation order", "annotation 1: it starts before",
			func(f *File) { f.Annotations = append(f.Annotations, Annotated{"B", f.Types[0].Span}) }},
		{"empty comment", "off or on comment 0: it is empty",
			func(f *File) { f.Toggles[0].Span.End = f.Toggles[0].Span.Start }},
		{"comment in a comment", "off or on comment 1: it is inside",
			func(f *File) { f.Toggles = append(f.Toggles, f.Toggles[0]) }},
		{"unmeasured in unmeasured", "unmeasured part 1: it is inside of number 0",
			func(f *File) { f.Unmeasured = append(f.Unmeasured, f.Unmeasured[0]) }},
	}
	for _, tt := range tests {
		f := sampleFile("dir/A.java")
		tt.change(f)
		err := f.Check()
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), f.Path+": ") {
			t.Errorf("%s: got %v, want something with %q", tt.name, err, tt.want)
		}
	}
}

func TestCheckAcceptsRareShapes(t *testing.T) {
	for name, change := range map[string]func(f *File){
		"an empty block": func(f *File) {
			f.Blocks[1].Span.End = f.Blocks[1].Span.Start
			f.Regions, f.Points = f.Regions[:1], nil
		},
		"a block that equals its parent": func(f *File) {
			f.Blocks[2].Span, f.Blocks[2].Parent = f.Blocks[1].Span, 1
			f.Regions = nil
		},
		"a condition outside of blocks":   func(f *File) { f.Branches[0].Block = -1 },
		"a region of a declaration":       func(f *File) { f.Regions[0].Statements = nil },
		"a lambda in a field initialiser": func(f *File) { f.Blocks[2].Method = -1 },
		"a whole empty file": func(f *File) {
			*f = File{Path: "A.java", Unmeasured: []Unmeasured{{Span{Pos{0, 1}, Pos{0, 1}}, "UTF-16", false}}}
		},
	} {
		f := sampleFile("A.java")
		change(f)
		if err := f.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPackageCheck(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		change     func(p *Package)
	}{
		{"a gap", "counters start at 5", func(p *Package) { p.Files[1].Base++ }},
		{"an overlap", "counters start at 3", func(p *Package) { p.Files[1].Base-- }},
		{"order", "stands after", func(p *Package) { p.Files[0].Path = "a/C.java" }},
		{"twice", "stands after", func(p *Package) { p.Files[1].Path = p.Files[0].Path }},
		{"no file", "nil", func(p *Package) { p.Files[1] = nil }},
		{"no helper", "helper", func(p *Package) { p.Helper = "" }},
		{"too many", "limit", func(p *Package) { p.Files[2].Counters = MaxCounters }},
		{"a fault in a file", "a/B.java: block 0", func(p *Package) { p.Files[1].Blocks[0].Parent = 5 }},
	} {
		p := samplePackage("a")
		tt.change(p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want something with %q", tt.name, err, tt.want)
		}
	}
}
