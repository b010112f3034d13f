package assemble

import (
	"fmt"
	"strconv"

	"jprof/internal/format/probe"
)

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
