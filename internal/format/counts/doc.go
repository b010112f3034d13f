// Package counts reads and adds up count files: those of one JVM, which the generated helper classes write (see
// instrument/rt), and the merged file of a run. Collect reads the files of a folder. With the maps it computes the
// counters of each package (Totals), and a list of what is missing.
//
// # The file
//
// A count file has the layout of internal/format/recordfile:
//
//	about   = flags (uint32)  JVMs (uint32)  PID (uint64)  start (uint64)
//	          n (uint32)  n x PID of an ancestor (uint64)  Java version (the rest)
//	section = package ID (16 bytes)  n x counter (uint64, in a merged file uvarint: most are small)
//	frames  = zero (16 bytes)  flags (uint32)  n x frame
//	frame   = class  method  line (int32)  called class  called method  times (uint32)
//	class, method = length in bytes (uint32)  UTF-8, or the hash of a name (HashName)
//	who     = zero (16 bytes)  4 (uint32)  from (uint64)  to (uint64)
//	          application  environment  version  host  instance
//	folded  = zero (16 bytes)  8 (uint32)  n x name of a file
//	application, ..., name = length in bytes (uint32)  UTF-8
//	step    = zero (16 bytes)  name (the rest), in a merged file
//
// The length of the record gives n. There can be one record of frames, at any place; see Frame. Its flag 1 says that
// the JVM could not list its frames, or not all of them. Flag 2 says that they have hashes in place of names.
//
// Files of programs that were shipped with counters say who counted (Who). Such a program appends to its file what has
// changed, each time with a record of its own that says so, up to a later time; the last one counts. A file that was
// made of several names them, and comes right after the head. It has the number of JVMs that began to count in these
// files: a JVM that runs for several days has a file for each of them, and counts in the first.
//
// Flag 1 of the file marks a merged one. The file of one JVM has JVMs = 1; its PID (0 where Java does not know it); the
// PIDs of the processes that started it, the nearest first, up to ancestors.Max; and the time when its first helper
// class was initialised, in milliseconds since 1970. There can be several sections with the same ID, which are to be
// added. A merged file has the number of JVMs that are in it, PID 0 without ancestors, the start of the first one
// (0 where there is none), the different versions of Java with ", " between them, and no frames: they have become
// counts. Its first sections belong to no test step; after the record of a step follow the sections of that step. The
// names of the steps ascend, and so do the IDs in each. Counters go up to MaxCount, which means that many or more.
//
// # To change the file
//
// The writer is Java: instrument/rt has it, and its tests read what JVMs have written. Change the codec here (Write is
// for merged files and tests), the drawing above with TestLayout, and the templates of instrument/rt; then take the
// next recordfile.Version, with the places that its comment names. What is new must survive damage: add it to the files
// of TestRoundTrip, TestRecordsThatAreWrongInside and FuzzRead.
//
// # Adding up
//
// There is one section for each loaded copy of a helper class. Sections of the same ID (class loaders, JVMs) are added,
// saturating.
//
// Collect adds up 1,000 files of JVMs with 100,000 counters each in 0.8 s with 23 MB resident, and 100,000 in 62 s with
// 64 MB, on 2 cores (JPROF_COLLECT=1000 go test ./internal/format/counts -run '^$' -bench Collect).
//
// # Test steps
//
// JVMs write to the folder that they were compiled for, or to the one in JPROF_COUNTS. Before a test step starts its
// JVMs (an execution of Surefire or Failsafe, a Test task of Gradle), the hook sets that variable for them to a folder
// in the first one, named after the step, and names it in its event. Child JVMs inherit it. Totals keeps a sum for each
// step, and one for the JVMs of no step. It adds them up on demand, so that a build with one step has nothing twice.
// run.json has the module, plugin, goal and execution of each step, and its kind: unit or integration tests
// (buildtools.Tests.Kind). Names of steps are made of just that, not of paths, so that runs from several machines add
// up to one step.
//
//   - A JVM without the variable writes the PIDs of its ancestors. The nearest ancestor that is a JVM of a step decides
//     its step: a JVM with that PID that began to count before, and wrote its file later. So containers of OSGi that
//     Pax Exam starts without their parent's environment get the right step: of felix-scr, integration tests execute
//     34 % of the regions, and 0.2 % by the variable alone.
//   - Steps are distinguished by a variable because it needs no change of the classes, which are the same in all steps.
//     A system property would not reach child JVMs. The time at which a JVM started does not identify its step, as
//     steps overlap with -T.
//   - Surefire makes a check sum of the texts of its parameters. It uses the sum to skip an execution that has run with
//     the same parameters, and to name its file of times. So TestVariables, the map with the variable in it, has the
//     text of the map without the variable.
//   - A folder is only read if an event names it, and the variable is only set once the event is written.
//   - In Maven's own JVM (forkCount 0) steps could only be distinguished by reading all counters before and after each,
//     and not with -T. Its counts belong to no step.
//
// # Methods that never return
//
// A method may still be running when the JVM ends, because System.exit was called in it, or because its thread is a
// daemon. The code after its place was not reached, as after an exception without a handler. So a JVM that ends writes,
// with the counts, the stack traces of all threads (Frame: class, method, line, and the method called from there).
// Collect finds the point of the map that contains the place, and adds one to its counter, so that a run holds counters
// only. If the source can be read, the name of the called method distinguishes several statements on one line. Frames
// without a point are listed.
//
// The limits: Java 8 cannot list virtual threads. Threads that have not ended run on while counters are read one after
// the other, and may be counted in one place and not in another. A loop that counts in local variables lacks what it
// has counted since it began. A JVM that is killed by a signal writes no frames.
package counts
