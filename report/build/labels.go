package build

import (
	"fmt"
	"strconv"
	"strings"

	"jprof/internal/probe"
)

// methodLabel names a method with the binary name of its type, as in class files. The parameters distinguish overloads.
func methodLabel(types []probe.Type, m probe.Method) string {
	owner := types[m.Type].Name
	switch m.Kind {
	case probe.StaticInit:
		return owner + "::static {...}"
	case probe.InstanceInit:
		return owner + "::{...}"
	case probe.Constructor:
		return owner + "::" + simpleName(types, int(m.Type)) + "(" + oneLine(m.Params) + ")"
	}
	return owner + "::" + m.Name + "(" + oneLine(m.Params) + ")"
}

// simpleName returns the name of a type in the source: its binary name without that of the type around it and, for a
// local class, without the number. The last $ is no sign of the start, as it is a letter of Java.
func simpleName(types []probe.Type, i int) string {
	name := types[i].Name
	if p := types[i].Parent; p >= 0 {
		if rest, ok := strings.CutPrefix(name, types[p].Name+"$"); ok {
			name = rest
		}
	}
	if local := strings.TrimLeft(name, "0123456789"); local != "" {
		return local
	}
	return name
}

// oneLine makes one line of source text that may go over several.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func blockKind(k probe.BlockKind) string {
	switch k {
	case probe.BodyBlock:
		return "body"
	case probe.PlainBlock:
		return "plain"
	case probe.ThenBlock:
		return "then"
	case probe.ElseBlock:
		return "else"
	case probe.LoopBlock:
		return "loop"
	case probe.CaseBlock:
		return "case"
	case probe.TryBlock:
		return "try"
	case probe.CatchBlock:
		return "catch"
	case probe.FinallyBlock:
		return "finally"
	case probe.SyncBlock:
		return "synchronized"
	case probe.LambdaBlock:
		return "lambda"
	case probe.LabelBlock:
		return "label"
	case probe.FieldBlock:
		return "field"
	}
	return "kind " + strconv.Itoa(int(k))
}

func branchKind(k probe.BranchKind) string {
	switch k {
	case probe.Condition:
		return "condition"
	case probe.LoopBranch:
		return "loop"
	case probe.CaseBranch:
		return "case"
	case probe.DefaultBranch:
		return "default"
	case probe.CatchBranch:
		return "catch"
	}
	return fmt.Sprintf("kind %d", k)
}
