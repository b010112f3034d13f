package unused

import (
	"strconv"
	"strings"

	"jprof/internal/java/lex"
)

// markers are super types without methods that a class could override.
var markers = lex.WordSet("Serializable Cloneable RandomAccess Remote EventListener Object Record Enum")

// known has the methods of types of the JDK that can be overridden, by the simple name of the type. A type that is not
// here may have any method.
var known = methodsOf(`
	Object: equals/1 hashCode/0 toString/0 clone/0 finalize/0
	Comparable: compareTo/1
	Comparator: compare/2 reversed/0 thenComparing/1 thenComparing/2
	Runnable: run/0
	Callable: call/0
	Iterator: hasNext/0 next/0 remove/0 forEachRemaining/1
	Iterable: iterator/0 spliterator/0 forEach/1
	Closeable: close/0
	AutoCloseable: close/0
	Flushable: flush/0
	Appendable: append/1 append/3
	Readable: read/1
	CharSequence: length/0 charAt/1 subSequence/2 isEmpty/0 chars/0 codePoints/0
	Supplier: get/0
	Consumer: accept/1 andThen/1
	BiConsumer: accept/2 andThen/1
	Function: apply/1 compose/1 andThen/1
	BiFunction: apply/2 andThen/1
	UnaryOperator: apply/1 compose/1 andThen/1
	BinaryOperator: apply/2 andThen/1
	Predicate: test/1 and/1 or/1 negate/0
	BiPredicate: test/2 and/1 or/1 negate/0
	Thread: run/0 start/0 interrupt/0 isInterrupted/0
	ThreadFactory: newThread/1
	UncaughtExceptionHandler: uncaughtException/2
	InvocationHandler: invoke/3
	FilenameFilter: accept/2
	FileFilter: accept/1
	Externalizable: readExternal/1 writeExternal/1
	Throwable: getMessage/0 getLocalizedMessage/0 getCause/0 initCause/1 fillInStackTrace/0 printStackTrace/0
	Throwable: printStackTrace/1 getStackTrace/0 setStackTrace/1
	Exception: = Throwable
	RuntimeException: = Throwable
	Error: = Throwable
	IOException: = Throwable
	IllegalArgumentException: = Throwable
	IllegalStateException: = Throwable
	UnsupportedOperationException: = Throwable
	AssertionError: = Throwable
	IndexOutOfBoundsException: = Throwable
	NoSuchElementException: = Throwable
	ParseException: = Throwable
	Annotation: annotationType/0
`)

// IsKnown reports whether the methods of a type outside of the project are known, by its simple name.
func IsKnown(name string) bool { return markers[name] || known[name] != nil }

// methodsOf reads a table of types and their methods: each is a name and the number of parameters.
func methodsOf(table string) map[string]map[signature]bool {
	all := map[string]map[signature]bool{}
	for line := range strings.Lines(table) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		if same, ok := strings.CutPrefix(list, " = "); ok {
			all[name] = all[same]
			continue
		}
		if all[name] == nil {
			all[name] = map[signature]bool{}
		}
		for m := range strings.FieldsSeq(list) {
			method, arity, _ := strings.Cut(m, "/")
			n, err := strconv.Atoi(arity)
			if err != nil {
				panic(err) // the table is above
			}
			all[name][signature{method, n}] = true
		}
	}
	return all
}

// serialization has the methods that the serialization of the JDK calls by their names.
var serialization = methodsOf(
	"any: readObject/1 writeObject/1 readObjectNoData/0 readResolve/0 writeReplace/0 readExternal/1 writeExternal/1",
)["any"]

// intercepted lists annotations that change how a call works. Nobody calls a method because of them.
var intercepted = lex.WordSet(`
	Transactional Cacheable CacheEvict CachePut Caching Async Retryable CircuitBreaker RateLimiter Bulkhead
	PreAuthorize PostAuthorize PreFilter PostFilter Secured RolesAllowed PermitAll DenyAll
	Timed Counted Timeout Traced WithSpan NewSpan Observed Validated Valid SneakyThrows Synchronized`)

// stereotypes lists annotations of classes that a container makes, and whose properties it does not read.
var stereotypes = lex.WordSet(`
	Component Controller RestController Service Repository Configuration SpringBootApplication AutoConfiguration
	ControllerAdvice RestControllerAdvice Singleton Stateless Stateful ApplicationScoped RequestScoped Dependent
	WebServlet WebFilter WebListener Path Provider EnableAutoConfiguration SpringBootConfiguration`)
