package atomicfile

import (
	"encoding/json"
	"os"
)

// ReadJSON reads what WriteJSON has written.
func ReadJSON(path string, v any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

// EmptyDir makes a folder, or empties it.
func EmptyDir(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o777)
}
