// Package jsonerror words errors about JSON that anybody may have written, for people who do not know the types of Go.
package jsonerror

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// cutShort is the text of the error for JSON without its end, which has no line.
const cutShort = "unexpected end of JSON input"

// Plain words an error of encoding/json about a text: wrong syntax has its line, and a wrong value its key and what it
// must be. Other errors stay.
func Plain(err error, text []byte) error {
	var syntax *json.SyntaxError
	var value *json.UnmarshalTypeError
	var moment *time.ParseError
	switch {
	case errors.As(err, &syntax):
		if int(syntax.Offset) > len(text) || syntax.Error() == cutShort {
			return err
		}
		return fmt.Errorf("line %d: %w", 1+bytes.Count(text[:syntax.Offset], []byte("\n")), err)
	case errors.As(err, &value):
		key := value.Field
		if key == "" {
			key = "the document"
		}
		return fmt.Errorf("%s must be %s, not %s", key, expected(value.Type), found(value.Value))
	case errors.As(err, &moment):
		return fmt.Errorf("%q is no time such as 2026-01-31T12:00:00Z", moment.Value)
	case err != nil && strings.Contains(err.Error(), "Time.UnmarshalJSON"):
		return errors.New("a time must be a text such as 2026-01-31T12:00:00Z")
	}
	return err
}

// expected names the JSON for a type.
func expected(t reflect.Type) string {
	switch k := t.Kind(); {
	case k >= reflect.Int && k <= reflect.Int64:
		return "a whole number"
	case k >= reflect.Uint && k <= reflect.Uintptr:
		return "a whole number of 0 or more"
	case k == reflect.Float32 || k == reflect.Float64:
		return "a number"
	case k == reflect.String:
		return "a text"
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.Slice || k == reflect.Array:
		return "a list"
	}
	return "an object"
}

// found names a value as encoding/json describes it: "string", "number -1".
func found(value string) string {
	if number, ok := strings.CutPrefix(value, "number "); ok {
		return number
	}
	names := map[string]string{"string": "a text", "number": "a number", "bool": "true or false", "array": "a list",
		"object": "an object"}
	if name, ok := names[value]; ok {
		return name
	}
	return value
}
