package testcounts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"jprof/internal/java/classfile"
	"jprof/internal/util/printable"
)

// Kind is the kind of owner of counts.
type Kind uint8

// The kinds of owners.
const (
	Case    Kind = iota // a test
	Class               // a class, for its set-up, and for its static initialisers while no test was running
	Outside             // no test: between tests, and JVMs without a framework
	Shared              // several tests at once: it is not known which of them
)

// Status is the result of a test. The first four have the numbers of the stream.
type Status uint8

// The statuses of tests.
const (
	Passed Status = iota
	Failed
	Aborted    // an assumption did not hold
	Skipped    // it never began
	Unfinished // it had not ended when its JVM did
)

var statuses = [...]string{"passed", "failed", "aborted", "skipped", "unfinished"}

// Statuses returns the names of all statuses.
func Statuses() []string { return slices.Clone(statuses[:]) }

// String returns the status in outputs.
func (s Status) String() string { return statuses[min(s, Unfinished)] }

// IsBad reports whether a test failed or did not end.
func (s Status) IsBad() bool { return s == Failed || s == Unfinished }

// Test is one execution of a test, or another owner of counts. Texts are those of the framework, with any characters.
// Outputs show Name, which is safe in one line.
type Test struct {
	Kind Kind
	Step string // the test step, "" for none; see internal/format/counts
	ID   string // the framework's unique ID, or ""
	// Class is the binary name of the class. If the framework has none, it is the display name of the container around
	// the test, such as a feature of Cucumber. Method has no parameters; Params has them, "" if there are none.
	Class, Method, Params string
	// Invocation is "1" for the first invocation of a parameterised or repeated test, "2.1" for a dynamic test in the
	// second container, or the text that JUnit 4 has in brackets; "" for a test that is invoked once.
	Invocation string
	Display    string
	Overloaded bool   // several methods of the class with this name are tests, so Name has the types
	Attempt    int    // from 1; a test that is executed again in the same test step has the next number
	Status     Status // of a class: the worst status of its containers
	Reason     string // the first line of the exception, or the reason for skipping; "" for none
	Began      time.Time
	Nanos      uint64 // its duration
	Carried    bool   // its counts were carried over from an earlier run
}

// Key identifies a test or another owner in all runs and attempts.
type Key struct {
	Kind                                    Kind
	Step, Class, Method, Params, Invocation string
}

// Key returns the key of the test.
func (t *Test) Key() Key { return Key{t.Kind, t.Step, t.Class, t.Method, t.Params, t.Invocation} }

// IsAttemptOf reports whether both are attempts of one test. In Counts.Tests they follow each other.
func (t *Test) IsAttemptOf(o *Test) bool {
	return t.Kind == Case && o.Kind == Case && t.Step == o.Step && t.Name() == o.Name()
}

// Names of owners that are neither test nor class.
const (
	OutsideName = "outside"
	SharedName  = "several tests at once"
)

// Name returns the name that users read and type: Class#method, with [1] or [2.1] for invocations. If the class has
// several tests of that name, it has the types of parameters, without packages, in brackets. Name is unique in a run
// together with Step and Attempt, and has no control characters.
func (t *Test) Name() string {
	switch t.Kind {
	case Outside:
		return OutsideName
	case Shared:
		return SharedName
	case Class:
		return printable.Text(t.Class)
	}
	return printable.Text(t.MethodName()) + t.brackets()
}

// InClass returns Name without the name of the class.
func (t *Test) InClass() string { return strings.TrimPrefix(t.Name(), printable.Text(t.Class)+"#") }

// MethodName returns Name without types and invocation. It is the same for all tests of a method.
func (t *Test) MethodName() string {
	if t.Kind != Case {
		return t.Name()
	}
	return printable.Text(t.Class) + "#" + printable.Text(t.Method)
}

// brackets returns the part of Name after the method.
func (t *Test) brackets() string {
	var b strings.Builder
	if t.Overloaded {
		b.WriteString("(" + printable.Text(simple(t.Params)) + ")")
	}
	if t.Invocation != "" {
		b.WriteString("[" + printable.Text(t.Invocation) + "]")
	}
	return b.String()
}

// simple removes the packages from types in the form of Class.getName: "int, [Ljava.lang.String;" becomes int,String[].
func simple(types string) string {
	list := strings.Split(types, ",")
	for i, t := range list {
		t = classfile.TypeName(strings.TrimSpace(t))
		list[i] = t[strings.LastIndexByte(t, '.')+1:]
	}
	return strings.Join(list, ",")
}

// String returns the name for messages, with the attempt if it is not the first.
func (t *Test) String() string {
	if t.Attempt > 1 {
		return fmt.Sprintf("%s (attempt %d)", t.Name(), t.Attempt)
	}
	return t.Name()
}

// rank returns the position of a kind in the order of tests: 0 for tests and classes, which are listed first.
func (k Kind) rank() int {
	if k <= Class {
		return 0
	}
	return int(k)
}

// Compare compares tests by their order in Counts.Tests: by step, name and attempt. A class comes before its tests, and
// outside and shared come last.
func Compare(a, b *Test) int {
	return cmp.Or(cmp.Compare(a.Kind.rank(), b.Kind.rank()), strings.Compare(a.Step, b.Step),
		strings.Compare(a.Name(), b.Name()), cmp.Compare(a.Attempt, b.Attempt))
}
