package settings

import (
	"fmt"
	"reflect"
	"strings"
)

// Gates lists what the section sets, a line for each key: "lines: 80 %".
func (c Check) Gates() []string {
	v := reflect.ValueOf(c)
	var list []string
	for i := range v.NumField() {
		if field := v.Field(i); !field.IsZero() {
			list = append(list, v.Type().Field(i).Tag.Get("yaml")+": "+inWords(field))
		}
	}
	return list
}

// inWords returns a value of a section as text: a list with commas, a section as its keys and values.
func inWords(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if _, isText := v.Interface().(fmt.Stringer); isText || v.Kind() != reflect.Slice && v.Kind() != reflect.Struct {
		return fmt.Sprint(v.Interface())
	}
	var parts []string
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			parts = append(parts, inWords(v.Index(i)))
		}
		return strings.Join(parts, "; ")
	}
	for i := range v.NumField() {
		if field := v.Field(i); !field.IsZero() {
			parts = append(parts, v.Type().Field(i).Tag.Get("yaml")+" "+inWords(field))
		}
	}
	return strings.Join(parts, ", ")
}
