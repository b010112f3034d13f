// Package packed writes numbers as text for scripts of the report, which read such text faster than any other form: a
// number takes a character or two of a string. unpacker in report.js reads it.
//
// Digits have base 32, the lowest first. All digits of a number but its last are 32 more, so that numbers need no
// separators.
package packed

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// Append appends a number.
func Append(text []byte, n uint64) []byte {
	for ; n >= 32; n /= 32 {
		text = append(text, alphabet[32+n%32])
	}
	return append(text, alphabet[n])
}

// Signed makes a number of one that may be negative: of -1 it makes 1, of 1 it makes 2.
func Signed(n int) uint64 { return uint64(n)<<1 ^ uint64(n>>63) }
