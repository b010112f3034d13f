package code

import (
	"slices"

	"jprof/instrument/syntax"
	"jprof/internal/java/lex"
)

// MayBeConstant reports whether an expression may be a constant expression (JLS 15.29): it has only literals, operators
// and names of possible constants.
func (w *words) MayBeConstant(text []byte) bool { return w.AreConstant(w.Tokens(text)) }

// AreConstant reports whether tokens may be those of a constant expression.
func (w *words) AreConstant(list []lex.Token) bool {
	for i, t := range list {
		switch t.Kind {
		case lex.Number, lex.Quoted, ')', '+', '-', '*', '/', '%', '&', '|', '^', '<', '>', '!', '~', '?', ':',
			'.',
			lex.ShiftLeft, lex.ShiftRight, lex.UnsignedShiftRight, lex.And, lex.Or,
			lex.Equal, lex.NotEqual, lex.LessEqual, lex.GreaterEqual:
		case '(':
			if At(list, i-1).Kind == lex.Word {
				return false // a call
			}
		case lex.Word:
			qualifier := At(list, i+1).Kind == '.'
			switch {
			case IsTruth(t) || lex.IsPrimitive(t.Text) || t.Is("String") || qualifier && IsName(t):
			case !IsName(t) || !w.nameMayBeConstant(list, i):
				return false
			}
		default:
			return false
		}
	}
	return true
}

// nameMayBeConstant reports whether the name list[i] may be that of a constant. Names that the file does not declare
// count as constants if they are written like one.
func (w *words) nameMayBeConstant(list []lex.Token, i int) bool {
	if w.final[string(list[i].Text)] || isUpper(list[i].Text) {
		return true
	}
	return i > 1 && list[i-1].Kind == '.' && list[i-2].Text[0] >= 'A' && list[i-2].Text[0] <= 'Z'
}

func isUpper(name []byte) bool {
	letters := false
	for _, c := range name {
		if c >= 'a' && c <= 'z' || c >= 0x80 {
			return false
		}
		letters = letters || c >= 'A' && c <= 'Z'
	}
	return letters
}

// MayBeInlined reports whether a variable may be a constant variable (JLS 4.12.4), because it is final and has a
// suitable type and initialiser. If such a variable is static, no code initialises it.
func (f *File) MayBeInlined(v Field) bool {
	return v.IsFinal && v.mayHoldConstant() && f.isConstant(f.Src[v.Value:v.Node.End])
}

// isConstant reports whether an expression may be constant. Its names must be those of constants, if the file declares
// them, and otherwise be written like constants.
func (f *File) isConstant(text []byte) bool {
	list := Tokens(text)
	if len(text) == 0 || !f.AreConstant(list) {
		return false
	}
	for i, t := range list {
		qualifier := At(list, i+1).Kind == '.'
		castsToString := At(list, i-1).Kind == '(' && t.Is("String")
		if t.Kind != lex.Word || qualifier || castsToString || IsTruth(t) || lex.IsPrimitive(t.Text) {
			continue
		}
		if !f.nameIsConstant(string(t.Text)) {
			return false
		}
	}
	return true
}

// nameIsConstant reports whether a name may be that of a constant. It does not follow a name into an initialiser with
// the same name, such as SIZE = Parent.SIZE + 1, because the name is another constant there.
func (f *File) nameIsConstant(name string) bool {
	if is, asked := f.constant[name]; asked {
		return is
	}
	values, declared := f.constants()[name]
	is := declared || isUpper([]byte(name))
	f.constant[name] = is
	if slices.ContainsFunc(values, func(v []byte) bool { return !f.isConstant(v) }) {
		is = false
	}
	f.constant[name] = is
	return is
}

// constants maps the names of the fields of the file to their initialisers. The initialiser is nil if a field cannot be
// a constant.
func (f *File) constants() map[string][][]byte {
	if f.finals != nil {
		return f.finals
	}
	f.finals, f.constant = map[string][][]byte{}, map[string]bool{}
	type body struct {
		*syntax.Node
		inInterface bool
	}
	for open := []body{{Node: f.Program}}; len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		for c := n.First; c != nil; c = c.Next {
			open = append(open, body{c, n.Kind == syntax.InterfaceDecl || n.Kind == syntax.AnnotationDecl})
			if c.Kind != syntax.FieldDecl {
				continue
			}
			for _, v := range f.FieldsOf(c, n.inInterface) {
				var text []byte
				if v.IsFinal && v.mayHoldConstant() {
					text = f.Src[v.Value:v.Node.End]
				}
				f.finals[v.Name] = append(f.finals[v.Name], text)
			}
		}
	}
	return f.finals
}

// mayHoldConstant reports whether the type of the field is one that constants may have.
func (f Field) mayHoldConstant() bool {
	return lex.IsPrimitive(f.Type) || f.Type == "String" || f.Type == "java.lang.String"
}
