package classfile

import "encoding/binary"

// reader reads big-endian numbers. After the end it returns zeros, and sets bad.
type reader struct {
	data []byte
	at   int
	bad  bool
}

var zeros [8]byte

// take returns the next n bytes. If there are fewer, it sets bad and returns up to 8 zeros.
func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.data)-r.at {
		r.bad = true
		return zeros[:max(0, min(n, len(zeros)))]
	}
	r.at += n
	return r.data[r.at-n : r.at : r.at]
}

// u1, u2 and u4 read a number of that many bytes, named as in JVMS; s1, s2 and s4 read a signed one.
func (r *reader) u1() int { return int(r.take(1)[0]) }
func (r *reader) u2() int { return int(binary.BigEndian.Uint16(r.take(2))) }
func (r *reader) u4() int { return int(binary.BigEndian.Uint32(r.take(4))) }
func (r *reader) s1() int { return int(int8(r.u1())) }
func (r *reader) s2() int { return int(int16(r.u2())) }
func (r *reader) s4() int { return int(int32(r.u4())) }
