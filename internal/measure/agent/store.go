package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"jprof/internal/format/jfr"
	"jprof/internal/util/atomicfile"
	"jprof/internal/util/paths"
	"jprof/internal/util/term"
)

// A store is the folder of one version of the agent in the cache. It has the jar, properties files and instrumented
// JDKs.
type store struct {
	dir string
	jar string
}

// openStore opens the store of this version, and writes the jar if the store lacks it. This happens when a version of
// jprof is used for the first time. Then openStore also removes unused stores of other versions.
func openStore(cache string, jar []byte) (store, error) {
	s := storeIn(cache, jar)
	if strings.Contains(s.jar, "=") { // -javaagent:JAR=OPTIONS
		return store{}, term.Errorf("set JPROF_CACHE to another folder",
			"a JVM takes no agent from a folder with = in its path: %s", cache)
	}
	known := paths.IsFile(s.jar)
	if err := s.write(s.jar, jar); err != nil {
		return s, err
	}
	if err := s.used(); err != nil || known {
		return s, err
	}
	_, _, _, err := Prune(cache, keptVersions)
	return s, err
}

// storesIn returns the folder with the stores of all versions in a cache.
func storesIn(cache string) string { return filepath.Join(cache, "agent") }

// storeIn returns the store of a jar in a cache. Its folder need not exist.
func storeIn(cache string, jar []byte) store {
	dir := filepath.Join(storesIn(cache), hash(jar))
	return store{dir: dir, jar: filepath.Join(dir, "jprof-agent.jar")}
}

// write writes a file whose name depends on its content, unless the file exists.
func (s store) write(path string, data []byte) error {
	if paths.IsFile(path) {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, data)
}

// properties writes the properties file of the settings, with the coverage and the folder of the instrumented JDK.
func (s store) properties(set Settings, coverage Coverage, patch string) (string, error) {
	put, text := set.lines(coverage, patch)
	put("woven", s.wovenDir(set))
	if set.Children {
		put("children", s.jar)
	}
	if set.Time {
		flight, err := s.flight(coverage)
		if err != nil {
			return "", err
		}
		put("flight", flight)
	}
	put("agents", strings.Join(set.Agents, ","))
	put("agentPath", strings.Join(set.AgentPath, string(filepath.ListSeparator)))
	path := filepath.Join(s.dir, hash([]byte(text.String()))+".properties")
	return path, s.write(path, []byte(text.String()))
}

// lines begins the text of a properties file. It returns the text so far, and a function that adds a line to it.
func (set Settings) lines(coverage Coverage, patch string) (put func(key, value string), text *strings.Builder) {
	text = &strings.Builder{}
	put = func(key, value string) {
		if value != "" {
			fmt.Fprintf(text, "%s=%s\n", key, escape(value))
		}
	}
	put("out", set.Out)
	put("coverage", string(coverage))
	put("patch", patch)
	put("blocks", set.Blocks)
	put("recursion", set.Recursion)
	if set.Limit > 0 {
		put("limit", strconv.Itoa(set.Limit))
	}
	if set.CallSites {
		put("callSites", "true")
	}
	put("include", strings.Join(set.Include, ","))
	put("exclude", strings.Join(set.Exclude, ","))
	return put, text
}

// flight writes the settings of the flight recorder.
func (s store) flight(coverage Coverage) (string, error) {
	text := jfr.ContextSettings(coverage == All)
	path := filepath.Join(s.dir, hash(text)+".flight")
	return path, s.write(path, text)
}

// wovenDir returns the folder in which JVMs keep woven classes for other JVMs with the same settings.
func (s store) wovenDir(set Settings) string {
	key := append(set.patchOptions(), fmt.Sprint(len(set.Agents) > 0), strings.Join(set.Include, ","),
		strings.Join(set.Exclude, ","))
	return filepath.Join(s.dir, "woven-"+hash([]byte(strings.Join(key, "\n"))))
}

// escape returns a value in the form that java.util.Properties.load reads.
func escape(value string) string {
	value = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\f", `\f`).Replace(value)
	if strings.HasPrefix(value, " ") {
		value = `\` + value
	}
	return value
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
