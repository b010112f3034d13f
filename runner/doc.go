// Package runner runs a build in a copy of the user's tree, the mirror. It takes a buildtools.Project and a
// buildtools.Command, and returns the mirror, an exit code, and the folders of the workspace. It knows no build tool
// and nothing of Java. It writes nothing to the user's tree except .jprof, and the test reports if the setting
// test-reports asks for these (LeaveTestReports).
//
// The files: workspace.go has the folders and their locks, scan.go the choice of files to copy, sync.go and copy.go the
// copying, gitcopy.go the repositories of the mirror. run.go starts a command and ends it with all of its descendants
// (processes.go). reports.go collects the test reports, usage.go measures and removes workspaces. Differences between
// operating systems are in files with their names.
//
// # The mirror
//
// (*Workspace).Sync makes a copy of the whole project and brings it up to date: files that differ in size, time or mode
// from those after the last one, in the tree or in the copy, are copied again. Files share their blocks with the user's
// if the file system can (clone; asked once per Sync).
//
// # What is not copied
//
// Projects need files that Git ignores (local configuration, generated inputs), so nearly all is copied (scan.go),
// except
//
//   - .git and .jprof, always;
//   - folders named node_modules, and those with the state of build tools (buildtools.Outputs.State);
//   - folders that build tools write, by what is in them and beside them (buildtools.Outputs.Folders): target with
//     classes next to a pom.xml;
//   - folders with the name of an output (target, build, out, bin, dist, logs, .idea, .settings, .vscode, .metadata)
//     that Git ignores themselves, not just with a folder around them.
//
// Files that Git tracks are copied wherever they are. The last two rules hold for nothing below a folder src: there are
// packages named build, which a .gitignore hits by mistake, and test inputs that look like a built module. A folder
// with one tracked file in it is not ignored. The answers are Git's own (git ls-files, and one git check-ignore that is
// asked about folders with such names only), for each repository of its own files. Without a git on the PATH the other
// rules stand alone.
//
// # Git in the mirror
//
// Builds ask Git for versions. Wherever the tree has a .git (folder, link, or the file of a linked working tree or a
// submodule) the mirror has a real folder .git, made without a git (gitcopy.go and internal/util/git):
//
//   - HEAD and the like, references, packed-refs, shallow, info/, brought up to date in each Sync; the next Sync
//     removes what the build has added;
//   - the configuration without settings that lead back (core.worktree, core.hooksPath, file system monitors), with
//     their includes, but for includes by a condition on the place or the branch; without a git on the PATH, the
//     user's text with settings that take those back;
//   - a copy of the index with the user's time, and core.checkStat = minimal: files of the copy have the sizes and
//     times that stand in it, so git status need not read them;
//   - objects/info/alternates: all objects stay in the user's repository, new ones come to the copy.
//
// Where the project is a folder of a larger repository, only that folder is copied, and the mirror lies as deep below
// the root of a working tree as the project does: t/REPOSITORY/FOLDER. There is the .git, with the .gitignore and
// .gitattributes of the folders between. All else is marked in the index as not needed (skip-worktree), so that git
// status and git describe --dirty answer for the project's own files. The same holds for links that have another target
// in the mirror, and for the folders of sources with counters in the mirror of --fallback.
//
// References in reftables are copied byte by byte. A linked working tree with reftables, and what is no repository, is
// not copied, which the notes of Sync say. The build gets no GIT_DIR, GIT_INDEX_FILE and the like (jprof may run in a
// hook), and a GIT_CEILING_DIRECTORIES, so that no repository above the cache is found.
//
// # Projects that are parts of a folder
//
// A build may include others that lie beside it, and read files there (buildtools.Project.Parts). The mirror is then
// one of the folder that holds all of them, with these parts only; runs and reports stay with the project itself
// (Project.Home).
//
// # Folders
//
//	$XDG_CACHE_HOME/jprof/work/<12 hex of the project root>/   one workspace per project; JPROF_CACHE overrides
//	                                                           $XDG_CACHE_HOME/jprof
//	    lock                         held while a run uses the workspace; the last file that jprof clean deletes
//	    root                         the path of the project
//	    t/<name of the root>/        the mirror; in a larger repository t/<its name>/<folder>/
//	    synced                       what the last sync copied (path, size, time; indexes of Git)
//	    shadow/<module>/<set>/<n>/   instrumented copy of source root n
//	    shadow/<module>-<set>.kept   the folders of sources that need not be instrumented again
//	    maps/                        the map of each source set
//	    counts/                      where the JVMs write, those of a test step to a folder in it; emptied before each
//	                                 round
//	    events/                      what the build hook reports; emptied before each round
//	    hook.properties              what the build hook needs to know
//	    skip.json                    what is compiled without counters in this round, and why
//	    notes/                       where compilers write class files with counters, and classes among them that may
//	                                 have a method which counters make too long for HotSpot
//	    plain/                       for builds without counters, which record contexts: t/, hook.properties and what
//	                                 the package of the build tool keeps, apart from those of builds with counters
//	    ...                          what the package of the build tool keeps for the project
//	$XDG_CACHE_HOME/jprof/programs/  a folder for each program that jprof run runs: see internal/measure/program
//	$XDG_CACHE_HOME/jprof/...        what it keeps for all projects, such as a hook that is compiled once
//	PROJECT/.jprof/.gitignore        "*"
//	PROJECT/.jprof/runs/<ID>/        run.json, maps/, counts (all JVMs merged), test-reports/<module>/
//	PROJECT/.jprof/report/           index.html ...
package runner
