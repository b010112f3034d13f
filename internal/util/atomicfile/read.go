package atomicfile

import (
	"encoding/json"
	"fmt"
	"os"

	"jprof/internal/util/jsonerror"
)

// ReadJSON reads a file that WriteJSON has written into v.
func ReadJSON(path string, v any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("%s: %w", path, jsonerror.Plain(err, text))
	}
	return nil
}

// EmptyDir makes a folder, or empties it.
func EmptyDir(dir string) error {
	if err := RemoveAll(dir); err != nil {
		return err
	}
	return os.MkdirAll(dir, 0o777)
}
