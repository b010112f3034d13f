// Package contexts reads and merges the trees of calling contexts that JVMs with jprof's agent write (plugins/agent),
// and the class files that give their numbers a meaning. Collect reads the folder of a run. The result is one merged
// file for all its JVMs (Write), and a pack of the class files whose methods ran. Profile.Merge joins several merged
// files. report/contexts/cctbuild computes from both what reports show; this package does not know bytecodes and
// objects.
//
// # What is counted
//
// A node is a context: a distinct stack of methods below the name of a thread. It has the number of its calls, and a
// number for each slot of its method. A slot counts something in the code from which all else can be computed
// (internal/java/flow does); instructions are known by their ordinal in the class file as the agent got it:
//
//	 0 edge(a,b)       control went from a, the last of its block, to b
//	 1 block(a)        the block at a was entered
//	 2 passed(a)       a ended normally, and ends a block
//	 3 handler(a)      the handler at a was entered by an exception
//	 4 elements(a,b)   sum of the lengths of arrays that a has made; b: the dimension, from 0, of multianewarray
//	 9 cloned(a)       sum of the lengths of arrays that the call a has cloned
//	10 copiedBasic(a)  elements that the call a of System.arraycopy has copied, of arrays of a basic type
//	11 copiedRefs(a)   the same, of references
//
// A node may also have cuts, the number of times that an exception ended an instruction, and objects that natives made
// of a class that is known at run time only.
//
// # The files of a JVM
//
// PID-START.contexts and PID-START.classes, with the layout of internal/format/recordfile. The agent replaces the first
// one as a whole, each 30 seconds and at the end, and appends to the second one while classes are loaded: a JVM that is
// killed leaves it cut short, and has lost 30 seconds at most. Numbers are uvarint, strings a length and UTF-8, where
// nothing else is said. A list goes on to the end of its record.
//
//	.contexts
//	about   = flags (uint32: 2 not the last one)  JVMs (uint32)  PID (uint64)  start (uint64, ms since 1970)
//	          n (uint32)  n x PID of an ancestor (uint64)
//	          Java version, step, JDK build, folder of the instrumented JDK (strings, "" for none)
//	          coverage (0 app 1 all)  blocks (0 exact 1 fast)  recursion (0 full 1 folded)  sites (0 no 1 yes) (bytes)
//	          limit of contexts
//	classes = 'C'  n x (class ID  place (byte)  content  loader (byte: 0 boot 1 platform 2 app 3 other)
//	          name (with dots)  source file)
//	          place 0: ordinal in the .classes of the instrumented JDK; 1: in that of the JVM
//	methods = 'M'  n x (method ID  class ID  access  name  descriptor  first line
//	          n  n x (kind  a  b) of a slot   n  n x instruction of a point)
//	tree    = 'T'  flags (byte: 1 goes on where the record before it ended)  name of the root  depth before  n x node
//	node    = change of the depth (varint)  method ID  site  numbers
//	numbers = calls  slots (a 0 is followed by the number of further ones)
//	          n  n x (point, from 1  count) of a cut
//	          n  n x (instruction  class name  objects  arrays  elements)
//	beyond  = 'B'  calls  n x (method ID  numbers), a node a method: calls beyond the limit
//	stack   = 'S'  name of the root  times
//	          n  n x (method ID  site) of a context on the path from the root to the current one
//	          method ID + 1 of a method that it was about to enter, without having counted that, or 0
//	          n x (class  method  line + 1) of a frame, the outermost first, also of methods without contexts
//	losses  = 'L'  n x (class  method with descriptor, or ""  reason)
//	agents  = 'A'  n x (name  problem)
//
//	.classes
//	about   = nothing
//	class   = loader (byte)  name  content (the rest)
//
// Nodes are in preorder; the first one of a tree has the depth 1. A site is 1 + the instruction that calls, 0 where
// sites are not recorded. Several trees may have the same root. Classes and methods come before what uses them; those
// of an instrumented JDK are in its own java.base.contexts, with IDs that the JVM goes on from.
//
// A stack belongs to a thread that had not ended. Each of its activations was at a line, and becomes a cut at the
// instruction there, as if an exception had left it. The path gives the contexts of the frames, as far as it is known.
// The frames after the path are those of methods that call nothing. Traces omit hidden methods, paths have them. There
// is no path if recursion is folded, or beyond the limit; then only names decide. The JVM does not compute the cuts
// itself, because it does not know the names of the methods of an instrumented JDK.
//
// # The merged file
//
// It has flag 1, no PID, ancestors, step and folder, and no stacks: they have become cuts. Settings are 1 for the first
// value, 2 for the second, 3 if JVMs differ. What differs in records:
//
//	about   = ...  n  n x step  nodes  slots  JVMs that were killed  stopped activations  calls beyond the limit
//	          stopped activations whose place in the line is not known (not in older files)
//	files   = 'J'  n x hash of a JVM's file (16 bytes)
//	classes = place 2: SHA-256 of the content (32 bytes); 3: not known
//	methods = ...  hash of the code (16 bytes), without points
//	step    = 'P'  name: the trees that follow belong to this test step
//	tree    : flag 2 for the root of calls beyond the limit; a cut has its instruction
//
// The pack of classes has the flag 1 (uint32) as about, and items of SHA-256 and deflated content.
//
// The file is canonical: equal profiles have equal bytes. The ID of a class is its position in the order of name and
// hash; that of a method its position in the order of class name, name, descriptor and code. Trees are sorted by step
// and name, children by method, then site. So readers can check the order of nodes, and build a tree in one pass,
// without a copy of the file in memory.
//
// # Merging
//
// Two nodes are the same if their paths are, by (class name, method name, descriptor, code[, site]). Code is compared
// by a hash of the instructions with the constants that they name. So a class that was compiled again keeps its
// methods, whatever the class loader and the numbers in its constant pool; methods whose code differs are kept apart.
// If several class files have the same method, the one with the lowest hash is kept. Numbers are added, saturating.
// Merging is associative and commutative to the byte. The file of a JVM is identified by its hash, and is included
// once.
//
// A profile in memory is columns (about 40 bytes a node, and 8 a slot), with a hash table from parent and method to the
// child. Nothing recurses: depths of 100,000 are fine.
//
// # To change the files
//
// The writer is Java (plugins/agent). Change the drawings above with TestLayout, and take the next recordfile.Version.
package contexts
