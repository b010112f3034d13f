package change

import "jprof/internal/java/decl"

// Kind is the kind of a change.
type Kind uint8

// The kinds of facts. Old is nil if something was added, New if it was removed.
const (
	Code        Kind = iota // the code of a method, constructor, initialiser or field
	Member                  // a member: added, removed, or with another declaration
	Annotations             // of a type or member
	Order                   // the order of initialisers, or of the constants of an enum
	Type                    // a type: added, removed, or with another head or other modifiers
	Imports                 // of a file
	Package                 // the annotations of a package, or a module declaration
	Unclear                 // a source that cannot be read
	Build                   // a file that the build reads
	Resource                // a file that is neither Java nor of the build: programs may read it
	Foreign                 // a source in another language
	Uncompiled              // a Java source that the run did not compile
	Text                    // the text of a Java source, which tests read as a file
	Given                   // an input of the build other than a file of the project: its Path describes it in words
	Lost                    // a Java source that has changed, and whose text at the time of the run is lost
)

// Fact is one change.
type Fact struct {
	Kind     Kind
	Path     string // of the file after the change, or before it if the file is gone
	Line     int    // 0 for the whole file
	Old, New *decl.Member
	// OldType and NewType are the types of Old and New, or the types that have changed.
	OldType, NewType *decl.Type
	OldPath          string   // of the file before the change, "" for none
	Names            []string // Imports: simple names whose meaning may have changed
	OnDemand         []string // Imports: packages and types, any of whose names may mean something else
	// Span is the part of the code of Old that differs, as offsets in its source: empty at the place of new code. Code
	// only; nil if it is not known.
	Span   *[2]int
	Moved  string // place of the same code in the other version; "" for none
	Detail string // Given: description of the difference
	// Earlier marks a change between an older run and the revision since which changes are listed.
	Earlier bool
}

// What returns the name of the subject of the fact in data for programs: a method, a type, a file.
func (f *Fact) What() string { return f.subject((*decl.Member).String) }

// Title returns the name of the subject of the fact for people.
func (f *Fact) Title() string { return f.subject((*decl.Member).Title) }

func (f *Fact) subject(name func(*decl.Member) string) string {
	switch {
	case f.New != nil:
		return name(f.New)
	case f.Old != nil:
		return name(f.Old)
	case f.NewType != nil:
		return f.NewType.Short()
	case f.OldType != nil:
		return f.OldType.Short()
	}
	return f.Path
}

// changed has a text for each kind of change, except those of whole members and types.
var changed = map[Kind]string{
	Code:        "code changed",
	Annotations: "annotations changed",
	Order:       "order of initialisers changed",
	Imports:     "imports changed",
	Package:     "declaration of a package or module changed",
	Unclear:     "changed, and jprof cannot read its declarations",
	Build:       "build file changed",
	Resource:    "changed",
	Foreign:     "source in another language changed",
	Text:        "text changed",
	Uncompiled:  "changed, and the run did not compile it",
	Lost:        "changed, and the source of the run is not kept any more",
}

// Text describes the change in a few words.
func (f *Fact) Text() string {
	how := changed[f.Kind]
	switch f.Kind {
	case Given:
		how = f.Detail
	case Member:
		how = f.declaration(f.Old == nil, f.New == nil)
	case Type:
		how = f.declaration(f.OldType == nil, f.NewType == nil)
	}
	return f.Title() + ": " + how
}

// declaration describes the change of a member or type.
func (f *Fact) declaration(added, removed bool) string {
	switch {
	case added && f.Moved != "":
		return "moved from " + f.Moved
	case added:
		return "added"
	case removed && f.Moved != "":
		return "moved to " + f.Moved
	case removed:
		return "removed"
	}
	return "declaration changed"
}
