// Package removal makes a patch that deletes unused code. What remains must compile, so code that others may refer to
// stays.
//
// New starts with all that was found, and gives back what the remaining sources refer to, until nothing changes. It
// works on names: a method stays if a call with its name and number of arguments remains anywhere, in main or test
// sources or in another language, or a method reference or a string with its name. A type stays if its name remains. So
// some code stays that could go, but no call of deleted code remains. needed.go has all reasons.
//
// edit.go deletes declarations with their comments, and imports that are of no use then; diff.go writes the patch.
package removal

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"jprof/internal/java/decl"
	"jprof/internal/java/lex"
	"jprof/report"
	"jprof/report/unused"
)

// Plan holds what is deleted.
type Plan struct {
	Kept []Kept // unused code that stays, by path and line

	files   []*file
	types   map[string][]*decl.Type // all types by simple name
	fileOf  map[*decl.Type]*file
	gone    map[*decl.Type]bool           // deleted, with all that is in them
	members map[*decl.Member]bool         // deleted, in types that stay
	dead    map[*decl.Type][]*decl.Member // unused methods of types
	uses    map[string]*uses              // names in what remains
	inFile  map[*file]map[string]bool
}

// Kept is unused code that stays.
type Kept struct {
	Path string
	Line int
	Name string // for people
	Why  string // a clause
}

// file is a source as it is now.
type file struct {
	unused.Text
	decl    *decl.File // nil for other languages
	imports []importLine
}

// uses has the uses of a name in what remains.
type uses struct {
	name  string         // a place that has the name
	any   string         // a place with a call of any number of arguments, a method reference or a string
	calls map[int]string // places with calls, by the number of arguments
}

// New plans the deletion of what was found. sources are all sources of the project as they are now.
func New(r *unused.Result, sources []unused.Text) *Plan {
	p := &Plan{types: map[string][]*decl.Type{}, fileOf: map[*decl.Type]*file{}, gone: map[*decl.Type]bool{},
		members: map[*decl.Member]bool{}, dead: map[*decl.Type][]*decl.Member{}}
	byPath := map[string]*file{}
	var parser decl.Parser
	for _, s := range sources {
		f := &file{Text: s}
		if strings.HasSuffix(s.Path, ".java") {
			f.decl, f.imports = parser.Parse(s.Data), importsOf(s.Data)
			for _, t := range f.decl.Types {
				p.types[t.Name] = append(p.types[t.Name], t)
				p.fileOf[t] = f
			}
		}
		p.files = append(p.files, f)
		byPath[s.Path] = f
	}
	p.choose(r, byPath)
	for p.giveBack() {
	}
	slices.SortFunc(p.Kept, func(a, b Kept) int {
		return strings.Compare(fmt.Sprintf("%s\x00%9d%s", a.Path, a.Line, a.Name),
			fmt.Sprintf("%s\x00%9d%s", b.Path, b.Line, b.Name))
	})
	return p
}

// giveBack gives back what remaining code needs, and reports whether there was something. A class needs one of its
// constructors only once nothing else is given back, because others may be.
func (p *Plan) giveBack() bool {
	p.countUses()
	changed := false
	var constructors []*decl.Member
	for _, f := range p.files {
		if f.decl == nil {
			continue
		}
		for _, t := range f.decl.Types {
			if p.gone[t] && (t.Outer == nil || !p.gone[t.Outer]) {
				if why := p.needsType(t); why != "" {
					p.keepType(t, why)
					changed = true
				}
			}
			for _, m := range t.Members {
				if !p.members[m] {
					continue
				}
				why := p.needsMember(m)
				if why == "" && m.Kind == decl.Constructor && p.hasNoOther(m) {
					constructors = append(constructors, m)
				}
				changed = p.keepMember(m, why) || changed
			}
		}
	}
	if !changed && len(constructors) > 0 {
		return p.keepMember(constructors[0], "it is the only constructor that remains")
	}
	return changed
}

// keepMember gives back a member if there is a reason, and reports that.
func (p *Plan) keepMember(m *decl.Member, why string) bool {
	if why == "" {
		return false
	}
	delete(p.members, m)
	p.keep(p.fileOf[m.Type].Path, m.Line, m.Title(), why)
	return true
}

// Deleted returns the numbers of deleted types, with those in others, and of deleted methods of other types.
func (p *Plan) Deleted() (types, methods int) { return len(p.gone), len(p.members) }

func (p *Plan) keep(path string, line int, name, why string) {
	p.Kept = append(p.Kept, Kept{path, line, name, why})
}

// keepType gives back a type, but not its unused methods, nor the types in it.
func (p *Plan) keepType(t *decl.Type, why string) {
	delete(p.gone, t)
	for _, m := range p.dead[t] {
		p.members[m] = true
	}
	p.keep(p.fileOf[t].Path, t.Line, t.Short(), why)
}

