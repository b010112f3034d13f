package jfr

import (
	"jprof/internal/util/lazyregexp"
	"jprof/internal/util/paths"
)

// JVM is a JVM that recorded contexts: the path of its files, without their endings, and the ID of its test step.
type JVM struct{ Stem, Step string }

// CollectContexts reads the recordings of JVMs that recorded contexts. known reports whether a method has contexts. Its
// frame has no line unless lines is true.
func CollectContexts(jvms []JVM, lines bool, known func(Frame) bool) (*Samples, error) {
	c := newCollector(known)
	c.contexts, c.lines = true, lines
	for _, jvm := range jvms {
		err := error(nil)
		if path := jvm.Stem + RecordingSuffix; paths.IsFile(path) {
			err = c.recording(path, jvm.Step)
		} else if path := jvm.Stem + MissingSuffix; paths.IsFile(path) {
			err = c.missing(path)
		}
		if err != nil {
			return nil, err
		}
	}
	return c.finish(len(jvms)), nil
}

var digits = lazyregexp.New(`[0-9]+`)

// threadName returns the name under which the contexts of a thread are kept, as the agent does (JprofThreads).
func threadName(name string) string {
	const longest = 200
	name = digits().ReplaceAllString(name, "N")
	if runes := []rune(name); len(runes) > longest {
		return string(runes[:longest])
	}
	return name
}
