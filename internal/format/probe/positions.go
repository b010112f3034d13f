package probe

import "reflect"

// MoveOffsets replaces all offsets in the tables of f by to(offset). Lines stay.
func (f *File) MoveOffsets(to func(uint32) uint32) { movePos(reflect.ValueOf(f).Elem(), to) }

var (
	posType     = reflect.TypeFor[Pos]()
	formulaType = reflect.TypeFor[Formula]()
)

// movePos replaces all offsets in v by to(offset). It uses reflection, so that a new table needs no new code here.
func movePos(v reflect.Value, to func(uint32) uint32) {
	switch {
	case v.Type() == posType:
		p := v.Addr().Interface().(*Pos)
		p.Offset = to(p.Offset)
	case v.Type() == formulaType:
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			movePos(v.Field(i), to)
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			movePos(v.Index(i), to)
		}
	}
}
