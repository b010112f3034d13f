package rejections

import (
	"slices"

	"jprof/internal/util/lazyregexp"
)

// errorProne matches the messages of Error Prone's checks. javac's own lints have names in lower case.
var errorProne = lazyregexp.New(`^\[([A-Z]\w*)\] `)

// IsOfErrorProne reports whether a message is from a check of Error Prone.
func IsOfErrorProne(message string) bool { return errorProne().MatchString(message) }

// violated lists the checks of Error Prone, most of them about style, that counters violate in nearly every file. javac
// prints one message for each place, and only the first hundred, so each round would find a few of them.
var violated = []string{"AssertThrowsMultipleStatements", "AssignmentExpression", "CheckReturnValue",
	"IdentifierName", "InlineMeValidator",
	"MemberName", "MissingBraces", "OperatorPrecedence", "UnnecessarilyFullyQualified", "UnnecessaryFinal",
	"UnnecessaryParentheses"}

// Checks returns the checks of Error Prone that are to be switched off in the next round, sorted, and the rejections
// that they do not explain. off has the checks that are off already. If a check rejects counters, all checks that
// counters violate are switched off with it.
func Checks(rejected []Rejection, off []string) (checks []string, others []Rejection) {
	checks = slices.Clone(off)
	for _, r := range rejected {
		m := errorProne().FindStringSubmatch(r.Message)
		if m == nil || slices.Contains(off, m[1]) {
			others = append(others, r)
		} else {
			checks = append(checks, m[1])
		}
	}
	if len(checks) > 0 {
		checks = append(checks, violated...)
	}
	slices.Sort(checks)
	return slices.Compact(checks), others
}
