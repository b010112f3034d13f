// Package rt generates the Java class that counts, the helper class: one for each package of a source set, in that
// package, with a method for each of its files. It needs nothing but java.base of Java 8 or later.
//
// # Why a class per package
//
// A package is a folder and the package that its files declare. The name of its helper is __Counter and 8 hex digits of
// a hash of module, source set, root, folder and package. With a class per package and no jar, the class path, module
// declarations, OSGi imports, shading and forked JVMs need no change, and no member is added to the user's types.
//
// Each file has a static method with its name. The number of a counter is the file's own, so an edit of one file
// changes the text of no other; only the helper knows where the file's counters start in the array of the package.
// Numbers that ran through the whole source set would shift when a file grows, and all later files would have to be
// compiled again.
//
// # Other places for counters
//
// A build that picks class files by their names loses a class that it does not know: a jar with includes, a copied
// folder, ProGuard's input. These places were tried for the counters:
//
//   - A helper class for each class, beside it (Client__Counter). Client*.class picks it, Client.class does not: gson's
//     build names EnumWithObfuscatedTest.class alone. It costs as much for each class as a helper class for a package,
//     ten class files of 41 kB: gson has 86 sources in 8 packages, so 3.5 MB of class files in place of 0.37 MB, beside
//     the 0.7 MB of its own. A smaller one would call a class that all share, which would be lost again.
//   - The same as a nested class (Client$Counter). Client$*.class picks it, Client.class does not. Besides, programs
//     see it: getDeclaredClasses has one more, and in an interface it is public.
//   - Members of the class. They survive each pattern, and programs and javac see them: reflection has a field and a
//     method more, a field of an interface is public, serialVersionUID is another one even where both are private (the
//     class initialiser is in it), and javac rejects static members of an inner class before Java 16. JaCoCo hides its
//     members as synthetic, which sources cannot say. The host would still have to be somewhere.
//
// So the helper class stays one for each package, and what a step of the build has made is completed after it (package
// internal/measure/helpers): archives and folders with a class whose helper class is missing there get it. ProGuard
// gets a rule by which it keeps the names. What cannot be completed, such as a class file alone in a class loader, is
// compiled without counters in a second build (rejections.Lost).
//
// Helper classes, and the classes in them that user code names, are public: a class loader that defines a class itself
// and finds the helper class in its parent has two packages of one name, and would get an IllegalAccessError. Tools
// that check public classes omit it (Checks in the hook of Maven); modules export nothing more.
//
// # What the inserted code may rely on
//
// For a file Foo.java the helper has Foo(int), which counts exactly, with any number of threads, and never throws.
// Where FileCounters.Uses says so it has more methods of that name. The methods for conditions count, and return their
// second argument; they ignore the third, which assigns something. Those for arguments count, and return their third.
// The one for handlers counts the handler and the exception, each if it is not negative. With the methods for lambdas
//
//	x -> g(x)    becomes    x -> __Counter1a2b3c4d.Foo(8, () -> g(x))
//
// and overload resolution decides, as for the original, whether g(x) is a value. It counts before it runs the body.
// That takes three more frames of the stack: a recursion through such bodies takes twice as much of it. So if the
// source reveals whether a body is a value, that body becomes a block (instrument/expressions.go).
//
// javac then rejects the following bodies, which the instrumenter must not change, or must count in another way:
//
//   - bodies that assign a parameter of the lambda (x -> x = g(x), i -> i++): variables that the inner lambda reads
//     must be effectively final;
//   - bodies that throw two checked exceptions of which neither is a subtype of the other, where the target declares
//     both but no common supertype: one E is inferred for both;
//   - bodies whose value has a type that is not accessible in the package (a class that is not public, returned by a
//     public method of another package): it would have to be named as T.
//
// javac accepts, but understands in another way,
//
//   - () -> g() as an argument, where g() has a primitive type and overloads differ in that alone
//     (f(Supplier<Object>) and f(IntSupplier)): the original prefers the primitive one, a T is none;
//   - () -> list.get(0) where the value does not have the type that list claims (heap pollution) and is not needed as
//     that type: the value of the inner lambda is checked.
//
// # Rows: how threads count
//
// Each thread has a row of its own in each helper class, and counts there without synchronization, which would cost
// more than the counting (rows.java.tmpl). The first four threads have rows that are constants for HotSpot, and are
// found by comparing Thread.currentThread() with a field for each, one after the other. The first of these is the
// thread that initialises the helper class. It is a constant itself, so that HotSpot compares it once in a method with
// all that it inlines. Others find theirs by the last bits of their ids (those of a class of their own by their
// identity) in a table of 128 places. A thread claims a row the first time that it counts in a package. The row of a
// thread that has ended goes to the next one, but for the first row, which nobody else would find fast. There are rows
// for the threads that are alive at the same time, up to a quarter of the heap for a class. Virtual threads and those
// without a place count in up to eight shared arrays, atomically: virtual threads are too many for rows, and may change
// their carrier in each call.
//
// Why four, and why each file has a method of its own for comparing: where HotSpot's compiler expects a call or a trap
// after a counter, it forgets what it knows about memory, which costs more than the counter.
// docs/lab/BENCHMARKS.md has the figures.
//
// The first counter of a body returns the row, and later ones get it as an argument: long[] __r0=C.Foo(0); ...
// C.Foo(__r0,5);. Where the first counter depends on the way through the body, C.Foo() returns the row before: searched
// once, it takes less machine code. The row is null for virtual threads.
//
// # The host: when counts are written
//
// The first helper class of a JVM makes the host of all, of whatever package and class loader (host.java.tmpl): a
// daemon thread in the outermost group, and a shutdown hook. Helper classes find it by the name of its thread, and talk
// to it by interfaces of the platform (Consumer, Supplier).
//
// The thread writes all counts to one file twice a second while they change. Its name ends in .part: after a JVM was
// killed it has the counts up to half a second before. The hook waits for the hooks that instrumented code has
// registered, then writes the file under its final name, with the frames of all threads at that time (see
// counts.Frame), so that code that they have not reached is not counted. Java 8 has no way to list frames of virtual
// threads: code after the call in which a virtual thread hangs is counted as executed. The thread runs until the JVM
// ends, and writes again what has changed: other hooks run at the same time, and daemon threads go on. Before an
// instrumented call of Runtime.halt, all is written. The host keeps the objects that helper classes count in, whose
// classes belong to the platform, but not the helper classes: their class loaders can be unloaded, but for that of the
// first helper class. It adds up the counts of unloaded classes of one package.
//
// # Services: programs that are shipped with counters
//
// A helper class without a folder (Class.CountsDir) belongs to a program that is shipped. Only JPROF_COUNTS, or the
// property jprof.counts, names a folder then; without one nothing is written. Such a program may run for months with
// hundreds of threads, so its host differs (service.java.tmpl, fold.java.tmpl):
//
//   - It looks at the counters once a minute (JPROF_PERIOD), and appends the sections that have changed to the file of
//     its JVM: sections with the same ID are added up. A file that has grown to several times its counters is written
//     again. If a write fails, the file ends where it was right, and the next write has the same counts. A JVM that is
//     killed lacks its last period.
//   - Each day (UTC) has a file of its own, and each file says who counts (counts.Who). Frames have hashes of names, so
//     that no name of the program leaves the maps.
//   - Each JVM locks a file while it lives. One that finds the lock of another one free joins the files of that JVM
//     with those of the same application, environment, version and day. The joined file names the files that it was
//     made of: the JVM may end before it has removed them. POSIX frees a lock when any descriptor of its file is
//     closed, so the file of another host in the same JVM stays open (Folder.lock).
//   - Who may write to the folder may not make the JVM write elsewhere: files are made new, and opened without
//     following links (Folder). Only channels can: an interrupt closes them, so the write is tried again.
//   - Classes that are loaded do not wait for the disk: the host takes them when it writes (Host.arrive).
//   - The file of the last day has the sections of all packages, as the frames in it need those of their packages.
//   - The rows of threads may have 12 MB in all classes of the JVM (budget), beside the first row of each class.
//     Threads beyond that share atomic counters. With a row for each of 200 threads, 1,000 classes took 180 MB.
//
// What was rejected: a row for the threads that run at the moment, as no thread can give its row to another without
// stopping to count; writing all counters each time, as JVMs of tests do, since 1,000 classes have 0.6 MB; a file that
// is mapped to memory, which survives a killed JVM, but makes each counter an access that no compiler keeps in a
// register.
//
// # The flight recorder: times
//
// Where the folder for counts that the build has set (not one that a test step got) has a file with settings, the host
// starts the flight recorder of the JDK when it is made (flight.java.tmpl), by reflection, and before the first counted
// code goes on: the recorder must have seen what is counted. The JVM writes the recording when it ends; before an
// instrumented call of Runtime.halt the host ends it. Without a recorder, there is a file with the reason.
//
// # The recorder: counts by test
//
// In a build by test, the JVM has the recorder (package plugins), which finds the host as helper classes do, and sends
// it itself. From then on the host asks it (Host.ask): with a path and numbers for where to write, with each helper
// class, with false to take all that was counted, with true to write its file, and with a helper class and an array for
// the counters as they were taken last. Count file and stream are so written from the same numbers. A recorder that
// fails is asked no more, and the JVM says so.
//
// A helper class gives the recorder its rows themselves (Rows.get): all of them, the table of threads, which is a lock,
// and the counters without a row. Counting does not change at all. Only when a thread takes a row, Rows.claim asks the
// recorder for the origin of the thread, and notes it behind the row's counters, with the number of times that the row
// was taken since the recorder last read it (mark). If it comes from elsewhere than the thread before, the recorder
// gets the row first. Without a recorder that is 0, and costs three numbers for each row.
//
// The recorder is compiled on its own, and talks by interfaces of the platform. If you change their meaning, change
// hostVersion: TestHostVersion compares it.
package rt
