// Package sitter has the declarations of go-tree-sitter that jprof uses, and does nothing. go vet takes it in place of
// the real one, which needs a C compiler of each system (see vet.sh beside it). No program is built with it.
package sitter

import "context"

type (
	// Parser is a parser.
	Parser struct{}
	// Tree is a parsed text.
	Tree struct{}
	// Node is a node of a tree.
	Node struct{}
	// TreeCursor walks a tree.
	TreeCursor struct{}
	// Language is a grammar.
	Language struct{}
	// Symbol is the kind of a node.
	Symbol uint16
	// SymbolType is the kind of a symbol.
	SymbolType int
)

// SymbolTypeAnonymous is the type of tokens.
const SymbolTypeAnonymous SymbolType = 1

func NewParser() *Parser                                                 { return &Parser{} }
func (p *Parser) SetLanguage(*Language)                                  {}
func (p *Parser) SetOperationLimit(int)                                  {}
func (p *Parser) Reset()                                                 {}
func (p *Parser) Close()                                                 {}
func (t *Tree) RootNode() *Node                                          { return &Node{} }
func (t *Tree) Close()                                                   {}
func (n Node) StartByte() uint32                                         { return 0 }
func (n Node) EndByte() uint32                                           { return 0 }
func (n Node) Symbol() Symbol                                            { return 0 }
func (n Node) IsMissing() bool                                           { return false }
func (n Node) IsError() bool                                             { return false }
func (n Node) HasError() bool                                            { return false }
func (n Node) Child(int) *Node                                           { return nil }
func (n Node) ChildCount() uint32                                        { return 0 }
func NewTreeCursor(*Node) *TreeCursor                                    { return &TreeCursor{} }
func (c *TreeCursor) Close()                                             {}
func (c *TreeCursor) CurrentNode() *Node                                 { return nil }
func (c *TreeCursor) GoToParent() bool                                   { return false }
func (c *TreeCursor) GoToFirstChild() bool                               { return false }
func (c *TreeCursor) GoToNextSibling() bool                              { return false }
func (c *TreeCursor) CurrentFieldName() string                           { return "" }
func (l *Language) SymbolCount() uint32                                  { return 0 }
func (l *Language) SymbolName(Symbol) string                             { return "" }
func (l *Language) SymbolType(Symbol) SymbolType                         { return 0 }
func (p *Parser) ParseCtx(context.Context, *Tree, []byte) (*Tree, error) { return nil, nil }
