package driver

import (
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema NAME FILE: FILE is a document by docs/schema/NAME.schema.json, and has no key that this does not name.
func schemaCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: schema NAME FILE")
	}
	text, err := os.ReadFile("../../docs/schema/" + args[0] + ".schema.json")
	ts.Check(err)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	ts.Check(err)
	nothingElse(doc)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	ts.Check(c.AddResource("urn:jprof:document", doc))
	schema, err := c.Compile("urn:jprof:document")
	ts.Check(err)
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[1])))
	ts.Check(err)
	ts.Check(schema.Validate(document))
}

// nothingElse makes a schema one that allows no key that it does not name.
func nothingElse(node any) {
	switch n := node.(type) {
	case map[string]any:
		if n["type"] == "object" {
			n["additionalProperties"] = false
		}
		for _, child := range n {
			nothingElse(child)
		}
	case []any:
		for _, child := range n {
			nothingElse(child)
		}
	}
}
