package cli

import (
	"io"

	"jprof/buildtools"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/environ"
	"jprof/internal/util/term"
)

// Env is the world around jprof. The zero value of each field means the real one.
type Env = environ.Env

// session is one invocation of jprof: the world around it, its messages, and standard output.
type session struct {
	env    Env
	ui     *term.UI
	screen *term.Screen
	tools  buildtools.Registry
	// checks is true if commands that count have to check their command line only, and run nothing.
	checks bool

	open []io.Closer // files that the command reads until it ends
}

// close closes what is open. Its errors may be ignored: see runs.Finder.Close.
func (s *session) close() {
	for _, c := range s.open {
		c.Close()
	}
}

// newSession returns a session in env. Zero fields of env get their defaults.
func newSession(env Env, tools buildtools.Registry) (*session, error) {
	env, err := env.WithDefaults()
	return &session{env: env, ui: term.New(env.Stderr, env.Getenv), screen: term.NewScreen(env.Stdout, env.Getenv),
		tools: tools}, err
}

// output writes data to a file, or to standard output if file is "-". The file appears when it is complete.
func (s *session) output(file string, write func(io.Writer) error) error {
	if file == "-" {
		return write(s.env.Stdout)
	}
	return atomicfile.Write(s.env.Path(file), write)
}
