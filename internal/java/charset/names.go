package charset

import (
	"encoding/binary"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

var (
	utf8Set  = &Charset{form: formUTF8}
	asciiSet = &Charset{form: formASCII}
)

// javaNames has names of Java that IANA does not have, or that x/text maps to another encoding; in lower case, with -
// for _.
var javaNames = func() map[string]*Charset {
	names := map[string]*Charset{}
	add := func(c *Charset, list string) {
		for _, name := range strings.Fields(list) {
			names[name] = c
		}
	}
	add(utf8Set, "utf8 utf-8 unicode-1-1-utf-8")
	add(asciiSet, "us-ascii ascii ascii7 646 iso646-us cp367")
	add(&Charset{form: formUTF16, order: binary.BigEndian, mark: true}, "utf-16 utf16 unicode unicodebig")
	add(&Charset{form: formUTF16, order: binary.LittleEndian, mark: true}, "x-utf-16le-bom unicodelittle")
	add(&Charset{form: formUTF16, order: binary.BigEndian}, "utf-16be x-utf-16be unicodebigunmarked iso-10646-ucs-2")
	add(&Charset{form: formUTF16, order: binary.LittleEndian}, "utf-16le x-utf-16le unicodelittleunmarked")
	add(&Charset{form: formUTF32, order: binary.BigEndian, mark: true},
		"utf-32 utf32 iso-10646-ucs-4 x-utf-32be-bom utf-32be-bom")
	add(&Charset{form: formUTF32, order: binary.LittleEndian, mark: true}, "x-utf-32le-bom utf-32le-bom")
	add(&Charset{form: formUTF32, order: binary.BigEndian}, "utf-32be x-utf-32be")
	add(&Charset{form: formUTF32, order: binary.LittleEndian}, "utf-32le x-utf-32le")
	add(&Charset{form: formSingle, enc: charmap.ISO8859_1}, "8859-1 iso8859-1 iso-8859-1 latin1 l1")
	add(&Charset{form: formSingle, enc: charmap.Windows1252}, "cp1252 windows-1252")
	add(&Charset{form: formSingle, enc: charmap.Macintosh}, "macroman x-macroman")
	add(&Charset{form: formSingle, enc: charmap.CodePage037, ebcdic: true},
		"cp037 ibm037 ibm-037 037 cs-ibm037 ebcdic-cp-us")
	add(&Charset{form: formSingle, enc: charmap.CodePage1140, ebcdic: true},
		"cp1140 ibm01140 ibm1140 ccsid01140 cp01140 1140")
	add(&Charset{form: formSingle, enc: charmap.CodePage1047, ebcdic: true, nextLine: true},
		"cp1047 ibm1047 ibm-1047 1047")
	add(&Charset{form: formDouble, enc: japanese.ShiftJIS},
		"shift-jis sjis ms-kanji x-sjis csshiftjis ms932 windows-31j windows-932 cswindows31j")
	add(&Charset{form: formShift, enc: japanese.ISO2022JP},
		"iso-2022-jp iso2022jp jis csiso2022jp jis-encoding csjisencoding")
	add(&Charset{form: formEUC, enc: japanese.EUCJP}, "euc-jp eucjp eucjis x-euc-jp x-eucjp")
	add(&Charset{form: formDouble, enc: simplifiedchinese.GBK}, "gbk cp936 windows-936 x-mswin-936 ms936 ms-936")
	add(&Charset{form: formEUC, enc: simplifiedchinese.GBK}, "gb2312 euc-cn x-euc-cn euccn gb2312-80 gb2312-1980")
	add(&Charset{form: formDouble, enc: simplifiedchinese.GB18030}, "gb18030 gb18030-2000 gb18030-2022")
	add(&Charset{form: formDouble, enc: traditionalchinese.Big5},
		"big5 csbig5 ms950 windows-950 x-windows-950 big5-hkscs big5hk big5hkscs")
	add(&Charset{form: formDouble, enc: korean.EUCKR}, "ms949 ms-949 windows949 windows-949 x-windows-949")
	add(&Charset{form: formEUC, enc: korean.EUCKR}, "euc-kr euckr ksc5601 ks-c-5601-1987 ksc5601-1987 ksc-5601 5601")
	return names
}()

// Lookup finds an encoding by any name that Java has for it, "" for UTF-8.
func Lookup(name string) (*Charset, bool) {
	if name == "" {
		return utf8Set, true
	}
	dashed := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if c, ok := javaNames[dashed]; ok {
		return c, true
	}
	for _, find := range []func(string) (encoding.Encoding, error){ianaindex.IANA.Encoding, htmlindex.Get} {
		for _, n := range []string{name, dashed} {
			if enc, err := find(n); err == nil && enc != nil {
				return of(enc)
			}
		}
	}
	return nil, false
}

// of returns the charset of an encoding that was found by a name that is not in javaNames.
func of(enc encoding.Encoding) (*Charset, bool) {
	if m, ok := enc.(*charmap.Charmap); ok {
		return &Charset{form: formSingle, enc: m}, true
	}
	if enc == unicode.UTF8 {
		return utf8Set, true
	}
	for _, c := range javaNames {
		if c.enc == enc {
			return c, true
		}
	}
	return nil, false
}
