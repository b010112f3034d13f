// Package schemas reads the JSON Schemas of docs/schema, for tests that check documents against them.
package schemas

import (
	"bytes"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Compile reads a schema. A strict one allows no key that it does not name.
func Compile(text []byte, strict bool) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if strict {
		forbidMore(doc)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("urn:jprof:document", doc); err != nil {
		return nil, err
	}
	return c.Compile("urn:jprof:document")
}

// forbidMore makes each object of a schema one of the keys that are named there.
func forbidMore(node any) {
	switch n := node.(type) {
	case map[string]any:
		if n["type"] == "object" && n["additionalProperties"] == nil { // else names of keys are data
			n["additionalProperties"] = false
		}
		for _, child := range n {
			forbidMore(child)
		}
	case []any:
		for _, child := range n {
			forbidMore(child)
		}
	}
}
