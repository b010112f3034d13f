package syntax

import "strings"

// Kind is the kind of a Node: the constructs of Java that instrumenting distinguishes. All expressions without a kind
// of their own are Expr.
type Kind uint8

// The kinds of nodes.
const (
	none Kind = iota // of tokens, comments and types, which are in no tree

	Program
	PackageDecl // its child is an Identifier or a ScopedName
	Identifier
	ScopedName
	Modifiers
	Params // the parameters of a method, or of a lambda with parentheses
	Param
	Varargs
	Receiver

	ClassDecl
	InterfaceDecl
	EnumDecl
	RecordDecl
	AnnotationDecl
	Superclass
	ClassBody // of all kinds of types, and after new
	EnumConstant
	EnumMembers // the members after the constants of an enum
	FieldDecl
	MethodDecl
	ConstructorDecl
	CompactDecl // a compact constructor
	StaticInit
	ConstructorBody
	ConstructorCall // this(...) or super(...) as first statement

	Block
	Empty // a semicolon where a statement may stand
	LocalVar
	ExprStmt
	If
	While
	Do
	For
	ForEach
	Labeled
	Switch // statement or expression
	SwitchBlock
	SwitchGroup // labels with colons and their statements
	SwitchRule  // label with an arrow
	SwitchLabel
	Pattern
	Guard // the word when and its condition
	Try
	Resources
	Catch
	Finally
	Sync
	Return
	Throw
	Yield
	Break
	Continue
	Assert

	Lambda
	New // an object creation; it has a child ClassBody if it declares an anonymous class
	Call
	Assign
	Update // x++, --x ...
	Arguments
	Parens
	Ternary // a ? b : c
	And     // a && b
	Or      // a || b
	Binary  // any other operator between two operands
	Not     // !a
	Unary   // any other operator before an operand
	Expr

	kindCount
)

// Role is the part of a node in its parent, if kinds and order are not enough.
type Role uint8

// The roles of nodes.
const (
	Plain Role = iota
	Body
	Then
	Else
	Condition
	Step // an update of a for loop
	Parameters
)

// kindOf maps named nodes of the grammar to their kinds. Others are in unseen, or are expressions.
var kindOf = map[string]Kind{
	"program":                         Program,
	"package_declaration":             PackageDecl,
	"identifier":                      Identifier,
	"scoped_identifier":               ScopedName,
	"modifiers":                       Modifiers,
	"formal_parameters":               Params,
	"inferred_parameters":             Params,
	"formal_parameter":                Param,
	"spread_parameter":                Varargs,
	"receiver_parameter":              Receiver,
	"class_declaration":               ClassDecl,
	"interface_declaration":           InterfaceDecl,
	"enum_declaration":                EnumDecl,
	"record_declaration":              RecordDecl,
	"annotation_type_declaration":     AnnotationDecl,
	"class_body":                      ClassBody,
	"interface_body":                  ClassBody,
	"enum_body":                       ClassBody,
	"annotation_type_body":            ClassBody,
	"enum_constant":                   EnumConstant,
	"enum_body_declarations":          EnumMembers,
	"field_declaration":               FieldDecl,
	"constant_declaration":            FieldDecl,
	"method_declaration":              MethodDecl,
	"constructor_declaration":         ConstructorDecl,
	"compact_constructor_declaration": CompactDecl,
	"static_initializer":              StaticInit,
	"constructor_body":                ConstructorBody,
	"explicit_constructor_invocation": ConstructorCall,
	"block":                           Block,
	"local_variable_declaration":      LocalVar,
	"expression_statement":            ExprStmt,
	"if_statement":                    If,
	"while_statement":                 While,
	"do_statement":                    Do,
	"for_statement":                   For,
	"enhanced_for_statement":          ForEach,
	"labeled_statement":               Labeled,
	"switch_expression":               Switch,
	"switch_block":                    SwitchBlock,
	"switch_block_statement_group":    SwitchGroup,
	"switch_rule":                     SwitchRule,
	"switch_label":                    SwitchLabel,
	"pattern":                         Pattern,
	"type_pattern":                    Pattern,
	"record_pattern":                  Pattern,
	"guard":                           Guard,
	"try_statement":                   Try,
	"try_with_resources_statement":    Try,
	"resource_specification":          Resources,
	"catch_clause":                    Catch,
	"finally_clause":                  Finally,
	"synchronized_statement":          Sync,
	"return_statement":                Return,
	"throw_statement":                 Throw,
	"yield_statement":                 Yield,
	"break_statement":                 Break,
	"continue_statement":              Continue,
	"assert_statement":                Assert,
	"lambda_expression":               Lambda,
	"object_creation_expression":      New,
	"method_invocation":               Call,
	"assignment_expression":           Assign,
	"update_expression":               Update,
	"argument_list":                   Arguments,
	"parenthesized_expression":        Parens,
	"ternary_expression":              Ternary,
	"binary_expression":               Binary,
	"unary_expression":                Unary,
	"superclass":                      Superclass,
}

// unseen lists the named nodes of the grammar that get no node here. Others without a kind are expressions.
var unseen = strings.Fields(`
	line_comment block_comment import_declaration module_declaration marker_annotation annotation type_parameters
	type_arguments super_interfaces extends_interfaces permits throws dimensions type_identifier
	scoped_type_identifier generic_type array_type annotated_type integral_type floating_point_type boolean_type
	void_type catch_formal_parameter annotation_type_element_declaration`)

// operators maps tokens to the kind of the expression around them, and the more precise kind that it gets.
var operators = map[string][2]Kind{"&&": {Binary, And}, "||": {Binary, Or}, "!": {Unary, Not}}

// roleOf maps fields of the grammar to the role of the child.
var roleOf = map[string]Role{
	"body":        Body,
	"consequence": Then,
	"alternative": Else,
	"condition":   Condition,
	"update":      Step,
	"parameters":  Parameters,
}

// IsType reports whether nodes of this kind are declarations of named types.
func (k Kind) IsType() bool { return k >= ClassDecl && k <= AnnotationDecl }

// IsExpression reports whether a node of this kind is needed only for the nodes inside of it: a lambda, a class body, a
// switch, an operand that is not always evaluated.
func (k Kind) IsExpression() bool { return k > Lambda && k <= Expr }

// Kinds of nodes that the walk in C handles in a special way.
var (
	// If one operand of such an expression has a node, all have.
	operandKinds = []Kind{Parens, Ternary, And, Or, Binary, Not, Unary, Assign}
	// Children of such nodes are distinguished by their role.
	roleKinds = []Kind{If, While, Do, For, ForEach, Lambda, Labeled, Ternary}
	// Such nodes have no children.
	leafKinds = []Kind{Identifier, ScopedName, Modifiers, Superclass}
)
