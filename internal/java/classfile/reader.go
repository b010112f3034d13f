package classfile

import "encoding/binary"

// reader reads big-endian numbers. After the end it reads zeros, and remembers that.
type reader struct {
	data []byte
	at   int
	bad  bool
}

var zeros [8]byte

// take reads n bytes. What is not there is short.
func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.data)-r.at {
		r.bad = true
		return zeros[:max(0, min(n, len(zeros)))]
	}
	r.at += n
	return r.data[r.at-n : r.at : r.at]
}

// u1, u2 and u4 read a number of so many bytes, as JVMS calls them; s1, s2 and s4 one with a sign.
func (r *reader) u1() int { return int(r.take(1)[0]) }
func (r *reader) u2() int { return int(binary.BigEndian.Uint16(r.take(2))) }
func (r *reader) u4() int { return int(binary.BigEndian.Uint32(r.take(4))) }
func (r *reader) s1() int { return int(int8(r.u1())) }
func (r *reader) s2() int { return int(int16(r.u2())) }
func (r *reader) s4() int { return int(int32(r.u4())) }
