package selection

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/runs"
	"jprof/internal/settings"
	"jprof/internal/util/environ"
	"jprof/internal/util/regular"
	"jprof/report/tests/change"
)

// Around has the inputs of a build beside its sources.
type Around struct {
	// Files has all files of the project that the build reads, including those that Git ignores, as paths with slashes.
	Files []string
	Given runs.Given
	// Call means that Given has the options and settings of a call of the build tool.
	Call bool
	// Ignore has patterns for paths, as in the setting affected.ignore: changed files that match select no test.
	Ignore []string
	set    map[string]bool // the names of variables that are set
	// State selects tests by static fields in which a selected test may leave something else: see affected.Input.
	State bool
}

// NewAround finds the inputs of a build of the project in dir. files are the files that it reads, jdk describes its
// JDK, vars is its environment. call is the call of the build tool, nil for none.
func NewAround(dir string, files []string, jdk string, vars []string, call *buildtools.Call) (Around, error) {
	a := Around{Files: files, Given: runs.Given{JDK: jdk}, set: map[string]bool{}}
	a.Given.Variables = variables(dir, files, vars)
	for _, v := range vars {
		name, _, _ := strings.Cut(v, "=")
		a.set[name] = true
	}
	if call == nil {
		return a, nil
	}
	a.Call, a.Given.Options, a.Given.Settings = true, call.Options, map[string]string{}
	for what, path := range call.Settings {
		hash, err := hashOf(path)
		if err != nil {
			return a, err
		}
		if hash != gone {
			a.Given.Settings[what] = hash[:shortHash]
		}
	}
	return a, nil
}

// SelectBy sets the grounds by which tests are selected, unless by is "": see settings.Affected.
func (a *Around) SelectBy(by string) {
	if by != "" {
		a.State = by == settings.AffectedByState
	}
}

// shortHash limits the digits in hashes of variables and settings, which are only compared with each other.
const shortHash = 16

// mostText limits the size of files that are searched for names of variables, in bytes.
const mostText = 1 << 20

// read has variables that JVMs and build tools read. A name with an underscore at its end is the start of names.
var read = []string{"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "JAVA_OPTS", "MAVEN_OPTS", "MAVEN_ARGS",
	"GRADLE_OPTS", "ORG_GRADLE_PROJECT_", "TZ", "LANG", "LANGUAGE", "LC_"}

// ofShells has variables that shells set themselves, another way for each command.
var ofShells = []string{"_", "SHLVL", "PWD", "OLDPWD"}

// ofJobs matches variables that CI systems set to another value in each job, and so no test can expect one.
var ofJobs = regexp.MustCompile(`^(GITHUB_(SHA|RUN_\w+|REF(_NAME)?|HEAD_REF|EVENT_PATH|ENV|PATH|OUTPUT|STATE|` +
	`STEP_SUMMARY|TOKEN|JOB)|RUNNER_(NAME|TEMP|TRACKING_ID)|CI_(JOB|PIPELINE|COMMIT|RUNNER|MERGE_REQUEST)_\w+|` +
	`BUILD_(NUMBER|ID|URL|TAG|DISPLAY_NAME|BUILDNUMBER|BUILDID))$`)

// variables returns hashes of environment variables: those that builds read, and those that a file of the project
// names. Files that neither builds nor tests read name none, such as the workflows of a CI system.
func variables(dir string, files, vars []string) map[string]string {
	known := map[string]bool{} // by name, true if builds read it
	for _, v := range vars {
		name, _, _ := strings.Cut(v, "=")
		if slices.Contains(ofShells, name) || ofJobs.MatchString(name) {
			continue
		}
		known[name] = slices.ContainsFunc(read, func(r string) bool {
			return name == r || strings.HasSuffix(r, "_") && strings.HasPrefix(name, r)
		})
	}
	words, reads := map[string]bool{}, false
	for _, name := range files {
		if _, none := kindOf(name); none {
			continue
		}
		// A file that is too large or cannot be read names no variable.
		if text, err := regular.ReadUpTo(filepath.Join(dir, filepath.FromSlash(name)), mostText); err == nil {
			note(known, words, text)
			reads = reads || readsVariables.Match(text)
		}
	}
	for name := range words {
		known[name] = known[name] || reads
	}
	hashes := map[string]string{}
	for name, is := range known {
		if is {
			sum := sha256.Sum256([]byte(environ.Get(vars, name)))
			hashes[name] = hex.EncodeToString(sum[:])[:shortHash]
		}
	}
	return hashes
}

// readsVariables matches code that reads variables by names.
var readsVariables = regexp.MustCompile(`getenv|System\.env|\.env\[|environment(Variable)?\(|EnvironmentVariable`)

// note sets known to true for each known variable that a text mentions, as "NAME", 'NAME', ${NAME} or env.NAME. It puts
// names in quotes with small letters, which are common words, into words: they only count if code reads variables.
func note(known, words map[string]bool, text []byte) {
	isName := func(c byte) bool {
		return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	for i := 0; i < len(text); i++ {
		quoted := false
		switch c := text[i]; {
		case c == '"' || c == '\'':
			quoted = true
		case c == '{' && i > 0 && text[i-1] == '$':
		case c == '.' && bytes.HasSuffix(text[:i], []byte("env")):
		default:
			continue
		}
		end := i + 1
		for end < len(text) && isName(text[end]) {
			end++
		}
		name := string(text[i+1 : end])
		if is, there := known[name]; !there || is {
			continue
		}
		if quoted && name != strings.ToUpper(name) {
			words[name] = true
		} else {
			known[name] = true
		}
	}
}

// facts returns the differences from the inputs of a run. A run of an older jprof has no inputs. Only for a build this
// is a difference, because only a build takes over the data of the run.
func (a Around) facts(was *runs.Given) []change.Fact {
	if was == nil {
		if !a.Call {
			return nil
		}
		return []change.Fact{{Kind: change.Given, Path: "JDK, options, environment",
			Detail: "not noted in the run, which an older jprof has made"}}
	}
	var facts []change.Fact
	add := func(what, detail string) {
		facts = append(facts, change.Fact{Kind: change.Given, Path: what, Detail: detail})
	}
	if now := a.Given.JDK; now != was.JDK && now != "" && was.JDK != "" {
		add("JDK", was.JDK+" in the run, "+now+" now")
	}
	hashes := func(kind string, was, now map[string]string, set func(name string) bool) {
		both := map[string]bool{}
		for name := range was {
			both[name] = true
		}
		for name := range now {
			both[name] = true
		}
		for _, name := range slices.Sorted(maps.Keys(both)) {
			switch old, is := was[name], now[name]; {
			case slices.Contains(ofShells, name), ofJobs.MatchString(name): // in runs of jprof 0.2
			case is == "" && set(name): // no file names it any more
			case is == "":
				add(kind+name, "not there any more")
			case old == "":
				add(kind+name, "not there in the run")
			case old != is:
				add(kind+name, "other than in the run")
			}
		}
	}
	if a.Call {
		for _, o := range without(was.Options, a.Given.Options) {
			add(o, "not given any more")
		}
		for _, o := range without(a.Given.Options, was.Options) {
			add(o, "not given in the run")
		}
		hashes("", was.Settings, a.Given.Settings, func(string) bool { return false })
	}
	hashes("variable ", was.Variables, a.Given.Variables, func(name string) bool { return a.set[name] })
	return facts
}

// without returns the texts in list that the other list lacks.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}
