// Command jprof counts exactly how often each method, block and statement of a Java project was
// executed while the project's own build and tests, or a program, ran.
package main

import (
	"os"
	"runtime/debug"

	"jprof/internal/app/cli"
	"jprof/internal/util/memlimit"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // instrumenting is a fifth faster, and takes up to twice the memory
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		// more garbage is not kept: reports of 15,000 files, or of 4 million contexts, take half the memory
		memlimit.Set(448 << 20)
	}
	os.Exit(cli.Main(os.Args, cli.Env{}))
}
