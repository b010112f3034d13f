package efficiency

import (
	"strings"

	"jprof/internal/java/classfile"
	"jprof/internal/java/dataflow"
)

// effect describes the possible effects of a callee without a context.
type effect struct {
	fresh  bool // it may return what it has made
	args   bool // it may return an argument, or what is in one
	global bool // it may return anything, and put its arguments anywhere
	keeps  bool // it may put its arguments into the first one
	fills  bool // it may write to all its arguments
	writes bool // it may write to the first argument
	first  int  // the argument that "the first" means: 1 where the receiver only has the routine
	stores bool // each call counts as one write to the first argument
	copies bool // it returns a copy of the first argument, with the same elements
	calls  bool // it may be a method of the program that has a context, such as the body of a lambda
	out    mask // it puts its arguments but the receiver out
}

// The words of the table.
var effectNames = map[string]effect{
	"pure":    {fresh: true},                           // touches nothing
	"reads":   {fresh: true, args: true},               // returns something of its arguments
	"changes": {fresh: true, args: true, writes: true}, // writes to its receiver, and keeps nothing
	"keeps":   {fresh: true, args: true, keeps: true, writes: true},
	"fills":   {fresh: true, args: true, fills: true, keeps: true, writes: true},
	"sets":    {fresh: true, fills: true, first: 1}, // writes numbers to what it is given, and keeps nothing
	// stores a value
	"stores":  {fresh: true, args: true, keeps: true, writes: true, stores: true},
	"puts":    {fresh: true, args: true, keeps: true, writes: true, stores: true, first: 1},
	"gets":    {fresh: true, args: true, first: 1},
	"copies":  {fresh: true, copies: true},
	"calls":   {fresh: true, args: true, global: true, calls: true},
	"global":  {fresh: true, args: true, global: true},
	"file":    {out: toFile, fresh: true, args: true},
	"socket":  {out: toSocket, fresh: true, args: true},
	"console": {out: toConsole, fresh: true, args: true},
	"log":     {out: toLog, fresh: true, args: true},
	"stream":  {out: toStream, fresh: true, args: true},
}

