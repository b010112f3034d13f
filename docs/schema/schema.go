// Package schema holds the JSON Schemas of the JSON that jprof writes, as files of this folder. Tests check the
// documents against them (internal/jtest/schemas), and jprof export --schema prints those of its formats. A schema for
// a new document is a file and a variable here.
package schema

import _ "embed"

// Counts is the schema (2020-12) of the documents of jprof/report/export/json, version 1.
//
//go:embed jprof-counts-1.schema.json
var Counts []byte

// Diff is the schema of the documents of json.Diff, version 1.
//
//go:embed jprof-diff-1.schema.json
var Diff []byte

// Missed is the schema of the documents of json.Missed, version 1.
//
//go:embed jprof-missed-1.schema.json
var Missed []byte

// Next is the schema of the documents of json.Next, version 1.
//
//go:embed jprof-next-1.schema.json
var Next []byte

// Unused is the schema of the documents of json.Unused, version 1.
//
//go:embed jprof-unused-1.schema.json
var Unused []byte

// Top is the schema of the documents of json.TopMethods, json.TopClasses and json.TopRegions, version 1.
//
//go:embed jprof-top-1.schema.json
var Top []byte

// Times is the schema of the documents of json.TopTimes and json.TopLines, version 1.
//
//go:embed jprof-times-1.schema.json
var Times []byte

// Contexts is the schema of the documents of json.Contexts, version 1.
//
//go:embed jprof-contexts-1.schema.json
var Contexts []byte

// ContextView is the schema of the documents of json.ContextView, version 1.
//
//go:embed jprof-context-view-1.schema.json
var ContextView []byte

// ContextsDiff is the schema of the documents of json.ContextDiff, version 1.
//
//go:embed jprof-contexts-diff-1.schema.json
var ContextsDiff []byte

// Efficiency is the schema of the documents of json.Efficiency, version 1.
//
//go:embed jprof-efficiency-1.schema.json
var Efficiency []byte

// EfficiencyDiff is the schema of the documents of json.EfficiencyDiff, version 1.
//
//go:embed jprof-efficiency-diff-1.schema.json
var EfficiencyDiff []byte

// Tests is the schema of the documents of json.Tests, json.TestsFor, json.TestPage and the other lists of tests,
// version 1.
//
//go:embed jprof-tests-1.schema.json
var Tests []byte

// Affected is the schema of the documents of json.Affected, version 1.
//
//go:embed jprof-affected-1.schema.json
var Affected []byte
