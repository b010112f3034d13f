package cli

import (
	"jprof/buildtools"
	"jprof/internal/environ"
	"jprof/internal/ui"
)

// Env is the world around jprof. The zero value of each field means the real one.
type Env = environ.Env

// job is one invocation of jprof: the data that all commands need.
type job struct {
	env    Env
	ui     *ui.UI
	screen *ui.Screen // standard output
	tools  buildtools.Registry
}
