package report

// MethodRef is a method of a file.
type MethodRef struct {
	File  *File
	Index int // in File.Methods
}

// Method returns the method.
func (r MethodRef) Method() *Method { return &r.File.Methods[r.Index] }

// Size returns the number of statements and branches of the method.
func (r MethodRef) Size() int { return r.File.MethodSizes()[r.Index] }

// MethodSizes returns the number of statements and branches of each method.
func (f *File) MethodSizes() []int {
	sizes := make([]int, len(f.Methods))
	for _, r := range f.Regions {
		if m := f.MethodOf(r.Block); m >= 0 {
			sizes[m] += len(r.Statements)
		}
	}
	for _, b := range f.Branches {
		if m := f.MethodOf(b.Block); m >= 0 {
			sizes[m]++
		}
	}
	return sizes
}
