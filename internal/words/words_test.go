package words

import "testing"

func TestWords(t *testing.T) {
	for _, x := range []struct{ got, want string }{
		{Plural(0, "file"), "0 files"}, {Plural(1, "file"), "1 file"}, {Plural(2000, "file"), "2000 files"},
		{Noun(1, "test source"), "test source"}, {Noun(3, "test source"), "test sources"},
		{Form(1, "is", "are"), "is"}, {Form(0, "is", "are"), "are"},
		{Capital("build failed"), "Build failed"}, {Capital(""), ""},
	} {
		if x.got != x.want {
			t.Errorf("got %q, want %q", x.got, x.want)
		}
	}
}
