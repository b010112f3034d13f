package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"jprof/instrument"
	"jprof/internal/format/probe"
	"jprof/internal/java/lex"
	"jprof/internal/util/lineends"
	"jprof/report/follow"
)

// document is an open text. Its view follows each change at once, line by line. Then the text is read again, in a
// goroutine of its own, because reading a long one takes longer than people type.
type document struct {
	uri     string
	path    string                        // "" if it is no Java file on this machine
	changed func(d *document, shown bool) // called after the text was read; shown if another view is shown now

	counted *counted // nil for none; only the goroutine that reads uses it

	mu      sync.Mutex
	project *project // nil if it is no Java file on this machine
	text    *text
	number  int // of changes
	view    *view
	reload  bool          // counts have to be looked up again
	working chan struct{} // closed when the text has been read; nil while nothing reads it
	took    time.Duration // for reading the text, the last time
	closed  bool
}

// The times of reading texts.
const (
	patience = 30 * time.Millisecond  // of requests, for a text that is being read
	quick    = 20 * time.Millisecond  // reading takes no longer: it starts at once
	longest  = 500 * time.Millisecond // wait before a long text is read, as long as it changes
)

// edit applies changes to the text.
func (d *document) edit(changes []textChange, e encoding) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range changes {
		changed, first, last, added := d.text.change(c, e)
		d.text = changed
		d.view = d.view.spliced(first, last, added)
	}
	d.number++
	d.read()
}

// recount looks up the counts again, because there are others now.
func (d *document) recount() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reload = true
	d.number++
	d.read()
}

// in returns the project of the document.
func (d *document) in() *project {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.project
}

// close ends the work for the document.
func (d *document) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
}

// read starts to read the text, if nothing does so yet.
func (d *document) read() {
	if d.working == nil && d.path != "" {
		d.working = make(chan struct{})
		go d.work(d.working)
	}
}

// work reads the text until it has read the last change.
func (d *document) work(done chan struct{}) {
	defer close(done)
	for {
		d.mu.Lock()
		number, text, reload, wait := d.number, d.text, d.reload, d.took
		d.mu.Unlock()
		if wait > quick {
			time.Sleep(min(2*wait, longest))
			if d.isOther(number) {
				continue
			}
		}
		begin := time.Now()
		v := d.make(text, reload)
		if d.finish(number, v, begin) {
			return
		}
	}
}

// make returns the view of a text, nil if the last one has to stay. If reload is true, it looks up the counts again.
func (d *document) make(t *text, reload bool) *view {
	v, err := guarded(d.path, func() (*view, error) { return d.look(t, reload) })
	if err != nil {
		d.counted = nil
		return &view{lines: make([]line, t.lines()), note: err.Error()}
	}
	return v
}

// look does the work of make. It returns an error if there are no counts.
func (d *document) look(t *text, reload bool) (*view, error) {
	first := reload || d.counted == nil
	if first {
		c, err := d.in().open(d.path, t.raw, declaredPackage(t.raw))
		if err != nil {
			return nil, err
		}
		d.counted = c
	}
	v := d.counted.viewOf(t)
	if v == nil && first {
		v = d.counted.firstView(t)
	}
	return v, nil
}

// isOther reports whether the text has changed since it had this number, and its document is still open.
func (d *document) isOther(number int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.number != number && !d.closed
}

// finish shows a view of the text with a number; nil if the text could not be read, so that the last view stays. It
// reports whether that is still the newest text.
func (d *document) finish(number int, v *view, begin time.Time) bool {
	d.mu.Lock()
	d.took = time.Since(begin)
	if d.closed || d.number == number {
		shown := false
		if v != nil {
			shown = !v.shows(d.view)
			d.view = v
		}
		d.working, d.reload = nil, false
		closed := d.closed
		d.mu.Unlock()
		if !closed {
			d.changed(d, shown)
		}
		return true
	}
	d.mu.Unlock()
	return false
}

// current returns the text and its view. It waits a little for a text that is being read.
func (d *document) current(ctx context.Context) (*text, *view) { return d.within(ctx, patience) }

// settled returns the same, and waits until the text has been read.
func (d *document) settled(ctx context.Context) (*text, *view) { return d.within(ctx, time.Minute) }

func (d *document) within(ctx context.Context, limit time.Duration) (*text, *view) {
	d.mu.Lock()
	working := d.working
	d.mu.Unlock()
	if working != nil {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		select {
		case <-working:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text, d.view
}

// declaredPackage returns the package that a text declares, "" for none.
func declaredPackage(raw []byte) string {
	s := lex.New(raw)
	for t := s.NextToken(); t.Kind != lex.EOF; t = s.NextToken() {
		switch {
		case t.Is("package"):
			name := ""
			for t = s.NextToken(); t.Kind == lex.Word || t.Kind == '.'; t = s.NextToken() {
				name += string(t.Text)
			}
			return name
		case t.Kind == '{' || t.Is("import") || t.Is("class"):
			return ""
		}
	}
	return ""
}

// errUnread means that a text cannot be read as Java.
var errUnread = errors.New("the text is not Java as it stands")

// viewOf returns the view of a text. It returns nil if the text cannot be read, as while someone types.
func (c *counted) viewOf(t *text) *view {
	raw := lineends.Unix(t.raw)
	if string(raw) == string(c.source.Raw()) {
		return newView(c, follow.Same(c.placed), raw, t.lines())
	}
	later, err := mapOf(raw, filepath.Base(c.file.Path))
	if err != nil {
		return nil
	}
	followed := follow.To(c.placed, c.source.Raw(), later, raw)
	if followed == nil {
		return nil
	}
	return newView(c, followed, raw, t.lines())
}

// mapOf returns the map of a text.
func mapOf(raw []byte, name string) (*probe.File, error) {
	m, err := instrument.Map(raw, instrument.Origin{Name: name})
	if err == nil && m.Omitted() {
		err = errUnread
	}
	if err == nil {
		m.Path, m.Encoding = name, "UTF-8"
		err = (&probe.Package{Helper: probe.HelperPrefix, Files: []*probe.File{m}}).Check()
	}
	return m, err
}

// firstView returns the view of a text that cannot be read, by the lines that it shares with the text of the run.
func (c *counted) firstView(t *text) *view {
	old := newText(c.source.Raw())
	v := newView(c, follow.Same(c.placed), old.raw, old.lines())
	first, last := old.difference(t)
	return v.spliced(first, last, t.lines()-old.lines())
}
