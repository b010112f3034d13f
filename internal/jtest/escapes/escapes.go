// Package escapes finds the writes of a small program that others could see. Numbers of efficiency
// (report/contexts/efficiency) are compared with them. It runs the program with the agent in testdata/oracle/heap and
// reads its results. The agent shares no code with jprof: it changes bytecode in a way of its own, and has no counters,
// no data flow and no rules for natives. It follows the fields of the real objects.
//
// # What is true
//
// Each write changes an object or a static field: a store into a field or element, an allocation, or an element that
// System.arraycopy or clone copies. It belongs to all activations of methods that have not ended. When an activation
// ends, the agent knows for each of its writes whether others can see it. They can if
//
//   - the object was there before the activation began: its maker may read it. So a write to an operand, or to an
//     object that an operand held, counts even if that is in no field any more
//   - the object can be reached, by fields and elements as they are now, from an operand, from an object that was there
//     before and was written to, from a static field, from what the activation returns, or from what it throws
//   - it is a write to a static field, or was seen to be in reach of one when an activation below ended, or was in
//     reach of what was given to a stream: such a write is not taken back by what happens later
//
// A write that nobody can see at the end of an activation does not belong to the callers, because they cannot reach it.
// Context has the sums over all activations of a context.
//
// # Why the analysis is an upper bound
//
// An object is in reach of another only if somebody has put it there, in an activation that is known: the analysis has
// an edge for each write that ran, for what callees put into what, and for what code without a context may put. It
// never removes one, so what is reachable at the end, or at any time, is reachable in its graph. And an object that was
// there before has come from an operand or a static field, or out of one, and its origin is that operand or field.
// So for each context
//
//	writes, invocations                are equal
//	escaping writes of the analysis    are as many, or more
//
// and a context is in no list of methods without (side) effect if somebody sees its writes.
//
// # Where they may differ
//
// The analysis may say more: a field that was overwritten, or one object of several that came from the same place, as
// it does not know fields, or calls of the same context, apart: docs/lab/EFFICIENCY.md has how much more. It may also
// say that a write is seen by way of an operand where it was by a static field, or the other way round: the caller
// knows. So the ways are not compared one by one. It must never say less.
//
// Only the thread that runs main is followed.
package escapes

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Context has the sums of a context, with all that it called.
type Context struct {
	Activations uint64
	Writes      uint64
	Escaping    uint64 // writes that others could see
	Leaving     uint64 // of Escaping: seen in a result or exception
	Outside     uint64 // of Escaping: seen elsewhere
	Threw       uint64 // activations that an exception ended
}

// Follows reports whether the agent works on a release of Java. Newer releases verify classes that an agent has
// changed, and no option prevents this.
func Follows(version int) bool { return version >= 17 && version <= 22 }

// Options returns the options of a JVM with the agent, the jar heap of oracle.Agent. The agent follows the writes of
// the classes in a package (with slashes), and writes its results to a file at its end.
func Options(heap, file, in string) []string {
	return []string{"-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote",
		"-javaagent:" + heap + "=" + file + "," + in}
}

// Read reads the results of the agent. Keys are paths of methods, class.name(descriptor), from the root, with >
// between.
func Read(file string) (map[string]Context, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	all := map[string]Context{}
	for line := range strings.Lines(string(text)) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		var n [6]uint64
		if len(words) != 1+len(n) {
			return nil, fmt.Errorf("%s: cannot read %q", file, line)
		}
		var errs [len(n)]error
		for i := range n {
			n[i], errs[i] = strconv.ParseUint(words[1+i], 10, 64)
		}
		if err := errors.Join(errs[:]...); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all[words[0]] = Context{n[0], n[1], n[2], n[3], n[4], n[5]}
	}
	return all, nil
}
