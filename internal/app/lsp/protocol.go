package lsp

import (
	"encoding/json"
	"fmt"
)

// The structures of the Language Server Protocol 3.17 that the server reads and writes. No Go library has them all.

// Position is a place in a text. Character counts the units of the encoding that both sides have agreed on.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is a half-open range of a text.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a range in a file.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// Document identifies an open text.
type Document struct {
	URI string `json:"uri"`
}

// Place is a position in an open text: the argument of most commands.
type Place struct {
	Document Document `json:"textDocument"`
	Position Position `json:"position"`
}

// Folder is a folder of the workspace.
type Folder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

type initializeParams struct {
	ProcessID    *int            `json:"processId"`
	RootURI      string          `json:"rootUri"`
	Folders      []Folder        `json:"workspaceFolders"`
	Client       clientInfo      `json:"clientInfo"`
	Options      json.RawMessage `json:"initializationOptions"`
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Window struct {
			ShowDocument struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
			Progress bool `json:"workDoneProgress"`
		} `json:"window"`
		Workspace struct {
			InlayHint     refreshSupport `json:"inlayHint"`
			CodeLens      refreshSupport `json:"codeLens"`
			Configuration bool           `json:"configuration"`
		} `json:"workspace"`
	} `json:"capabilities"`
}

type clientInfo struct {
	Name string `json:"name"`
}

type refreshSupport struct {
	Refresh bool `json:"refreshSupport"`
}

// Options are the settings of the client.
type Options struct {
	Hints       string `json:"hints"` // "off", "methods" or "all"
	Lenses      bool   `json:"lenses"`
	Diagnostics bool   `json:"diagnostics"`
	Short       bool   `json:"short"`  // short numbers: 50.4k
	Client      string `json:"client"` // "vscode" shows the results of commands itself
}

// The values of Options.Hints.
const (
	hintsOff     = "off"
	hintsMethods = "methods"
	hintsAll     = "all"
)

type initializeResult struct {
	Capabilities capabilities `json:"capabilities"`
	ServerInfo   serverInfo   `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type capabilities struct {
	PositionEncoding string         `json:"positionEncoding"`
	Sync             syncOptions    `json:"textDocumentSync"`
	Hover            bool           `json:"hoverProvider"`
	CodeLens         struct{}       `json:"codeLensProvider"`
	InlayHint        resolveOptions `json:"inlayHintProvider"`
	CodeAction       bool           `json:"codeActionProvider"`
	Commands         commandOptions `json:"executeCommandProvider"`
	Workspace        workspaceCaps  `json:"workspace"`
}

type syncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"` // 2: incremental
}

type resolveOptions struct {
	Resolve bool `json:"resolveProvider"`
}

type commandOptions struct {
	Commands []string `json:"commands"`
}

type workspaceCaps struct {
	Folders struct {
		Supported bool `json:"supported"`
		Changes   bool `json:"changeNotifications"`
	} `json:"workspaceFolders"`
}

type openParams struct {
	Document struct {
		URI      string `json:"uri"`
		Language string `json:"languageId"`
		Version  int    `json:"version"`
		Text     string `json:"text"`
	} `json:"textDocument"`
}

type changeParams struct {
	Document struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	Changes []textChange `json:"contentChanges"`
}

// textChange replaces a range of a text, or the whole text if there is no range.
type textChange struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

type documentParams struct {
	Document Document `json:"textDocument"`
}

type rangeParams struct {
	Document Document `json:"textDocument"`
	Range    Range    `json:"range"`
}

type commandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// Markup is text in Markdown.
type Markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(text string) *Markup { return &Markup{"markdown", text} }

// Hint is an inlay hint: a count at the end of a line.
type Hint struct {
	Position Position  `json:"position"`
	Label    string    `json:"label"`
	Tooltip  *Markup   `json:"tooltip,omitempty"` // only after resolve
	Padding  bool      `json:"paddingLeft"`
	Data     *HintData `json:"data,omitempty"`
}

// HintData has what resolve needs, and the count for programs.
type HintData struct {
	URI   string `json:"uri"`
	Line  int    `json:"line"`
	Count uint64 `json:"count"`
}

// Lens is a code lens: the counts of a method above its declaration.
type Lens struct {
	Range   Range     `json:"range"`
	Command Command   `json:"command"`
	Data    *LensData `json:"data,omitempty"`
}

// LensData has the counts of a lens for programs.
type LensData struct {
	Count uint64 `json:"count"`
	Tests *int   `json:"tests,omitempty"` // the tests that executed the method; not there if they are not known
}

// Command is a command that a click starts.
type Command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// Hover is the text that a client shows for a place.
type Hover struct {
	Contents *Markup `json:"contents"`
	Range    *Range  `json:"range,omitempty"`
}

// Diagnostic is a mark in a text. All of jprof's are hints: code that did not run is no error.
type Diagnostic struct {
	Range    Range  `json:"range"`
	Severity int    `json:"severity"`
	Code     string `json:"code"`
	Source   string `json:"source"`
	Message  string `json:"message"`
}

const severityHint = 4

type publishParams struct {
	URI         string       `json:"uri"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// CodeAction offers a command at a line, for editors without lenses.
type CodeAction struct {
	Title   string  `json:"title"`
	Command Command `json:"command"`
}

type showMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// The types of messages.
const (
	messageError   = 1
	messageWarning = 2
	messageInfo    = 3
	messageLog     = 4
)

type showDocumentParams struct {
	URI       string `json:"uri"`
	External  bool   `json:"external,omitempty"`
	TakeFocus bool   `json:"takeFocus,omitempty"`
	Selection *Range `json:"selection,omitempty"`
}

// place returns what is to be shown, for people: a file with its line, or an address.
func (p *showDocumentParams) place() string {
	path := pathOf(p.URI)
	if p.External || path == "" || p.Selection == nil {
		return p.URI
	}
	return fmt.Sprintf("%s:%d", path, p.Selection.Start.Line+1)
}
