package instrument

import (
	"bytes"
	"regexp"

	"jprof/instrument/syntax"
)

// Where the program ends the JVM without its hooks, or registers hooks of its own that will count, the argument of the
// call passes through the helper class. Only calls that name the class of the platform are changed: the type of other
// receivers is not known.
//
//	Runtime.getRuntime().halt(1);    becomes    Runtime.getRuntime().halt(C.__halt(1));

// ending is a statement that does so, up to its argument.
var ending = regexp.MustCompile(`^(?:(?:java\s*\.\s*lang\s*\.\s*)?Runtime\s*\.\s*getRuntime\s*\(\s*\)\s*\.\s*(halt|exit|addShutdownHook)|` +
	`(?:java\s*\.\s*lang\s*\.\s*)?System\s*\.\s*(exit))\s*\(`)

// passes are the methods of the helper class that take the argument.
var passes = map[string]string{"halt": "__halt(", "exit": "__exit(", "addShutdownHook": "__hook("}

// endingCall puts the method of the helper class in front of the argument, if s is such a call, as a statement or an
// expression. It returns a function that puts the end after the argument, when that was walked.
func (f *file) endingCall(s *syntax.Node) (end func()) {
	text := s.Text(f.src)
	m := ending.FindSubmatchIndex(text)
	if m == nil {
		return func() {}
	}
	closing := len(bytes.TrimSuffix(text, []byte{';'})) - 1
	for text[closing] == ' ' || text[closing] == '\n' || text[closing] == '\t' || text[closing] == '\r' {
		closing--
	}
	if text[closing] != ')' || closing <= m[1] {
		return func() {}
	}
	name := 2
	if m[name] < 0 {
		name = 4
	}
	f.uses.Endings = true
	f.insert(s.Start+uint32(m[1]), f.helper+passes[string(text[m[name]:m[name+1]])])
	return func() { f.insert(s.Start+uint32(closing), ")") }
}
