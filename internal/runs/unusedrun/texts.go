package unusedrun

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jprof/report/unused"
)

// maxText is the size above which a file is no resource with names of code.
const maxText = 1 << 20

// resourceEnds lists the ends of names of files in which frameworks find names of code.
var resourceEnds = []string{".xml", ".yml", ".yaml", ".properties", ".html", ".htm", ".xhtml", ".jsp", ".jspx", ".jspf",
	".tag", ".ftl", ".ftlh", ".vm", ".mustache", ".hbs", ".peb", ".jte", ".gsp", ".conf"}

// sourceEnds lists the ends of names of sources that may call Java.
var sourceEnds = []string{".java", ".kt", ".kts", ".groovy", ".scala", ".clj"}

// skipped lists folders that hold nothing a developer wrote. Below src, these are names of packages.
var skipped = []string{".git", ".jprof", ".idea", ".gradle", ".mvn", "node_modules", "target", "build", "out", "bin"}

// Resources reads the texts of a project in which frameworks may find names of code. Files that cannot be read are
// omitted.
func Resources(root string) []unused.Text {
	return texts(root, func(name string) bool {
		return slices.Contains(resourceEnds, path.Ext(name)) ||
			strings.Contains("/"+name, "/META-INF/")
	}, false)
}

// Sources reads the sources of a project, also those that builds make, and those of other languages.
func Sources(root string) []unused.Text {
	return texts(root, func(name string) bool { return slices.Contains(sourceEnds, path.Ext(name)) }, true)
}

// texts reads the files below a folder that is accepts. made includes those in the outputs of builds.
func texts(root string, is func(name string) bool, made bool) (list []unused.Text) {
	_ = filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // the next one can be read
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if e.IsDir() {
			inSource := slices.Contains(strings.Split(name, "/"), "src")
			output := slices.Index(skipped, e.Name()) > slices.Index(skipped, "node_modules")
			if name != "." && slices.Contains(skipped, e.Name()) && !inSource && !(made && output) {
				return filepath.SkipDir
			}
			return nil
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxText || !is(name) {
			return nil // the next one can be read
		}
		if data, err := os.ReadFile(file); err == nil {
			list = append(list, unused.Text{Path: name, Data: data})
		}
		return nil
	})
	return list
}
