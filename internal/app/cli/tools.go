package cli

import (
	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/buildtools/maven"
)

// tools are the build tools that jprof supports, a line for each. If a folder has build files of two, the first one is
// used.
var tools = buildtools.Registry{
	maven.Tool{},
	gradle.Tool{},
}
