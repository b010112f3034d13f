package cli

import (
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"jprof/internal/jtest/schemas"
)

// schemaCmd is schema NAME FILE: FILE is a document by docs/schema/NAME.schema.json, and has no key that this does not
// name.
func schemaCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: schema NAME FILE")
	}
	text, err := os.ReadFile("../../../docs/schema/" + args[0] + ".schema.json")
	ts.Check(err)
	schema, err := schemas.Compile(text, true)
	ts.Check(err)
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[1])))
	ts.Check(err)
	ts.Check(schema.Validate(document))
}
