package probe

import "reflect"

// MoveOffsets puts what to says in the place of the offset of each place that f knows, in all of its tables. Lines
// stay.
func (f *File) MoveOffsets(to func(uint32) uint32) { movePos(reflect.ValueOf(f).Elem(), to) }

var (
	posType     = reflect.TypeFor[Pos]()
	formulaType = reflect.TypeFor[Formula]()
)

// movePos goes through all that v holds. No table is left out because of one that is new.
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
