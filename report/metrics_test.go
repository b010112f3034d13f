package report

import (
	"reflect"
	"testing"
)

// TestPlusHasEachField checks that no field is lost in sums of totals.
func TestPlusHasEachField(t *testing.T) {
	var zero, full Totals
	fill(t, reflect.ValueOf(&full).Elem())
	for _, sum := range []Totals{zero.Plus(full), full.Plus(zero)} {
		warnDifferent(t, "Totals", reflect.ValueOf(sum), reflect.ValueOf(full))
	}
}

// fill sets all numbers in v to 3, and makes what it points to.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.Int:
		v.SetInt(3)
	case reflect.Uint64:
		v.SetUint(3)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	default:
		t.Fatalf("fill cannot set a %s", v.Type())
	}
}

// warnDifferent reports the fields of structs that differ.
func warnDifferent(t *testing.T, name string, got, want reflect.Value) {
	t.Helper()
	if got.Kind() == reflect.Struct {
		for i := range got.NumField() {
			warnDifferent(t, name+"."+got.Type().Field(i).Name, got.Field(i), want.Field(i))
		}
	} else if got.Kind() == reflect.Pointer {
		if !got.IsNil() { // it includes what was called: it cannot be added up
			t.Errorf("a sum has a %s, which is of one method", name)
		}
	} else if !got.Equal(want) {
		t.Errorf("a sum with nothing has another %s: is it missing in Plus (metrics.go)? %v, want %v", name, got, want)
	}
}
