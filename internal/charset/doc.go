// Package charset reads sources in the encodings that javac knows, by Java's names for them (UTF-16, Shift_JIS,
// ISO-2022-JP, EBCDIC and others), without Unicode escapes, and says which byte of a source each character comes from.
package charset
