// Package charset reads sources in the encodings that javac knows, by Java's names for them: UTF-16, Shift_JIS,
// ISO-2022-JP, EBCDIC and others. In goes a source and the name that the build declares (Lookup); out comes its text in
// UTF-8, with a Map from each character to its bytes in the source (Decode). Unescape replaces Unicode
// escapes in the same way. With the maps, what was inserted into the text can be inserted into the source, in its
// encoding (Encode).
//
// Most sources are UTF-8, or in an encoding that keeps ASCII, and are not decoded at all: KeepsASCII reports whether
// text can be found and inserted without decoding.
//
// The tables of characters are those of golang.org/x/text. Names, byte order marks and ends of lines follow Java, where
// they differ: see javaNames, to which a new name of Java is added. TestAsJava compares each encoding with a JDK, for
// all sequences of one and two bytes.
package charset
