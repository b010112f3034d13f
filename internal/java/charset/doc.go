// Package charset reads sources in the encodings that javac knows, by Java's names for them: UTF-16, Shift_JIS,
// ISO-2022-JP, EBCDIC and others. Lookup finds the encoding that the build declares. Decode returns the text of a
// source in UTF-8, with a Map from each character to its bytes in the source. Unescape replaces Unicode escapes in the
// same way. With the maps, text that was inserted into the UTF-8 can be inserted into the source, in the encoding of
// the source (Encode).
//
// Most sources are UTF-8, or in an encoding that keeps ASCII, and are not decoded at all: KeepsASCII reports whether
// text can be found and inserted without decoding.
//
// The tables of characters are those of golang.org/x/text. Names, byte order marks and ends of lines follow Java, where
// they differ: see javaNames, to which a new name of Java is added. TestAsJava compares each encoding with a JDK, for
// all sequences of one and two bytes.
package charset
