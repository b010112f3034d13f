package instrument

import (
	"bytes"
	"strings"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// Some calls end the JVM without its hooks, or register hooks that will run counted code. The argument of such a call
// is passed through the helper class. Only calls that name the class of the platform are changed, because the type of
// other receivers is not known.
//
//	Runtime.getRuntime().halt(1);    becomes    Runtime.getRuntime().halt(C.__halt(1));

// endings lists the starts of these calls, up to the argument, each with the method of the helper class that takes the
// argument. Package counts knows these methods, too: passes in calls.go.
var endings = []struct {
	call, pass string
}{
	{"Runtime.getRuntime().halt(", "__halt("},
	{"Runtime.getRuntime().exit(", "__exit("},
	{"Runtime.getRuntime().addShutdownHook(", "__hook("},
	{"System.exit(", "__exit("},
}

// endingCall puts the method of the helper class in front of the argument, if a statement or expression is such a call.
// Its result puts the end after the argument; the caller calls it after the walk of the argument.
func (f *file) endingCall(s *syntax.Node) (end func()) {
	text := s.Text(f.Src)
	isEnding := func(start string) bool { return bytes.HasPrefix(text, []byte(start)) }
	if !isEnding("Runtime") && !isEnding("System") && !isEnding("java") {
		return func() {} // nearly always
	}
	list := f.Tokens(text)
	if n := len(list); list[n-1].Kind == ';' {
		list = list[:n-1]
	}
	if last := list[len(list)-1]; last.Kind == ')' {
		for _, e := range endings {
			if argument := afterCall(list, e.call); argument >= 0 && argument < last.Start {
				f.uses.Endings = true
				f.insert(s.Start+uint32(argument), f.helper+e.pass)
				return func() { f.insert(s.Start+uint32(last.Start), ")") }
			}
		}
	}
	return func() {}
}

// afterCall returns the offset after the start of a call in java.lang, up to the argument, if a list of tokens begins
// with the call. It returns -1 for other code.
func afterCall(list []lex.Token, call string) int {
	if len(list) > 4 && list[0].Is("java") && list[1].Kind == '.' && list[2].Is("lang") && list[3].Kind == '.' {
		list = list[4:]
	}
	for _, t := range list {
		rest, ok := strings.CutPrefix(call, string(t.Text))
		if !ok {
			return -1
		}
		if call = rest; call == "" {
			return t.End()
		}
	}
	return -1
}
