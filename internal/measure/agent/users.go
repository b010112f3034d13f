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
	"path/filepath"
	"slices"
	"strings"

	"jprof/internal/java/classfile"
	"jprof/internal/util/term"
	"jprof/internal/util/words"
	"jprof/plugins"
)

// userInterface is the name of the interface that agents of the user implement.
const userInterface = "jprof/api/ContextAgent"

// ownSpace begins the names of jprof's own agents. No other agent may have such a name.
const ownSpace = "jprof."

// CheckAgents returns an error if a class that the user names cannot be an agent, as far as the files show. It does not
// examine the agents of OnClassPath. If the class path is known, CheckOnClassPath examines them.
func (set Settings) CheckAgents() error {
	if len(set.Agents) == 0 {
		return nil
	}
	known, err := ownAgents()
	if err != nil {
		return err
	}
	places, err := openPlaces(set.AgentPath)
	if err != nil {
		return err
	}
	defer places.close()
	for _, name := range set.Agents {
		if slices.Contains(known, name) {
			continue
		}
		err := places.check(name)
		missing := errors.Is(err, fs.ErrNotExist)
		switch {
		case missing && strings.HasPrefix(name, ownSpace):
			return term.WithHints(fmt.Errorf("there is no agent %s", name), agentHints(name, known, "jprof has")...)
		case missing && len(places) == 0:
		case missing:
			return term.WithHints(fmt.Errorf("the agent path has no class %s", name),
				agentHints(name, places.agents(), "the agents there are")...)
		case err != nil:
			return err
		}
	}
	return nil
}

// ownAgents returns the names of the agents in jprof's jar.
func ownAgents() ([]string, error) {
	jar, err := plugins.ContextAgent()
	if err != nil {
		return nil, err
	}
	own, err := zip.NewReader(bytes.NewReader(jar), int64(len(jar)))
	if err != nil {
		return nil, err
	}
	return agentsIn(own), nil
}

// agentHints returns hints for a wrong name of an agent: a similar name, and the list of known agents. The list follows
// the text in the last argument.
func agentHints(name string, known []string, listed string) []string {
	if len(known) == 0 {
		return []string{"name the jar or folder that has it with --agent-path"}
	}
	hints := []string{listed + " " + words.Listed(known)}
	if near := nearAgent(name, known); near != "" {
		hints = []string{near, hints[0]}
	}
	return hints
}

// nearAgent returns the question whether an agent with a similar name was meant, "" if there is none.
func nearAgent(name string, known []string) string {
	simple := func(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
	meanings := map[string]string{}
	for _, k := range known {
		meanings[simple(k)] = k
	}
	return words.DidYouMean(simple(name), meanings)
}

// CheckUnnamed returns an error if the name of an agent of OnClassPath has no package and is similar to the name of an
// agent of jprof. In this case the user has probably forgotten the package. The check is for builds, whose class path
// is not known.
func (set Settings) CheckUnnamed() error {
	known, err := ownAgents()
	if err != nil {
		return err
	}
	for _, name := range set.OnClassPath() {
		if !strings.Contains(name, ".") && nearAgent(name, known) != "" {
			return term.WithHints(fmt.Errorf("there is no agent %s", name), append(agentHints(name, known, "jprof has"),
				"if it is yours, name the jar or folder that has it with --agent-path")...)
		}
	}
	return nil
}

// OnClassPath returns the agents that the JVM can find on its class path only. These are all agents except jprof's own,
// and none if the user named an agent path.
func (set Settings) OnClassPath() []string {
	if len(set.AgentPath) > 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(set.Agents),
		func(name string) bool { return strings.HasPrefix(name, ownSpace) })
}

// CheckOnClassPath returns an error if the class path of a program does not have an agent of OnClassPath, or if the
// class there cannot be an agent. Relative entries are below the folder dir.
func (set Settings) CheckOnClassPath(classPath, dir string) error {
	missing := set.OnClassPath()
	if len(missing) == 0 {
		return nil
	}
	known, err := ownAgents()
	if err != nil {
		return err
	}
	places, whole := classPathPlaces(classPath, dir)
	defer places.close()
	for _, name := range missing {
		err := places.check(name)
		if errors.Is(err, fs.ErrNotExist) {
			if !whole {
				continue // the JVM reports it if it is missing
			}
			return term.WithHints(fmt.Errorf("the class path has no agent %s, and there is no --agent-path", name),
				agentHints(name, append(places.agents(), known...), "there are")...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// refuse returns the reason why a class cannot be an agent, "" if it can. data is its class file.
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

// places holds the opened jars and folders of an agent path.
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
			return nil, term.Errorf("name a jar or a folder of classes", "the path of agents: %s: %w", entry, err)
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

// read returns the content of the first file with this name.
func (p places) read(name string) ([]byte, error) {
	for _, place := range p {
		data, err := fs.ReadFile(place, name)
		if !errors.Is(err, fs.ErrNotExist) {
			return data, err
		}
	}
	return nil, fs.ErrNotExist
}

// check returns an error if the class with this name cannot be an agent. The error is fs.ErrNotExist if there is no
// such class.
func (p places) check(name string) error {
	data, err := p.read(strings.ReplaceAll(name, ".", "/") + ".class")
	if err != nil {
		return fmt.Errorf("the agent %s: %w", name, err)
	}
	if problem := refuse(data); problem != "" {
		return term.Errorf("docs/CONTEXTS.md has an example of an agent", "the class %s %s", name, problem)
	}
	return nil
}

// classPathPlaces opens the entries of a class path. As for the JVM, a missing entry has no classes, and folder/* means
// all jars of the folder. whole is false if a jar names further jars, which are not in the result.
func classPathPlaces(classPath, dir string) (all places, whole bool) {
	whole = true
	for _, entry := range filepath.SplitList(classPath) {
		if !filepath.IsAbs(entry) {
			entry = filepath.Join(dir, entry) // the folder itself for ""
		}
		entries := []string{entry}
		if folder, star := strings.CutSuffix(entry, string(filepath.Separator)+"*"); star {
			entries = jarsIn(folder)
		}
		for _, e := range entries {
			opened, err := openPlaces([]string{e})
			if err != nil {
				continue
			}
			all = append(all, opened...)
			manifest, err := opened.read("META-INF/MANIFEST.MF")
			whole = whole && (err != nil || !bytes.Contains(manifest, []byte("\nClass-Path:")))
		}
	}
	return all, whole
}

// jarsIn returns the jars that are directly in a folder.
func jarsIn(folder string) []string {
	list, _ := os.ReadDir(folder) // none where there is no folder
	var jars []string
	for _, e := range list {
		if strings.EqualFold(filepath.Ext(e.Name()), ".jar") {
			jars = append(jars, filepath.Join(folder, e.Name()))
		}
	}
	return jars
}

// agents returns the names of the agents in all places.
func (p places) agents() []string {
	var names []string
	for _, place := range p {
		names = append(names, agentsIn(place)...)
	}
	return names
}

// agentsIn returns the names of the classes that declare to implement the interface of agents and can be agents.
func agentsIn(place fs.FS) []string {
	var names []string
	_ = fs.WalkDir(place, ".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".class" {
			return nil // files that cannot be read are not listed
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
