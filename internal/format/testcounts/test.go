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
	Class               // a class: what its set-up counted, and its static initialisers while no test was under way
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

// Statuses lists all statuses as String has them.
func Statuses() []string { return slices.Clone(statuses[:]) }

// String is the status in outputs.
func (s Status) String() string { return statuses[min(s, Unfinished)] }

// IsBad reports whether a test failed or did not end.
func (s Status) IsBad() bool { return s == Failed || s == Unfinished }

// Test is one execution of a test, or another owner of counts. Texts are as the framework reports them: they may have
// any characters. Outputs show Name, which is safe in one line.
type Test struct {
	Kind Kind
	Step string // the test step, "" for none; see internal/format/counts
	ID   string // the framework's unique ID, or ""
	// Class is the binary name of the class; if the framework has none, the display name of the container around
	// the test: a feature of Cucumber. Method has no parameters: they are in Params, "" for none.
	Class, Method, Params string
	// Invocation is "1" for the first invocation of a parameterised or repeated test, "2.1" for a dynamic test in the
	// second container, or the text that JUnit 4 has in brackets; "" for a test that is invoked once.
	Invocation string
	Display    string
	Overloaded bool   // tests have several methods of this name in the class: Name has the types
	Attempt    int    // from 1: the same test again, in the same test step, is the next attempt
	Status     Status // of a class: the worst that its containers had
	Reason     string // the first line of the exception, or why it was skipped; "" for none
	Began      time.Time
	Nanos      uint64 // its duration
	Carried    bool   // it ran in an earlier run, and its counts were taken over from there
}

// Key identifies a test or another owner in all runs and attempts.
type Key struct {
	Kind                                    Kind
	Step, Class, Method, Params, Invocation string
}

// Key is that of the test.
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

// Name returns the name that users read and type: Class#method, with the types in brackets, without packages, where the
// class has several tests of that name, and [1] or [2.1] for invocations. It is unique in a run together with Step and
// Attempt, and has no control characters.
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

// MethodName is Name without types and invocation: all tests of a method have it in common.
func (t *Test) MethodName() string {
	if t.Kind != Case {
		return t.Name()
	}
	return printable.Text(t.Class) + "#" + printable.Text(t.Method)
}

// brackets returns the part of Name behind the method.
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

// simple are types without packages: int,String[] for "int, [Ljava.lang.String;", as Class.getName has them.
func simple(types string) string {
	list := strings.Split(types, ",")
	for i, t := range list {
		t = classfile.TypeName(strings.TrimSpace(t))
		list[i] = t[strings.LastIndexByte(t, '.')+1:]
	}
	return strings.Join(list, ",")
}

// String is the name for messages: with the attempt where it is not the first.
func (t *Test) String() string {
	if t.Attempt > 1 {
		return fmt.Sprintf("%s (attempt %d)", t.Name(), t.Attempt)
	}
	return t.Name()
}

// rank is 0 for tests and classes, which are listed first.
func (k Kind) rank() int {
	if k <= Class {
		return 0
	}
	return int(k)
}

// Compare is the order of Counts.Tests: by step, name and attempt; a class before its tests; outside and shared last.
func Compare(a, b *Test) int {
	return cmp.Or(cmp.Compare(a.Kind.rank(), b.Kind.rank()), strings.Compare(a.Step, b.Step),
		strings.Compare(a.Name(), b.Name()), cmp.Compare(a.Attempt, b.Attempt))
}
