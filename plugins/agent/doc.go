// Package agent documents and tests the Java agent, whose sources are in src. It runs in JVMs whose calling contexts
// are recorded. The agent reads a properties file (Settings.java has its keys), and writes two files for each JVM: the
// contexts (internal/format/contexts describes them), and the class files that were loaded.
//
// # Parts
//
//   - Premain is all that the class path of the program shows. The rest is loaded from the same jar by a class loader
//     of its own, whose parent is that of the boot: record, weave, and ASM under another name.
//   - Woven code calls runtime. Its classes are put into java.lang, the one package that every class loader
//     sees, also those of OSGi. They are small, call nothing of the JDK where programs run often, and never fail.
//   - weave changes class files.
//   - record starts it all, weaves classes while they load (Transformer), and writes the files (Recorder).
//   - jdk makes a java.base that is woven ahead of time.
//
// # Weaving
//
// Weaver gets a class file, and gives one with counters: the methods' own instructions stay in their order, our locals
// have the numbers after theirs, and frames are extended, not computed, so that no class is loaded for them. Plan
// decides what is woven into a method before anything is changed; MethodWeaver does it.
//
//   - The blocks of a method have edges (Blocks). Those outside of a spanning tree are counted (Counters), the others
//     follow, as what enters a block leaves it. An edge is counted at the end of its block if that has no other, else
//     at the start of the next one, else on a detour after the method's code.
//   - An exception leaves a block in the middle. So a local has a number for each instruction that may throw (Values
//     finds those that cannot), and handlers count the cut: those of the program, and one after all others.
//   - Handlers make the method the current one again. What they call is guarded: with no stack left, that call itself
//     would throw, and a handler that covers itself, as javac makes them for monitors, would run for ever.
//   - A method that can run no other (Calls) never becomes the current one.
//   - No handler can cover this(...) and super(...): Prologue finds them. Before such a call the constructor notes the
//     target of an exception, and the constructor that is called restores that.
//   - HotSpot is made to compile the entry of methods into them (Inlining). They compare the current thread with the
//     first two themselves (Lookup), so that compilers know the record where one thread runs a method.
//
// src/check runs programs with a counter for each instruction, and walks of the stack, and compares: TestWeaving.
//
// # Contexts
//
// A thread has a record (JprofThread), found by JprofCurrent, with its current context. A method that calls others
// finds its own context among the children of that one: those called last, else a list, beyond 16 children a
// table. It becomes the current one, and the method restores the caller's when it ends, from a local variable. So a
// context that nobody may make (see below) harms nobody: its methods still return to the right place.
//
// Nodes are only written by the thread of their tree, and published by one store. Whoever writes the files walks
// through them without stopping threads: counts only grow. Walks do not recurse.
//
// # Threads
//
// Trees are written by the names of threads, with an N for each number. Threads end without a word, so a new one
// checks whether some of its name have ended, and goes on in a tree of theirs. What is left over is joined now and
// then. A virtual thread is a thread like others here: it may change its carrier at any time, and takes its tree
// along.
//
// # Limits
//
// There are at most so many contexts, and they have at most an eighth of the heap (JprofLimit). Beyond, a method has
// one node in each thread's tree, whatever its callers, so sums by method stay exact. Where there is no memory for
// that either, calls are counted as lost.
//
// # Off and on
//
// A thread that does not record gets another record, whose current context is its own child. So woven code needs no
// test. The agent does that to threads that load classes while it weaves them, and in threads of its own.
//
// # The end of the JVM
//
// The last file is written behind all shutdown hooks: the JVM has places for hooks of its own, which run when those of
// the program have ended. It has the frames of threads that still run (Stopped), as the code behind the calls in them
// was not executed. Later counts of these threads would contradict that. So no thread enters a woven method then
// (JprofBarrier), and the counts of its open contexts are those of the moment when its frames were read (Held). A
// thread that calls nothing, or whose compiled code has kept the context of a loop, does not notice the barrier. Until
// then there are snapshots, after 1, 2, 4 seconds and so on, at last every 30.
//
// # JVMs that run
//
// jprof attach loads the agent into a JVM that runs (Premain.agentmain), and gives it commands by properties files. A
// Session is a recording that can end before the JVM. Its transformer is one that can retransform. When it begins, all
// classes that are there are woven by one call, so that a thread sees all of them or none; when it ends, they are
// restored in the same way.
//
//   - Methods that were entered before have no context: their frames are those outside the path of a thread, and
//     Stopped leaves them out.
//   - The last file is written before classes are restored, behind the barrier. So its numbers are those of one moment.
//   - Woven methods may still run when the recording has ended, and even in the next one. They count in nodes that
//     nobody reads, and make numbers of contexts current that are gone. These numbers are those of JprofNumbers.STALE,
//     which begins at the root of the thread's tree. Numbers of contexts and IDs of methods are never used twice, and a
//     record that frames may still write to goes to no other thread.
//   - The classes in java.lang stay, so JprofControl has their version. All else goes with its class loader.
//
// # Methods that ran
//
// With coverage=reached, each method calls JprofReached at its start, and no more (ReachedClasses). That sets a byte
// once. After a minute, six more and so on, classes are retransformed without the calls of methods that ran.
package agent
