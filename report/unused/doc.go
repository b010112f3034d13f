// Package unused finds code that nobody executed: files, classes, methods, and outcomes of branches. Its input is a
// model with the counts of what was observed (services of some applications and environments, or any run), the sources,
// and the resources in which frameworks find names.
//
// # What is dead
//
// A method is dead if it is measured, was never called in any version of its file, and has no mark. Initialisers are no
// methods here: they go with their class. A class is dead if nothing in it was executed, and it has no mark, nor has
// any of its methods a mark that leads into the class from outside (Mark.Enters). A file is dead if all of its classes
// are. Methods of dead classes are in Result.Methods, too. Result.Outermost ignores what is within dead code.
//
// # Marks
//
// A mark is the reason why a method may be executed without a call that anybody finds in the sources. Methods with a
// mark are in Result.Marked. The rules are functions in the list of marks.go, each for one kind: see Kinds. They work
// on names, as no class path is known: hierarchy.go resolves the names of super types by imports and packages, and
// library.go has the methods of some types of the JDK.
//
// The facts come from Input alone: counts by Model and Ran, days by Seen, tests by Tests. So other sources of facts,
// such as classes without sources, can be joined.
//
// Package removal makes a patch that deletes what was found.
//
// # To add something
//
// A mark: a function in the list rules of marks.go, a kind in Kinds, a row in docs/SERVICES.md, and a case in
// marks_test.go. A type of the JDK whose methods are known: a line in library.go.
package unused