// foreign lists the effects of JDK code without a context: native methods, or all if the JDK is not covered. A line has
// an effect and names of methods: package/Class.method, where * at the end is any text. The first line that fits holds.
// Methods in no line are global.
var foreign = parseForeign(`
pure java/lang/Object.<init> java/lang/Object.hashCode java/lang/Object.equals java/lang/Object.toString
pure java/lang/Object.getClass java/lang/Object.registerNatives
copies java/lang/Object.clone
changes java/lang/Object.wait java/lang/Object.notify*

fills java/lang/String.getChars java/lang/String.getBytes(II[BI)V
pure java/lang/String.* java/lang/CharSequence.* java/lang/StringConcatHelper.* java/lang/StringCoding.*
pure java/lang/StringLatin1.* java/lang/StringUTF16.*
pure java/lang/Math.* java/lang/StrictMath.* java/lang/Number.* java/lang/Character* java/lang/Void.*
pure java/lang/Integer.* java/lang/Long.* java/lang/Short.* java/lang/Byte.* java/lang/Boolean.* java/lang/Float.*
pure java/lang/Double.* java/lang/Package.* java/lang/StackTraceElement.* java/math/* java/time/*
keeps java/lang/Enum.<init> java/lang/Record.<init>
pure java/lang/Enum.* java/lang/Record.*
pure java/lang/Class.forName* java/lang/Class.get* java/lang/Class.is* java/lang/Class.desiredAssertionStatus*
pure java/lang/Class.to* java/lang/Class.hashCode java/lang/Class.cast
pure java/lang/System.nanoTime java/lang/System.currentTimeMillis java/lang/System.identityHashCode
pure java/lang/System.getProperty java/lang/System.getenv java/lang/System.lineSeparator java/lang/System.gc
pure java/lang/System.getSecurityManager java/lang/System.registerNatives
pure java/lang/Runtime.availableProcessors java/lang/Runtime.*Memory
pure java/lang/Thread.sleep java/lang/Thread.yield java/lang/Thread.onSpinWait java/lang/Thread.interrupted
pure java/lang/Thread.get* java/lang/Thread.is* java/lang/Thread.holdsLock
keeps java/lang/Thread.<init> java/lang/Thread.set*
changes java/lang/Thread.join java/lang/Thread.interrupt*

changes java/lang/StringBuilder.append java/lang/StringBuilder.insert java/lang/StringBuilder.delete*
changes java/lang/StringBuilder.set* java/lang/StringBuilder.re* java/lang/StringBuilder.<init>
changes java/lang/StringBuilder.ensureCapacity java/lang/StringBuilder.trimToSize
fills java/lang/StringBuilder.getChars
pure java/lang/StringBuilder.*
changes java/lang/StringBuffer.append java/lang/StringBuffer.insert java/lang/StringBuffer.delete*
changes java/lang/StringBuffer.set* java/lang/StringBuffer.re* java/lang/StringBuffer.<init>
fills java/lang/StringBuffer.getChars
pure java/lang/StringBuffer.* java/lang/AbstractStringBuilder.length java/lang/AbstractStringBuilder.charAt
changes java/lang/AbstractStringBuilder.*

console java/lang/Throwable.printStackTrace()V
stream java/lang/Throwable.printStackTrace
reads java/lang/Throwable.get* java/lang/Throwable.to*
keeps java/lang/Throwable.*
keeps java/lang/*Exception.* java/lang/*Error.* java/util/*Exception.* java/io/*Exception.* java/io/*Error.*

reads java/lang/Iterable.iterator java/lang/ref/*.get
calls java/lang/Iterable.forEach java/lang/Runnable.run java/lang/Comparable.compareTo
calls java/util/function/* java/util/concurrent/Callable.call java/util/Comparator.compare
keeps java/lang/ref/*
puts java/util/concurrent/atomic/*FieldUpdater.set java/util/concurrent/atomic/*FieldUpdater.lazySet
puts java/util/concurrent/atomic/*FieldUpdater.*And* java/util/concurrent/atomic/*FieldUpdater.weak*
gets java/util/concurrent/atomic/*FieldUpdater.get
stores java/util/concurrent/atomic/*.set* java/util/concurrent/atomic/*.lazySet java/util/concurrent/atomic/*.*And*
stores java/util/concurrent/atomic/*.weak* java/util/concurrent/atomic/*.attemptMark java/util/concurrent/atomic/*.add
stores java/util/concurrent/atomic/*.attemptStamp java/util/concurrent/atomic/*.accumulate
stores java/util/concurrent/atomic/*.increment java/util/concurrent/atomic/*.decrement
stores java/util/concurrent/atomic/*.reset java/util/concurrent/atomic/*.sumThenReset
reads java/util/concurrent/atomic/*.get* java/util/concurrent/atomic/*.*Value java/util/concurrent/atomic/*.toString
pure java/util/Comparator.* java/util/Locale.* java/util/UUID.* java/util/Objects.hash* java/util/Objects.toString
pure java/util/Objects.equals java/util/Objects.is* java/util/Objects.check*
reads java/util/Objects.* java/util/Optional*
copies java/util/Arrays.copyOf*
fills java/util/Arrays.fill java/util/Arrays.sort java/util/Arrays.setAll java/util/Arrays.parallel*
reads java/util/Arrays.*
fills java/util/Collections.sort java/util/Collections.reverse* java/util/Collections.shuffle
fills java/util/Collections.swap java/util/Collections.fill java/util/Collections.addAll java/util/Collections.copy
reads java/util/Collections.*
pure java/util/regex/Pattern.*
changes java/util/regex/Matcher.* java/util/Random.* java/util/SplittableRandom.* java/text/*
fills java/util/*.toArray java/util/*.drainTo
changes java/util/*.next java/util/*.previous java/util/*.next*
reads java/util/*.get java/util/*.size java/util/*.isEmpty java/util/*.contains* java/util/*.*ndexOf
reads java/util/*.iterator java/util/*.listIterator java/util/*.entrySet java/util/*.keySet java/util/*.values
reads java/util/*.has* java/util/*.equals java/util/*.toString java/util/*.peek*
reads java/util/*.element java/util/*.first* java/util/*.last* java/util/*.get* java/util/*.subList
reads java/util/*.clone java/util/*.stream java/util/*.of java/util/*.copyOf java/util/*.ceiling* java/util/*.floor*
reads java/util/*.higher* java/util/*.lower* java/util/*.head* java/util/*.tail* java/util/*.sub* java/util/*.desc*
reads java/util/*.entry java/util/*.spliterator java/util/*.cardinality java/util/*.length java/util/*.forEach
log java/util/logging/Logger.* java/lang/System$Logger.log
pure java/util/zip/CRC32.update* java/util/zip/Adler32.update*
global java/util/Timer* java/util/concurrent/*Executor* java/util/logging/*
global java/util/concurrent/CompletableFuture.* java/util/concurrent/Fork* java/util/prefs/* java/util/ServiceLoader.*
global java/util/ResourceBundle.* java/util/TimeZone.set* java/util/spi/* java/util/zip/* java/util/jar/*
keeps java/util/*

stream java/io/ByteArrayOutputStream.writeTo
changes java/io/ByteArrayOutputStream.write* java/io/ByteArrayOutputStream.reset java/io/ByteArrayOutputStream.close
changes java/io/ByteArrayOutputStream.flush java/io/ByteArrayOutputStream.<init>
pure java/io/ByteArrayOutputStream.*
changes java/io/StringWriter.write java/io/StringWriter.append java/io/StringWriter.flush java/io/StringWriter.close
changes java/io/CharArrayWriter.write java/io/CharArrayWriter.append java/io/CharArrayWriter.reset
stream java/io/CharArrayWriter.writeTo
keeps java/io/StringWriter.<init> java/io/CharArrayWriter.<init>
reads java/io/StringWriter.* java/io/CharArrayWriter.*
console java/io/PrintStream.print* java/io/PrintStream.write* java/io/PrintStream.append java/io/PrintStream.format
console java/io/PrintStream.flush java/io/Console.printf java/io/Console.format java/io/Console.read*
file java/io/FileOutputStream.write* java/io/FileWriter.write java/io/FileWriter.append java/io/RandomAccessFile.write*
file java/io/RandomAccessFile.setLength java/io/FileOutputStream.<init> java/io/FileWriter.<init>
file java/io/File.delete* java/io/File.mkdir* java/io/File.createNewFile java/io/File.renameTo java/io/File.set*
file java/io/File.createTempFile java/nio/file/Files.write* java/nio/file/Files.copy java/nio/file/Files.move
file java/nio/file/Files.delete* java/nio/file/Files.create* java/nio/file/Files.set*
file java/nio/channels/FileChannel.write
file sun/nio/ch/FileDispatcherImpl.*write* java/io/FileOutputStream.* java/io/RandomAccessFile.open*
keeps java/net/DatagramPacket.*
socket java/nio/channels/*.write java/nio/channels/*.send java/net/DatagramSocket.send java/net/Socket.send*
socket sun/nio/ch/SocketDispatcher.*write* sun/nio/ch/Net.send* java/net/SocketOutputStream.*
stream java/io/OutputStream.write java/io/Writer.write java/io/Writer.append java/io/FilterOutputStream.write
stream java/io/BufferedOutputStream.write java/io/BufferedWriter.write java/io/BufferedWriter.append
stream java/io/BufferedWriter.newLine java/io/OutputStreamWriter.write java/io/OutputStreamWriter.append
stream java/io/PrintWriter.print* java/io/PrintWriter.write java/io/PrintWriter.append java/io/PrintWriter.format
stream java/io/DataOutput*.write* java/io/ObjectOutput*.write* java/io/FilterWriter.write
stream java/io/*OutputStream.flush java/io/*Writer.flush java/io/*OutputStream.write java/io/*Writer.write
pure java/io/File.* java/nio/file/Path.* java/nio/file/Paths.* java/nio/charset/* java/nio/file/Files.exists
fills java/io/InputStream.read* java/io/Reader.read* java/io/*InputStream.read* java/io/*Reader.read*
fills java/io/RandomAccessFile.read*
keeps java/io/*

fills java/nio/*Buffer.get java/nio/*Buffer.put
reads java/nio/*Buffer.remaining java/nio/*Buffer.has* java/nio/*Buffer.array* java/nio/*Buffer.wrap
reads java/nio/*Buffer.allocate* java/nio/*Buffer.slice java/nio/*Buffer.duplicate java/nio/*Buffer.order()*
keeps java/nio/*Buffer.*
pure java/lang/reflect/Array.newInstance java/lang/reflect/Array.newArray java/lang/reflect/Array.multiNewArray
pure java/lang/reflect/Array.getLength java/lang/reflect/*.get*Type* java/lang/reflect/*.getName
pure java/lang/reflect/*.getModifiers java/lang/reflect/*.getParameter*
reads java/lang/reflect/Array.get*
keeps java/lang/reflect/Array.set*
sets jdk/internal/misc/Unsafe.copy* jdk/internal/misc/Unsafe.setMemory*
puts jdk/internal/misc/Unsafe.put* jdk/internal/misc/Unsafe.*And* jdk/internal/misc/Unsafe.weak*
puts sun/misc/Unsafe.put* sun/misc/Unsafe.*And*
pure jdk/internal/misc/Unsafe.*Fence jdk/internal/misc/Unsafe.*Offset* jdk/internal/misc/Unsafe.allocate*
pure jdk/internal/misc/Unsafe.array* jdk/internal/misc/Unsafe.*Size* jdk/internal/misc/Unsafe.isBigEndian*
gets jdk/internal/misc/Unsafe.get* sun/misc/Unsafe.get*
puts java/lang/invoke/VarHandle.set* java/lang/invoke/VarHandle.*And* java/lang/invoke/VarHandle.weak*
gets java/lang/invoke/VarHandle.get*
pure jdk/internal/misc/VM.* jdk/internal/misc/CDS.* jdk/internal/util/* java/lang/invoke/StringConcatFactory.*
`)

