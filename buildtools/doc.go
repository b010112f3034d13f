// Package buildtools has the interface Tool, which has all that jprof needs of a build tool. The packages maven and
// gradle implement it. All other packages know a Registry of tools, and no tool by name. The three packages read files,
// make commands, and read the reports of hooks. They start no process: their callers start processes, and pass
// functions for this.
//
// A call of a tool by the user takes these steps:
//
//   - Registry.Detect or the name of the command selects the Tool. Tool.Open reads the arguments as far as needed,
//     finds the project, and returns a Build: this one call.
//   - The project is copied to a mirror, without what Info.Outputs describes.
//   - Build.Hooks returns ways to hook into the compilers. Hook.Command is the user's command in the mirror, and
//     loads the hook, a program inside of the build (package plugins). The hook calls jprof internal-instrument for
//     each compilation, and reports what it sees as events: files in the format of ReadEvents.
//   - After each round Hook.Events returns the events, with what compilers have rejected (Rejection). If counters
//     caused a rejection, jprof builds again without counters at that place.
//
// jprof doctor asks Build.Examine. Info has the words for help and messages.
//
// To add a tool:
//
//   - a package below this one that implements Tool, Build and Hook, as maven does;
//   - its hook in package plugins, which calls jprof internal-instrument before each compiler and writes events;
//   - its line in internal/app/cli/tools.go.
//
// Then come tests and a page: docs/ARCHITECTURE.md. CONTRIBUTING.md shows what Ant or Bazel would need. A tool of a
// hundred lines is in faketool_test.go of package cli.
package buildtools
