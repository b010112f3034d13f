package buildtools

import (
	"context"
	"os"

	shellquote "github.com/kballard/go-shellquote"
)

// Output runs a command and returns its standard output. It is runner.Output; the packages of build tools start no
// process themselves.
type Output func(context.Context, Command) ([]byte, error)

// Command is a process to be started.
type Command struct {
	Path string   // of the executable
	Args []string // without the name of the executable
	Dir  string   // the working directory
	Env  []string // the whole environment, as KEY=VALUE; if a key is there twice, the last one counts
	// Open has files that the process keeps open.
	Open []*os.File
}

// String returns the command line, quoted as shells require it.
func (c Command) String() string {
	return shellquote.Join(append([]string{c.Path}, c.Args...)...)
}
