package classfile

import (
	"strings"
	"testing"
)

func TestContentHasNoNumbersOfConstants(t *testing.T) {
	f, err := Parse(compiled(t))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range f.Pool.Len() {
		all = append(all, f.Content(i))
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{"8 \"\U0001F600\\x00\"", "5 0000010000000000", "7 java/lang/Runnable",
		"9 Sample.größe [I", "18 run ()Ljava/lang/Runnable; (15 6 java/lang/invoke/LambdaMetafactory.metafactory "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "Sample.größe [I\n9 Sample.größe [I") {
		t.Error("a constant is there twice")
	}
}
