package words

import (
	"cmp"
	"strings"
	"testing"
	"time"
)

func TestWords(t *testing.T) {
	for _, x := range []struct{ got, want string }{
		{Plural(0, "file"), "0 files"}, {Plural(1, "file"), "1 file"}, {Plural(2000, "file"), "2,000 files"},
		{Noun(1, "test source"), "test source"}, {Noun(3, "test source"), "test sources"},
		{Form(1, "is", "are"), "is"}, {Form(0, "is", "are"), "are"},
		{Capital("build failed"), "Build failed"}, {Capital(""), ""},
	} {
		if x.got != x.want {
			t.Errorf("got %q, want %q", x.got, x.want)
		}
	}
}
func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.0 kB", 9_949: "9.9 kB", 9_951: "10 kB", 999_499: "999 kB",
		999_500:  "1.0 MB",
		64 << 20: "67 MB", 5_250_000_000: "5.2 GB", 7_000_000_000_000: "7.0 TB", 7_000_000_000_000_000: "7000 TB",
	} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestListed(t *testing.T) {
	for _, x := range []struct{ got, want string }{
		{Listed(nil), ""}, {Listed([]string{"a"}), "a"}, {Listed([]string{"a", "b", "c"}), "a, b and c"},
		{Seconds(0), "0.000"}, {Seconds(1234.5678), "1234.568"},
		{Age(90 * time.Second), "2 minutes"}, {Age(time.Minute), "1 minute"}, {Age(time.Hour), "1 hour"},
		{Age(59*time.Minute + time.Second), "1 hour"}, {Age(61 * time.Minute), "2 hours"},
		{strings.Join(Nearest("NoTest#x", []string{"not", "NoTest#y"}), " "), "NoTest#y"},
		{Duration(400 * time.Millisecond), "0.4 s"}, {Duration(12 * time.Second), "12 s"},
		{Duration(200 * time.Second), "3 min 20 s"}, {Duration(65 * time.Minute), "1 h 5 min"},
		{DidYouMean("hlep", map[string]string{"help": "--help", "top": "--top"}), "did you mean --help?"},
		{DidYouMean("xyz", map[string]string{"help": "--help"}), ""},
		{Command([]string{"jprof", "a b", "--x=größe"}), `jprof "a b" --x=größe`},
		{Command([]string{"jprof", "read()", "a.**", ""}), `jprof "read()" "a.**" ""`},
		{Command([]string{"A$B.f()", "it's", "it's $1"}), `'A$B.f()' "it's" 'it'\''s $1'`},
	} {
		if x.got != x.want {
			t.Errorf("%q, want %q", x.got, x.want)
		}
	}
}

func TestCompareNatural(t *testing.T) {
	ascending := []string{"", "a", "a[1]", "a[02]", "a[2]", "a[2](x)", "a[10.9]", "a[10.10]", "a[10]", "a[100]", "ab",
		"b1"}
	for i, a := range ascending {
		for j, b := range ascending {
			if got := CompareNatural(a, b); got != cmp.Compare(i, j) {
				t.Errorf("%q and %q: %d", a, b, got)
			}
		}
	}
}
