package watch

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"jprof/internal/runs/live"
)

// model is the state of the screen. It changes only in Update.
type model struct {
	cancel  context.CancelFunc // ends all
	builder *builder           // nil without a build
	output  *tail              // of the build
	now     func() time.Time

	width, height int
	run           *live.Run // nil before the first
	update        live.Update
	hasEnded      bool     // the run
	final         []string // of the run, when it has ended; nil if it was not saved
	found         []string // in the run, when it has ended
	report        string   // the path of the report on the run; "" for none
	leaving       bool
	problem       string

	line, note string // of the build
	building   bool
	ending     time.Time // of its end by the user, zero if there was none
	code       int
	stopped    bool     // something but itself has ended it
	changed    []string // the files that were saved
	shown      body
	runAll     bool // all tests run when the build that runs has ended
	open       func(page string) error

	byRate    bool
	filter    string
	filtering bool // keys go to filter
	methods   []live.Method
	first     int // the index of the first row that is shown
}

// body selects the rows below the heading.
type body int

const (
	showMethods body = iota
	showFound        // errors, failed tests, and lines of the change that did not run
	showOutput       // of the build
	showKeys
)

// most limits the methods that can be scrolled through.
const most = 1000

// The messages of the model itself.
type (
	// tick says that a second has passed.
	tick struct{}
	// opened is the error of opening the report.
	opened struct{ error }
	// listed is the methods of a run, for a sort and a filter.
	listed struct {
		run     *live.Run
		byRate  bool
		filter  string
		methods []live.Method
	}
)

func newModel(cancel context.CancelFunc, byRate bool) *model {
	return &model{cancel: cancel, output: &tail{}, now: time.Now, byRate: byRate, width: 80, height: 24}
}

// Init starts the clock.
func (m *model) Init() tea.Cmd { return nextTick() }

func nextTick() tea.Cmd { return tea.Tick(time.Second, func(time.Time) tea.Msg { return tick{} }) }

// Update changes the model by a message.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tick:
		return m, nextTick()
	case updated:
		if m.run != msg.run {
			m.run, m.hasEnded, m.methods = msg.run, false, nil
			m.forget()
		}
		m.update, m.problem = msg.Update, ""
		if len(msg.Problems) > 0 {
			m.problem = msg.Problems[0]
		}
		return m, m.list()
	case ended:
		if m.run != nil && msg.state.ID == m.update.State.ID {
			m.hasEnded, m.final, m.found, m.report = true, msg.text, msg.found, msg.report
			if len(m.found) > 0 {
				m.show(showFound)
			}
		}
	case listed:
		if msg.run == m.run && msg.byRate == m.byRate && msg.filter == m.filter {
			m.methods = msg.methods
			m.scroll(0)
		}
	case trouble:
		m.problem = msg.Error()
	case begun:
		m.output.clear()
		m.run, m.hasEnded, m.methods, m.problem, m.runAll = nil, false, nil, "", false
		m.forget()
		m.line, m.note, m.building, m.ending, m.changed = msg.line, msg.note, true, time.Time{}, nil
	case built:
		m.building, m.code, m.stopped = false, msg.code, msg.interrupted
		if msg.code != 0 && !msg.interrupted && len(m.found) == 0 {
			m.show(showOutput)
		}
	case saved:
		m.changed = msg.files
	case opened:
		m.problem = "the report " + m.report + " cannot be opened: " + msg.Error()
	case leaving:
		m.leaving = true
		m.end()
	case done:
		return m, tea.Quit
	}
	return m, nil
}

// forget forgets the end of the run before.
func (m *model) forget() {
	m.final, m.found, m.report = nil, nil, ""
	m.show(showMethods)
}

// show shows other rows, from the first.
func (m *model) show(b body) { m.shown, m.first = b, 0 }

// toggle shows other rows or, if they are shown, the methods.
func (m *model) toggle(b body) {
	if m.shown == b {
		b = showMethods
	}
	m.show(b)
}

// list asks the run for the methods that are wanted, beside the keys.
func (m *model) list() tea.Cmd {
	if m.run == nil {
		return nil
	}
	want := listed{run: m.run, byRate: m.byRate, filter: m.filter}
	return func() tea.Msg {
		q := live.Query{N: most, ByRate: want.byRate, Match: live.Words(want.filter)}
		want.methods = want.run.Methods(q)
		return want
	}
}

// key executes the action of a key.
func (m *model) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	if name == "ctrl+c" {
		if m.builder != nil && m.builder.stop() {
			m.end()
		} else {
			m.cancel()
		}
		return nil
	}
	if m.filtering {
		return m.filterKey(name, k.Text)
	}
	page := m.rows()
	switch name {
	case "q":
		m.cancel()
	case "s":
		m.byRate = !m.byRate
		return m.list()
	case "a":
		if m.builder != nil {
			m.runAll = m.building
			m.builder.runAll()
		}
	case "r":
		return m.openReport()
	case "f":
		if len(m.found) > 0 {
			m.toggle(showFound)
		}
	case "/":
		m.filtering = true
		m.show(showMethods)
	case "esc":
		if m.shown == showKeys {
			m.show(showMethods)
		} else if m.filter != "" {
			m.filter = ""
			return m.list()
		}
	case "o":
		if m.builder != nil {
			m.toggle(showOutput)
		} else if m.shown == showKeys {
			m.show(showMethods)
		}
	case "?":
		m.toggle(showKeys)
	case "up", "k":
		m.scroll(-1)
	case "down", "j":
		m.scroll(1)
	case "pgup":
		m.scroll(-page)
	case "pgdown", "space":
		m.scroll(page)
	case "home", "g":
		m.scroll(-most)
	case "end", "G":
		m.scroll(most)
	}
	return nil
}

// openReport opens the report on the run that has ended.
func (m *model) openReport() tea.Cmd {
	if m.report == "" || m.open == nil {
		m.problem = "there is no report yet"
		return nil
	}
	page := m.report
	return func() tea.Msg {
		if err := m.open(page); err != nil {
			return opened{err}
		}
		return nil
	}
}

// end keeps when the user has ended the build.
func (m *model) end() {
	if m.building && m.ending.IsZero() {
		m.ending = m.now()
	}
}

// filterKey changes the filter.
func (m *model) filterKey(name, text string) tea.Cmd {
	switch {
	case name == "enter":
		m.filtering = false
		return nil
	case name == "esc":
		m.filtering, m.filter = false, ""
	case name == "backspace":
		runes := []rune(m.filter)
		m.filter = string(runes[:max(0, len(runes)-1)])
	case text != "":
		m.filter += text
	default:
		return nil
	}
	m.first = 0
	return m.list()
}

// scroll moves the rows that are shown.
func (m *model) scroll(by int) {
	m.first = max(0, min(m.first+by, m.length()-m.rows()))
}

// length returns the number of rows that can be scrolled through.
func (m *model) length() int {
	switch m.shown {
	case showFound:
		return len(wrapped(m.found, m.width))
	case showMethods:
		return len(m.methods)
	}
	return 0
}
