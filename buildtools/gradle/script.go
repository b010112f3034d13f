package gradle

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/plugins"
)

// initScript returns the path of the init script in cacheDir, and writes the script if it is not there. Its name
// has a hash of its text, because a configuration cache that was written with another script cannot be used.
func initScript(cacheDir string) (string, error) {
	text, err := plugins.GradleScript()
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(text)
	path := filepath.Join(cacheDir, "jprof-"+hex.EncodeToString(hash[:8])+".init.gradle")
	if paths.IsFile(path) {
		return path, nil
	}
	if err := os.MkdirAll(cacheDir, 0o755); err != nil {
		return "", err
	}
	return path, atomicfile.WriteBytes(path, text)
}
