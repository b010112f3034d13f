package probe

import (
	"reflect"
	"testing"
)

func TestMoveOffsets(t *testing.T) {
	at := func(start uint32) Span { return Span{Pos{start, 1}, Pos{start + 1, 2}} }
	file := func(by uint32) *File {
		return &File{
			Path: "A.java", Counters: 1,
			Types:      []Type{{Name: "A", Span: at(by)}},
			Methods:    []Method{{Name: "f", Span: at(by + 1), NameAt: Pos{by + 2, 3}, Count: Counter(0)}},
			Blocks:     []Block{{Span: at(by + 3), Count: Counter(0)}},
			Regions:    []Region{{Span: at(by + 4), Statements: []Statement{{Span: at(by + 5), Count: Counter(0)}}}},
			Unmeasured: []Unmeasured{{Span: at(by + 7), Reason: "why"}},
		}
	}
	f := file(10)
	f.MoveOffsets(func(o uint32) uint32 { return o + 20 })
	if want := file(30); !reflect.DeepEqual(f, want) {
		t.Errorf("got %+v\nwant %+v", f, want)
	}
}
