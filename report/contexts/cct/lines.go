package cct

// MethodLines holds what the lines of a method did, in some of its contexts.
type MethodLines struct {
	Method   Method
	Contexts uint64
	Calls    uint64
	Lines    []LineSum // by line; none if the class file has no line numbers
	// Failed is the number of calls that did not return: an exception, or the end of the JVM, ended them. It is 0 if
	// exceptions were not counted.
	Failed uint64
}

// LineSum holds the numbers of a line, exclusive.
type LineSum struct {
	Line       int32
	Executions uint64 // of its instruction that was executed most
	Bytecodes  uint64
	Exceptions uint64 // thrown here, or by what was called here; 0 if they were not counted
}

// Bytecodes returns the sum of the lines.
func (m *MethodLines) Bytecodes() uint64 {
	sum := uint64(0)
	for i := range m.Lines {
		sum = Add(sum, m.Lines[i].Bytecodes)
	}
	return sum
}
