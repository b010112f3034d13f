package cli

import (
	"jprof/buildtools"
	"jprof/buildtools/gradle"
	"jprof/buildtools/maven"
)

// tools are the build tools that jprof knows, a line for each. Where a folder has build files of two, the first counts.
var tools = buildtools.Registry{
	maven.Tool{},
	gradle.Tool{},
}
