package cli

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/rhysd/actionlint"
)

var (
	// usesAction is the action of this project in an example, whoever owns it.
	usesAction = regexp.MustCompile(`\S+/\.github/actions/jprof@v[0-9.]+`)
	expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)
)

// fill replaces the expressions in a text.
func (j *githubJob) fill(text string) string {
	return expression.ReplaceAllStringFunc(text, func(m string) string {
		value := j.evaluate(expression.FindStringSubmatch(m)[1])
		if value == nil {
			return ""
		}
		return fmt.Sprint(value)
	})
}

// evaluate returns the value of an expression: a string, a bool, a map or nil.
func (j *githubJob) evaluate(text string) any {
	j.t.Helper()
	node, err := actionlint.NewExprParser().Parse(actionlint.NewExprLexer(text + "}}"))
	if err != nil {
		j.t.Fatalf("%s: %v", text, err)
	}
	return j.value(node)
}

func (j *githubJob) value(node actionlint.ExprNode) any {
	switch n := node.(type) {
	case *actionlint.StringNode:
		return n.Value
	case *actionlint.BoolNode:
		return n.Value
	case *actionlint.VariableNode:
		if value, ok := j.contexts[n.Name]; ok {
			return value
		}
		j.t.Fatalf("no context %s", n.Name)
	case *actionlint.ObjectDerefNode:
		switch of := j.value(n.Receiver).(type) {
		case map[string]string:
			if value, ok := of[n.Property]; ok {
				return value
			}
		case map[string]any:
			return of[n.Property]
		}
		return nil
	case *actionlint.NotOpNode:
		return !isTrue(j.value(n.Operand))
	case *actionlint.CompareOpNode:
		equal := asText(j.value(n.Left)) == asText(j.value(n.Right))
		switch n.Kind {
		case actionlint.CompareOpNodeKindEq:
			return equal
		case actionlint.CompareOpNodeKindNotEq:
			return !equal
		}
	case *actionlint.LogicalOpNode:
		left := j.value(n.Left)
		if isTrue(left) == (n.Kind == actionlint.LogicalOpNodeKindAnd) {
			return j.value(n.Right)
		}
		return left
	case *actionlint.FuncCallNode:
		switch strings.ToLower(n.Callee) {
		case "always":
			return true
		case "cancelled":
			return false
		}
	}
	j.t.Fatalf("an expression that is not understood: %#v", node)
	return nil
}

// isTrue reports whether a value counts as true.
func isTrue(value any) bool { return value != nil && value != "" && value != false }

// asText is a value as == compares it.
func asText(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}
