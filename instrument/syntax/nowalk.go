//go:build !cgo

package syntax

import "errors"

// tree replaces the parser in builds without C: it parses nothing.
type tree struct{}

func newTree() *tree { return &tree{} }

func (*tree) close() {}

func (*tree) parse([]byte) (*wrong, error) {
	return nil, errors.New("this jprof cannot parse Java, as it was built without a C compiler (CGO_ENABLED=0)")
}

func (*tree) count() int { return 0 }

func (*tree) fill([]Node, func(i, parent int)) {}