// rule is a line of the table for one name.
type rule struct {
	class, method string // each may have a * for any text
	effect        effect
}

func parseForeign(table string) []rule {
	var rules []rule
	for line := range strings.Lines(table) {
		words := strings.Fields(line)
		for i, name := range words {
			if i == 0 {
				continue
			}
			class, method, found := strings.Cut(name, ".")
			if !found {
				method = "*"
			}
			rules = append(rules, rule{class, method, effectNames[words[0]]})
		}
	}
	return rules
}

// fits reports whether a name is that of the pattern: it may have one * or two.
func fits(pattern, name string) bool {
	start, rest, any := strings.Cut(pattern, "*")
	if !any {
		return name == pattern
	}
	name, ok := strings.CutPrefix(name, start)
	if !ok {
		return false
	}
	middle, end, two := strings.Cut(rest, "*")
	if !two {
		return strings.HasSuffix(name, rest)
	}
	i := strings.Index(name, middle)
	return i >= 0 && strings.HasSuffix(name[i+len(middle):], end)
}

// inTable is the first rule for a method, nil if there is none. A rule may name a descriptor behind the method.
func inTable(class string, to classfile.Member) *rule {
	for i := range foreign {
		r := &foreign[i]
		method := to.Name
		if strings.Contains(r.method, "(") {
			method += to.Descriptor
		}
		if fits(r.class, class) && fits(r.method, method) {
			return r
		}
	}
	return nil
}

