package reached

import (
	"bytes"
	"testing"

	"jprof/internal/format/recordfile"
)

// FuzzDecode reads any bytes, and any records in a file that is whole otherwise: it ends, and does not panic.
func FuzzDecode(f *testing.F) {
	var class recordfile.Encoder
	class.Uint8(kindClass)
	class.Uint8(0)
	for _, text := range []string{"a.B", "B.java", "here", "sha"} {
		class.String(text)
	}
	first, err := class.Bytes()
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("jprof"), first, []byte{kindLoss})
	f.Add([]byte{}, append(first, 1, 1, 0, 0, 0, 'm', 3, 0, 0, 0, '(', ')', 'V', 7, 8), []byte{kindClass})
	f.Fuzz(func(t *testing.T, data, first, second []byte) {
		_, _ = decode(bytes.NewReader(data), "f")
		var about recordfile.Encoder
		about.Uint32(0)
		for range 3 {
			about.Uint64(1)
		}
		for range 7 {
			about.String("x")
		}
		start, err := about.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		w, err := recordfile.NewWriter(&file, recordfile.Reached, start)
		for _, item := range [][]byte{first, second} {
			if err == nil {
				err = w.Item(item)
			}
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			return // an item that is too long
		}
		if got, err := decode(&file, "f"); got == nil {
			t.Errorf("nothing is read of a file whose start is whole: %v", err)
		}
	})
}
