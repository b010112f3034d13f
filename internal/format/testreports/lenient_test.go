package testreports

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAnyText reads reports whose text XML 1.0 or its UTF-8 do not allow, and those of other encodings.
func TestAnyText(t *testing.T) {
	const after = `</system-out></testcase><testcase name="two"><failure message="no"/></testcase></testsuite>`
	for name, tt := range map[string]struct{ text, one string }{
		"a character that is none": {`<testsuite name="s"><testcase name="one"><system-out>` + "\uffff\x01\x00" +
			after, "one"},
		"invalid UTF-8": {`<testsuite name="s"><testcase name="` + "o\xffe" + `"><system-out>` + after, "o\ufffde"},
		"references": {`<testsuite name="s"><testcase name="a&#1;b&#xFFFF;c&#65;&lt;&#x110000;"><system-out>` + after,
			"a\ufffdb\ufffdcA<\ufffd"},
		"entities of HTML": {`<testsuite name="s"><testcase name="a&nbsp;b"><system-out>` + after, "a\u00a0b"},
		"XML 1.1": {`<?xml version="1.1"?><testsuite name="s"><testcase name="one"><system-out>` + after,
			"one"},
		"Latin-1": {`<?xml version="1.0" encoding="ISO-8859-1"?><testsuite name="s"><testcase name="` + "gr\xf6\xdfe" +
			`"><system-out>` + after, "größe"},
		"Windows": {`<?xml version='1.0' encoding='windows-1252'?><testsuite name="s"><testcase name="` + "\x80" +
			`"><system-out>` + after, "€"},
		"UTF-16": {utf16(`<?xml version="1.0" encoding="UTF-16"?><testsuite name="s"><testcase name="größe">` +
			`<system-out>` + after), "größe"},
		"a mark of bytes": {"\ufeff" + `<?xml version="1.0" encoding="UTF-8"?><testsuite name="s">` +
			`<testcase name="one"><system-out>` + after, "one"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "TEST-s.xml"), []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		suites, problems := Read(dir)
		if len(problems) > 0 || len(suites) != 1 || len(suites[0].Cases) != 2 || suites[0].Cases[0].Name != tt.one ||
			suites[0].Count(Failed) != 1 {
			t.Errorf("%s: %+v, %v", name, suites, problems)
		}
	}
}

// utf16 encodes text in UTF-16 with its mark.
func utf16(text string) string {
	b := []byte{0xfe, 0xff}
	for _, r := range text {
		b = append(b, byte(r>>8), byte(r))
	}
	return string(b)
}

// TestUnreadable has reports that name no test of which something is known: a gate must not pass with them.
func TestUnreadable(t *testing.T) {
	for name, text := range map[string]string{"empty": "", "blank": "\n", "cut": `<testsuite name="s"><testcase`,
		"entity": `<!DOCTYPE x [<!ENTITY a "b">]><testsuite name="s"><testcase name="&a;"/></testsuite>`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "TEST-s.xml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		suites, problems := Read(dir)
		if len(problems) != 1 || len(suites) != 1 || suites[0].Name != "s" || suites[0].Count(Failed) != 1 {
			t.Errorf("%s: %+v, %v", name, suites, problems)
		}
	}
}
