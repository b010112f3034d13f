package agent

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"jprof/internal/classfile"
	"jprof/internal/ui"
	"jprof/internal/words"
	"jprof/plugins"
)

// The interface of agents of the user, and the package of those that jprof has.
const (
	userInterface = "jprof/api/ContextAgent"
	ownAgents     = "jprof/agents/"
)

// CheckAgents returns an error if an agent of the user cannot be one, as far as the files say. A class that is on no
// agent path may be on the class path of the program: then its JVM says whether it is there.
func (set Settings) CheckAgents() error {
	if len(set.Agents) == 0 {
		return nil
	}
	jar, err := plugins.ContextAgent()
	if err != nil {
		return err
	}
	own, err := zip.NewReader(bytes.NewReader(jar), int64(len(jar)))
	if err != nil {
		return err
	}
	places, err := openPlaces(set.AgentPath)
	if err != nil {
		return err
	}
	defer places.close()
	for _, name := range set.Agents {
		file := strings.ReplaceAll(name, ".", "/") + ".class"
		if strings.HasPrefix(file, ownAgents) {
			if known := agentsIn(own); !slices.Contains(known, name) {
				return ui.Errorf("jprof has "+words.Listed(known), "there is no agent %s", name)
			}
			continue
		}
		data, err := places.read(file)
		if errors.Is(err, fs.ErrNotExist) {
			if len(places) == 0 {
				continue
			}
			hint := "name the jar or folder that has it with --agent-path"
			if there := places.agents(); len(there) > 0 {
				hint = "the agents there are " + words.Listed(there)
			}
			return ui.Errorf(hint, "the agent path has no class %s", name)
		}
		if err != nil {
			return fmt.Errorf("the agent %s: %w", name, err)
		}
		if problem := refuse(data); problem != "" {
			return ui.Errorf("docs/CONTEXTS.md has an example of an agent", "the class %s %s", name, problem)
		}
	}
	return nil
}

// refuse says why a class cannot be an agent, "" if it may.
func refuse(data []byte) string {
	f, err := classfile.Parse(data)
	switch {
	case err != nil:
		return fmt.Sprintf("cannot be read: %v", err)
	case f.Access&(classfile.Interface|classfile.Abstract) != 0:
		return "is abstract, or an interface"
	case f.Method("<init>", "()V") == nil:
		return "has no constructor without parameters"
	case f.Super == "java/lang/Object" && len(f.Interfaces) == 0:
		return "does not implement jprof.api.ContextAgent"
	}
	return ""
}

// places are the jars and folders of an agent path.
type places []fs.FS

// openPlaces opens the entries of an agent path.
func openPlaces(entries []string) (all places, err error) {
	for _, entry := range entries {
		info, err := os.Stat(entry)
		if err != nil {
			all.close()
			return nil, err
		}
		if info.IsDir() {
			all = append(all, os.DirFS(entry))
			continue
		}
		jar, err := zip.OpenReader(entry)
		if err != nil {
			all.close()
			return nil, ui.Errorf("name a jar or a folder of classes", "the path of agents: %s: %w", entry, err)
		}
		all = append(all, jar)
	}
	return all, nil
}

// close closes the jars.
func (p places) close() {
	for _, place := range p {
		if c, ok := place.(io.Closer); ok {
			c.Close()
		}
	}
}

// read reads the first file of a name.
func (p places) read(name string) ([]byte, error) {
	for _, place := range p {
		data, err := fs.ReadFile(place, name)
		if !errors.Is(err, fs.ErrNotExist) {
			return data, err
		}
	}
	return nil, fs.ErrNotExist
}

// agents are the names of the agents that are there.
func (p places) agents() []string {
	var names []string
	for _, place := range p {
		names = append(names, agentsIn(place)...)
	}
	return names
}

// agentsIn are the names of the classes that implement the interface of agents themselves.
func agentsIn(place fs.FS) []string {
	var names []string
	_ = fs.WalkDir(place, ".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".class" {
			return nil // what cannot be read is not listed
		}
		if data, err := fs.ReadFile(place, file); err == nil {
			f, err := classfile.Parse(data)
			if err == nil && slices.Contains(f.Interfaces, userInterface) && refuse(data) == "" {
				names = append(names, classfile.TypeName(f.Name))
			}
		}
		return nil
	})
	return names
}
