package cli

import (
	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/buildtools/maven"
)

// tools lists the build tools that jprof supports. If a folder has build files of two tools, the first of them is
// used.
var tools = buildtools.Registry{
	maven.Tool{},
	gradle.Tool{},
}