// effectOf returns the possible effects of the callee of a call if it has no context.
func (f *files) effectOf(to classfile.Member) effect {
	e, ok := f.effects[to]
	if ok {
		return e
	}
	e = effectNames["global"]
	class := f.library(to.Class)
	own := f.byName[to.Class] != nil || !isJDK(to.Class) // a class of the program
	rule := inTable(class, to)
	native := f.nativeOf(to)
	switch {
	case native != "":
		rule, own = inTable(native, to), false
	case class == "" && own && to.Name == "<init>": // no constructor is inherited: it was not instrumented
	case class == "":
		rule = inTable("java/lang/Object", to)
	case rule == nil && to.Name != "<init>":
		rule = inTable("java/lang/Object", to)
	case own && to.Name == "<init>":
		rule = nil
	}
	if rule != nil && !ofStatic(class, to) {
		e = rule.effect
	} else if rule != nil {
		e.stores = rule.effect.stores
	}
	e.calls = e.calls || own
	e.copies = e.copies && (to.Name == "clone" || hasReferences(strings.TrimPrefix(to.Descriptor, "(")))
	f.effects[to] = e
	return e
}

// ofStatic reports whether a call is one of a VarHandle of a static field: its arguments are values only.
func ofStatic(class string, to classfile.Member) bool {
	if class != "java/lang/invoke/VarHandle" {
		return false
	}
	values := 1
	if strings.Contains(to.Name, "ompareAnd") { // the expected value, and the new one
		values = 2
	}
	_, words := dataflow.Parameters(to.Descriptor, "")
	reads := strings.HasPrefix(to.Name, "get") && !strings.HasPrefix(to.Name, "getAnd")
	return to.Descriptor[1] != 'L' && to.Descriptor[1] != '[' || !reads && words == values
}

// nativeOf is the class of the JDK that has a native method which a call names, where its class file is there; "" if it
// is none. Such a method never has a context, whatever was recorded.
func (f *files) nativeOf(to classfile.Member) string {
	for _, c := range f.ancestorsOf(to.Class).list {
		if file := f.byName[c]; file != nil {
			if m := file.Method(to.Name, to.Descriptor); m != nil {
				if isJDK(c) && m.Access&classfile.Native != 0 {
					return c
				}
				return ""
			}
		}
	}
	return ""
}

// hasReferences reports whether a descriptor begins with an array of references.
func hasReferences(descriptor string) bool {
	return strings.HasPrefix(descriptor, "[[") || strings.HasPrefix(descriptor, "[L")
}

// outputOf returns the kind of output to which a method puts its operands, 0 if it is no routine of output: a method of
// the table, or one of the program that overrides one.
func (f *files) outputOf(class, name, descriptor string) mask {
	if name == "<init>" || name == "<clinit>" || name == "close" || name == "flush" {
		return 0
	}
	to := classfile.Member{Class: class, Name: name, Descriptor: descriptor}
	for _, c := range f.ancestorsOf(class).list {
		if !isJDK(c) {
			continue
		}
		if r := inTable(c, to); r != nil && c != "java/lang/Object" {
			return r.effect.out &^ toLog // a logger that has a context writes to something else, or to nothing
		}
	}
	return 0
}
