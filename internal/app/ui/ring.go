package ui

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// maxKept limits the output of a job that is kept, in bytes: its end.
const maxKept = 4 << 20

// ring is the output of a job, of which the last bytes are kept. It can be written and read at once.
type ring struct {
	mu      sync.Mutex
	limit   int
	data    []byte
	start   int64         // the offset of data in all output
	lines   int           // the lines that ended before data
	changed chan struct{} // closed at the next change
	closed  bool
}

func newRing(limit int) *ring { return &ring{limit: limit, changed: make(chan struct{})} }

// Write appends output. It never fails.
func (r *ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.data = append(r.data, p...)
	if excess := len(r.data) - r.limit; excess > r.limit/4 { // not with each write
		r.lines += bytes.Count(r.data[:excess], []byte("\n"))
		r.data = append(make([]byte, 0, r.limit+r.limit/2), r.data[excess:]...)
		r.start += int64(excess)
	}
	r.notify()
	return len(p), nil
}

// close says that there is no more output.
func (r *ring) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.notify()
}

func (r *ring) notify() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// part is a part of the output.
type part struct {
	text  []byte
	next  int64           // the offset after it
	lost  int64           // number of bytes before it that are not kept any more
	lines int             // if some were lost, the lines of all output that ended before text
	last  bool            // there is no more output
	after <-chan struct{} // closed when there is more
}

// read returns the output from an offset on, at most so many bytes. It ends with a whole character, unless it is the
// last part.
func (r *ring) read(from int64, most int) part {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := part{after: r.changed}
	end := r.start + int64(len(r.data))
	at := min(max(from, r.start), end)
	if from < at {
		p.lost, p.lines = at-from, r.lines
	}
	rest := r.data[at-r.start:]
	text := rest[:min(len(rest), most)]
	if cut := len(text) - incomplete(text); cut > 0 && !(r.closed && len(text) == len(rest)) {
		text = text[:cut]
	}
	p.text = append([]byte{}, text...)
	p.next = at + int64(len(text))
	p.last = r.closed && p.next == end
	return p
}

// end returns the last bytes of the output, at most so many.
func (r *ring) end(most int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return string(r.data[max(0, len(r.data)-most):])
}

// incomplete returns the number of bytes at the end of a text that are only the start of a character.
func incomplete(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if c := text[len(text)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-n:]) {
				return n
			}
			return 0
		}
	}
	return 0
}
