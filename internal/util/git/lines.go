package git

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// javaLines converts lines as Git counts them, which end with LF, to lines of Java, which end with LF, CR LF or CR.
func javaLines(text []byte, lines []Lines) []Lines {
	if bytes.IndexByte(text, 0) >= 0 {
		if !sameLines(text) {
			return all // Git may convert the ends of lines; too many lines are better than too few
		}
		return lines
	}
	if !hasLoneCR(text) {
		return lines
	}
	var spans []Lines // in Java's lines, by Git's
	for n := 1; len(text) > 0; {
		end := bytes.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		last := n
		for i, b := range text[:end-1] { // the last byte ends its own line
			if b == '\r' && text[i+1] != '\n' {
				last++
			}
		}
		spans = append(spans, Lines{n, last})
		n, text = last+1, text[end:]
	}
	var list []Lines
	for _, l := range lines {
		if l.First < 1 || l.Last > len(spans) {
			return all // Git has seen another text, by some filter
		}
		list = append(list, Lines{spans[l.First-1].First, spans[l.Last-1].Last})
	}
	return list
}

// hasLoneCR reports whether a text has a CR that no LF follows.
func hasLoneCR(text []byte) bool {
	for i, b := range text {
		if b == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			return true
		}
	}
	return false
}

// sameLines reports whether Git and Java count the lines of a text in UTF-16 or UTF-32 alike, converted to UTF-8 or
// not.
func sameLines(text []byte) bool {
	var order binary.ByteOrder = binary.LittleEndian
	zeros := [2]int{}
	for i, b := range text {
		if b == 0 {
			zeros[i%2]++
		}
	}
	if bytes.HasPrefix(text, []byte{0xfe, 0xff}) || zeros[0] > zeros[1] && !bytes.HasPrefix(text, []byte{0xff, 0xfe}) {
		order = binary.BigEndian
	}
	var units []byte // CR, LF and x for others
	for i := 0; i+1 < len(text); i += 2 {
		switch u := order.Uint16(text[i:]); u {
		case 0: // half a character of UTF-32
		case '\r', '\n':
			units = append(units, byte(u))
		default:
			units = append(units, 'x')
		}
	}
	return bytes.Count(units, []byte("\n")) == bytes.Count(text, []byte("\n")) && !hasLoneCR(units)
}

// Commits returns the number of commits of the last year that changed each Java source below dir, by its slash path
// relative to dir; nil if they are not known.
func Commits(dir string) map[string]int {
	if Above(dir) == "" {
		return nil
	}
	out, err := local(dir, "log", "--since=1.year", "--no-merges", "--format=", "--name-only", "--relative", "-z", "--",
		"*.java")
	if err != nil {
		return nil
	}
	commits := map[string]int{}
	for name := range strings.SplitSeq(string(out), "\x00") {
		if name = strings.TrimSpace(name); name != "" {
			commits[name]++
		}
	}
	return commits
}
