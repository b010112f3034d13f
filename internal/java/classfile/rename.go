package classfile

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Renamed returns a class file in which the name of a class, with slashes, is replaced in all texts of the constant
// pool: in names, descriptors and signatures. It returns data unchanged if that cannot be done.
func Renamed(data []byte, from, to string) []byte {
	f, err := Parse(data)
	if err != nil {
		return data
	}
	var out []byte
	end := 0 // of the copied part of data
	for i := range f.Pool.Len() {
		old := f.Pool.bytes(i)
		if !bytes.Contains(old, []byte(from)) {
			continue
		}
		text := bytes.ReplaceAll(old, []byte(from), []byte(to))
		if len(text) > math.MaxUint16 {
			return data
		}
		at := int(f.Pool.at[i])
		out = binary.BigEndian.AppendUint16(append(out, data[end:at]...), uint16(len(text)))
		out = append(out, text...)
		end = at + 2 + len(old)
	}
	return append(out, data[end:]...)
}
