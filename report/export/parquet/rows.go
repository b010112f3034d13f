package parquet

import "time"

// Term is a summand of a formula: Coef times the value of a counter of the package.
type Term struct {
	Slot    int32 `parquet:"slot"`
	Counter int32 `parquet:"counter,delta"`
	Coef    int32 `parquet:"coef"`
}

// Place is a row of the places of a map: something that has a count.
type Place struct {
	Place       int32   `parquet:"place,delta"`
	Kind        string  `parquet:"kind,dict"`
	Module      string  `parquet:"module,dict"`
	SourceSet   string  `parquet:"source_set,dict"`
	PackageID   string  `parquet:"package_id,dict"`
	Package     string  `parquet:"package,dict"`
	Path        string  `parquet:"path,dict"`
	Class       *string `parquet:"class,optional,dict"`
	Method      *string `parquet:"method,optional,dict"`
	Code        string  `parquet:"code,dict"`
	Copy        int32   `parquet:"copy"`
	Number      int32   `parquet:"number"`
	What        *string `parquet:"what,optional,dict"`
	Statements  int32   `parquet:"statements"`
	Line        int32   `parquet:"line,delta"`
	EndLine     int32   `parquet:"end_line,delta"`
	StartOffset int32   `parquet:"start_offset,delta"`
	EndOffset   int32   `parquet:"end_offset,delta"`
	MethodKey   int64   `parquet:"method_key"`
	Formula     []Term  `parquet:"formula,list"`
}

// Run is a row of the table runs.
type Run struct {
	Project      string     `parquet:"project"`
	Title        string     `parquet:"title"`
	Command      string     `parquet:"command"`
	Tool         string     `parquet:"tool"`
	Started      time.Time  `parquet:"started,timestamp(millisecond)"`
	Ended        time.Time  `parquet:"ended,timestamp(millisecond)"`
	ExitCode     int32      `parquet:"exit_code"`
	Failed       bool       `parquet:"failed"`
	JVMs         int32      `parquet:"jvms"`
	JDK          string     `parquet:"jdk"`
	Branch       *string    `parquet:"branch,optional"`
	CommitTime   *time.Time `parquet:"commit_time,optional,timestamp(millisecond)"`
	CommitDepth  *int32     `parquet:"commit_depth,optional"`
	Changed      int32      `parquet:"changed_files"`
	Parts        []string   `parquet:"parts,list"`
	Contexts     bool       `parquet:"has_contexts"`
	ByTest       bool       `parquet:"by_test"`
	Tests        *int32     `parquet:"tests,optional"`
	TestsFailed  *int32     `parquet:"tests_failed,optional"`
	TestsSkipped *int32     `parquet:"tests_skipped,optional"`
	Applications []string   `parquet:"applications,list"`
	Environments []string   `parquet:"environments,list"`
	Versions     []string   `parquet:"versions,list"`
	From         *time.Time `parquet:"served_from,optional,timestamp(millisecond)"`
	To           *time.Time `parquet:"served_to,optional,timestamp(millisecond)"`
}

// Sums are the numbers of a file or of a source set.
type Sums struct {
	Invocations      int64 `parquet:"invocations"`
	Executions       int64 `parquet:"executions"`
	Methods          int32 `parquet:"methods"`
	MethodsExecuted  int32 `parquet:"methods_executed"`
	Lines            int32 `parquet:"lines"`
	LinesExecuted    int32 `parquet:"lines_executed"`
	Branches         int32 `parquet:"branches"`
	BranchesExecuted int32 `parquet:"branches_executed"`
}

// Module is a row of the table modules: a source set of a module.
type Module struct {
	Map       string `parquet:"map,dict"`
	Module    string `parquet:"module,dict"`
	SourceSet string `parquet:"source_set,dict"`
	Test      bool   `parquet:"test"`
	Newest    bool   `parquet:"newest"`
	Files     int32  `parquet:"files"`
	Sums
	Days []string `parquet:"days,list"` // as 2026-11-02, in order
}

// File is a row of the table files.
type File struct {
	Map   string `parquet:"map,dict"`
	Place int32  `parquet:"place,delta"`
	Sums
}

// Method is a row of the table methods.
type Method struct {
	Map         string `parquet:"map,dict"`
	Place       int32  `parquet:"place,delta"`
	Invocations int64  `parquet:"invocations,delta"`
	Executions  int64  `parquet:"executions,delta"`
	LastDay     string `parquet:"last_day,optional,dict"`
}

// Count is a row of the tables regions and lines.
type Count struct {
	Map        string `parquet:"map,dict"`
	Place      int32  `parquet:"place,delta"`
	Executions int64  `parquet:"executions,delta"`
}

// Branch is a row of the table branches.
type Branch struct {
	Map      string `parquet:"map,dict"`
	Place    int32  `parquet:"place,delta"`
	Taken    int64  `parquet:"taken,delta"`
	NotTaken *int64 `parquet:"not_taken,optional"`
}

// Counter is a row of the table counters.
type Counter struct {
	PackageID string `parquet:"package_id,dict"`
	Counter   int32  `parquet:"counter,delta"`
	Value     int64  `parquet:"value,delta"`
}

// Test is a row of the table tests.
type Test struct {
	Owner       string   `parquet:"owner,dict"`
	Test        string   `parquet:"test"`
	Class       string   `parquet:"class,dict"`
	Method      string   `parquet:"method,dict"`
	Step        string   `parquet:"step,dict"`
	Attempt     int32    `parquet:"attempt"`
	Status      string   `parquet:"status,dict"`
	Retries     int32    `parquet:"retries"`
	Seconds     *float64 `parquet:"seconds,optional"`
	Executions  *int64   `parquet:"executions,optional"`
	Regions     *int32   `parquet:"regions,optional"`
	OnlyRegions *int32   `parquet:"only_regions,optional"`
}

// Code is a method of a run with contexts.
type Code struct {
	Kind       string `parquet:"kind,dict"`
	Class      string `parquet:"class,dict"`
	Method     string `parquet:"method,dict"`
	Descriptor string `parquet:"descriptor,dict"`
	Source     string `parquet:"source,dict"`
	Line       int32  `parquet:"line"`
	MethodKey  int64  `parquet:"method_key"`
}

// Context is a row of the table contexts. The numbers are exclusive.
type Context struct {
	Node   int32  `parquet:"node,delta"`
	Parent *int32 `parquet:"parent,optional"`
	Thread string `parquet:"thread,dict"`
	Code
	Calls      int64  `parquet:"calls,delta"`
	Bytecodes  *int64 `parquet:"bytecodes,optional"`
	Objects    *int64 `parquet:"objects,optional"`
	Arrays     *int64 `parquet:"arrays,optional"`
	Elements   *int64 `parquet:"elements,optional"`
	Exceptions *int64 `parquet:"exceptions,optional"`
	Nanos      *int64 `parquet:"nanoseconds,optional"`
}

// Efficiency is a row of the table efficiency.
type Efficiency struct {
	Code
	Contexts    int64    `parquet:"contexts"`
	Invocations int64    `parquet:"invocations"`
	Cost        int64    `parquet:"cost"`
	Exclusive   int64    `parquet:"exclusive_cost"`
	Value       int64    `parquet:"value"`
	Writes      int64    `parquet:"writes"`
	Own         int64    `parquet:"own"`
	Escaping    int64    `parquet:"escaping"`
	NotEscaping int64    `parquet:"not_escaping"`
	Captured    int64    `parquet:"captured"`
	Output      int64    `parquet:"output"`
	Lists       []string `parquet:"lists,list"`
}