func isIn(t, other *decl.Type) bool {
	for ; t != nil; t = t.Outer {
		if t == other {
			return true
		}
	}
	return false
}

// choose chooses the types and members that were found. Sources that have changed since the run are not touched.
func (p *Plan) choose(r *unused.Result, byPath map[string]*file) {
	same := map[*report.File]*file{}
	current := func(f *report.File, line int, name string) *file {
		if found, ok := same[f]; ok {
			return found
		}
		now := byPath[f.Path]
		text, err := r.Model.ReadSource(f.Path, f.Hash)
		switch {
		case now == nil:
			p.keep(f.Path, line, name, "its source is not in the project")
		case err != nil || !bytes.Equal(unix(text), unix(now.Data)) || f.Versions > 1:
			p.keep(f.Path, line, name, "its source has changed since the run, or has several versions")
			now = nil
		case now.decl.Unclear != "":
			p.keep(f.Path, line, name, "its source was not understood")
			now = nil
		}
		same[f] = now
		return now
	}
	for i := range r.Classes {
		c := &r.Classes[i]
		f := current(c.File, c.Line, c.Name)
		if f == nil {
			continue
		}
		binary := decl.Qualified(c.File.Package, c.File.Types[c.Type].Name)
		for _, t := range f.decl.Types {
			if t.Binary == binary || strings.HasPrefix(t.Binary, binary+"$") {
				p.gone[t] = true
			}
		}
	}
	for i := range r.Methods {
		m := &r.Methods[i]
		f := current(m.File, m.Line(), m.Title())
		switch {
		case f == nil, m.Member() == nil && (m.Class != nil || m.Inner):
		case m.Member() == nil:
			p.keep(m.File.Path, m.Line(), m.Title(), "it is in a local or anonymous class")
		default:
			for _, t := range f.decl.Types {
				for _, x := range t.Members {
					if o := m.Member(); t.Binary == o.Type.Binary && x.Kind == o.Kind && x.Label() == o.Label() {
						if p.dead[t] = append(p.dead[t], x); !p.gone[t] {
							p.members[x] = true
						}
					}
				}
			}
		}
	}
}

func unix(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

// countUses notes the names in all that remains.
func (p *Plan) countUses() {
	p.uses, p.inFile = map[string]*uses{}, map[*file]map[string]bool{}
	for _, f := range p.files {
		names := map[string]bool{}
		p.inFile[f] = names
		add := func(mentions decl.Mentions, place string) {
			for _, m := range mentions {
				if decl.Mark(m) == "" {
					name, call, called := strings.Cut(m, "/")
					names[name] = true
					p.addUse(name, call, called, place)
				}
			}
		}
		if f.decl == nil || f.decl.Unclear != "" {
			add(wordsOf(f), f.Path)
			continue
		}
		add(wordsIn(f.decl.Module+" "+f.decl.About), f.Path)
		for _, t := range f.decl.Types {
			if p.gone[t] {
				continue
			}
			add(t.Mentions, fmt.Sprintf("%s:%d", f.Path, t.Line))
			for _, m := range t.Members {
				if !p.members[m] {
					add(m.Mentions, fmt.Sprintf("%s:%d", f.Path, m.Line))
				}
			}
		}
	}
}

func (p *Plan) addUse(name, call string, called bool, place string) {
	u := p.uses[name]
	if u == nil {
		u = &uses{calls: map[int]string{}}
		p.uses[name] = u
	}
	n := 0
	switch {
	case !called:
		u.name = place
	case call == "*":
		u.any = place
	default:
		if _, err := fmt.Sscan(call, &n); err == nil {
			u.calls[n] = place
		}
	}
}

// wordsOf returns the words of a source that is not read as Java. Each may be a call, and an accessor of a property.
func wordsOf(f *file) decl.Mentions { return wordsIn(string(f.Data)) }

func wordsIn(text string) (list decl.Mentions) {
	for _, t := range lex.AppendTokens(nil, []byte(text)) {
		if t.Kind != lex.Word && t.Kind != lex.Quoted {
			continue
		}
		name := strings.Trim(string(t.Text), `"'`)
		list = append(list, name, name+"/*")
		if name != "" {
			capital := strings.ToUpper(name[:1]) + name[1:]
			list = append(list, "get"+capital+"/*", "set"+capital+"/*", "is"+capital+"/*")
		}
	}
	return list
}

// Write writes the patch, for git apply in the root of the project.
func (p *Plan) Write(w io.Writer) error {
	for _, f := range p.files {
		if f.decl == nil || f.decl.Unclear != "" {
			continue
		}
		cuts, whole := p.cuts(f)
		if len(cuts) == 0 && !whole {
			continue
		}
		if _, err := io.WriteString(w, diff(f.Path, f.Data, cuts, whole)); err != nil {
			return fmt.Errorf("patch: %w", err)
		}
	}
	return nil
}
