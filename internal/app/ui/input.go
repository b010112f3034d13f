package ui

import (
	"net/http"
	"os"
	"sync"
	"time"
)

// maxInput limits the text that may wait to be read by a job, in bytes.
const maxInput = 1 << 20

// input is the standard input of a job. Text that add has accepted is kept until the command reads it.
type input struct {
	read, pipe *os.File
	mu         sync.Mutex
	more       *sync.Cond
	text       []byte
	ended      bool
}

func newInput() (*input, error) {
	in := &input{}
	in.more = sync.NewCond(&in.mu)
	var err error
	if in.read, in.pipe, err = os.Pipe(); err != nil {
		return nil, err
	}
	go in.copy()
	return in, nil
}

// copy writes text to the command until the input ends.
func (in *input) copy() {
	defer in.pipe.Close()
	for {
		in.mu.Lock()
		for len(in.text) == 0 && !in.ended {
			in.more.Wait()
		}
		text := in.text
		in.text = nil
		in.mu.Unlock()
		if len(text) == 0 {
			return
		}
		if _, err := in.pipe.Write(text); err != nil {
			in.end()
			return
		}
	}
}

// add appends text, which the command reads later.
func (in *input) add(text string) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case text == "":
		return nil
	case in.ended:
		return failf(http.StatusConflict, "", "the input has ended")
	case len(in.text)+len(text) > maxInput:
		return failf(http.StatusConflict, "", "the program does not read its input")
	}
	in.text = append(in.text, text...)
	in.more.Signal()
	return nil
}

// end marks the end of the input.
func (in *input) end() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.ended = true
	in.more.Signal()
}

// close ends the input, and drops the text that the command has not read.
func (in *input) close() {
	in.end()
	_ = in.pipe.SetWriteDeadline(time.Now()) // nobody reads it any more
}
