// Command jprof counts exactly how often each method, block and statement of a Java project was
// executed while the project's own build and tests, or a program, ran.
package main

import (
	"os"

	"jprof/internal/driver"
)

func main() { os.Exit(driver.Main(os.Args, driver.Env{})) }
