package agent

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/term"
	"jprof/plugins"
)

// The names of the files of Folder. The agent finds its settings beside its jar.
const (
	folderJar      = "jprof-agent.jar"
	folderSettings = "jprof-agent.properties"
	folderOut      = "recorded"
)

// Folder writes the agent to a folder for JVMs that others start, and returns their options and the folder that they
// write to. The folder may be copied to another place, unless the JDK is covered: the options then name files in the
// cache, and are for JVMs of the launcher java only.
func Folder(ctx context.Context, u *term.UI, cache, java, dir string, s Settings) (options []string, out string,
	err error) {
	jar, err := plugins.ContextAgent()
	if err != nil {
		return nil, "", err
	}
	a := &Agent{Coverage: s.Coverage}
	if s.Coverage == All {
		if a, err = Prepare(ctx, u, cache, java, s); err != nil {
			return nil, "", err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, "", err
	}
	s.Out = folderOut
	put, text := s.lines(a.Coverage, a.Patch)
	put("stoppable", "true")
	if err := atomicfile.WriteBytes(filepath.Join(dir, folderJar), jar); err != nil {
		return nil, "", err
	}
	if err := atomicfile.WriteBytes(filepath.Join(dir, folderSettings), []byte(text.String())); err != nil {
		return nil, "", err
	}
	out = filepath.Join(dir, folderOut)
	if err := os.MkdirAll(out, 0o700); err != nil {
		return nil, "", err
	}
	return append([]string{"-javaagent:" + filepath.Join(dir, folderJar)}, a.JDKOptions()...), out, nil
}

// A Request asks the agent to do something in a JVM that runs.
type Request struct {
	Command string        // start, stop or snapshot
	Jar     string        // the path of the agent, as the JVM names it
	Answer  string        // the file for its answer, as the JVM names it
	Time    time.Duration // after which a recording ends by itself, 0 for never
}

// Properties returns the text of the properties file for a request. Settings.Out is a folder as the JVM names it.
func (r Request) Properties(s Settings) string {
	put, text := s.lines(s.Coverage, "")
	put("command", r.Command)
	put("jar", r.Jar)
	put("answer", r.Answer)
	put("stoppable", "true")
	if s.Change > 0 {
		put("change", strconv.FormatInt(s.Change.Milliseconds(), 10))
	}
	if r.Time > 0 {
		put("time", strconv.FormatInt(r.Time.Milliseconds(), 10))
	}
	return text.String()
}
