package affected

// Rule is the rule by which a test is selected, or all tests are. Programs read it, so do not rename a rule.
type Rule string

// The rules for tests.
const (
	Executed     Rule = "executed"
	Recounted    Rule = "recounted"
	CallsName    Rule = "calls-name"
	Makes        Rule = "makes-instances"
	MentionsName Rule = "mentions-name"
	UsesClass    Rule = "uses-class"
	SameFile     Rule = "same-file"
	Initialiser  Rule = "initialiser"
	StaticField  Rule = "static-field"
	SetUp        Rule = "set-up"
	SameClass    Rule = "same-class"
	NoSingleTest Rule = "no-single-test"
	ReadsFile    Rule = "reads-file"
	NotPassed    Rule = "not-passed"
	WasSkipped   Rule = "skipped"
	NewTest      Rule = "new-test"
	ClassNotRun  Rule = "class-not-run"
	TestNotRun   Rule = "test-not-run"
)

// The rules by which all tests are selected.
const (
	BuildFile     Rule = "build-file"
	Resource      Rule = "resource"
	OtherLanguage Rule = "other-language"
	NoCounts      Rule = "no-counts"
	WholePackage  Rule = "package"
	Unclear       Rule = "unclear"
	SourceLost    Rule = "source-lost"
	Setting       Rule = "setting"
	Annotation    Rule = "annotation"
	NoCounters    Rule = "no-counters"
	NoCommit      Rule = "no-commit"
)

// inWords has the text of each rule for Words.
var inWords = map[Rule]string{
	Executed:     "it executed what has changed",
	Recounted:    "it executed other parts of a changed method, which have to be counted again",
	CallsName:    "it executed code that calls methods of the name",
	Makes:        "it executed code that makes such instances",
	MentionsName: "it executed code that mentions the name",
	UsesClass:    "it executed code that has to do with the class",
	SameFile:     "it executed code of the same file",
	Initialiser:  "an initialiser runs what has changed",
	StaticField:  "it uses a static field that such a test uses",
	SetUp:        "the set-up of its class is concerned",
	SameClass:    "tests of its class depend on each other",
	NoSingleTest: "code outside of tests, or several tests at once",
	ReadsFile:    "it may read a file that has changed",
	NotPassed:    "it did not pass before",
	WasSkipped:   "it was skipped in the run; other tests of its class are selected, or the run may lack tests",
	NewTest:      "it is new, or declared in another way",
	ClassNotRun:  "the run has no test of this class",
	TestNotRun:   "the run does not have this test",

	BuildFile:     "build files",
	Resource:      "resources",
	OtherLanguage: "other languages",
	NoCounts:      "sources without counts",
	WholePackage:  "packages or modules",
	Unclear:       "sources whose declarations are not known",
	SourceLost:    "sources of the run that are not kept any more",
	Setting:       "JDK, options, environment",
	Annotation:    "annotations",
	NoCounters:    "code without counters",
	NoCommit:      "clones without the commit of the run",
}

// Words returns the rule in words for tables: "it executed what has changed", "resources". For a rule of another
// version, it returns the name.
func (r Rule) Words() string {
	if text, known := inWords[r]; known {
		return text
	}
	return string(r)
}
