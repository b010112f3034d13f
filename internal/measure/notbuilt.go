package measure

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"jprof/buildtools"
	"jprof/internal/format/probe"
	"jprof/internal/measure/shadow"
	"jprof/internal/runs"
	"jprof/internal/util/paths"
)

// notBuilt lists the source sets with Java files that the build should have compiled, but did not. Either the build did
// not reach them, because an earlier module failed or because it was interrupted, or their compilation failed.
// buildFiles are the possible names of the build file of a module.
//
// If all steps of a module ran, it has compiled all that it had to, whatever was planned. If the build runs all steps
// or fails, hooks need not report modules.
func (b *toolBuild) notBuilt(buildFiles []string) []runs.NotBuilt {
	if b.result.ExitCode == 0 && !b.result.Interrupted() && len(b.events.Done) == 0 && len(b.events.Failed) == 0 {
		return nil
	}
	var list []runs.NotBuilt
	for _, p := range b.events.Planned {
		failed := b.compileFailed(p)
		if slices.Contains(b.events.Done, p.Module) || b.compiled(p) && !failed {
			continue
		}
		files := 0
		for _, root := range p.Roots {
			if _, ok := paths.Within(b.ws.Mirror, root); ok {
				files += len(listJava(root))
			}
		}
		if files > 0 {
			list = append(list, runs.NotBuilt{Module: p.Module.ID, Name: p.Set, File: b.buildFile(p.Module, buildFiles),
				Files: files, Failed: failed, Kind: probe.Kind(p.Kind)})
		}
	}
	slices.SortFunc(list, func(a, b runs.NotBuilt) int {
		return cmp.Or(cmp.Compare(a.Module, b.Module), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// idsOf lists the IDs of modules, each once, sorted.
func idsOf(modules []buildtools.Module) []string {
	var ids []string
	for _, m := range modules {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// compiled reports whether a compiler was started for a source set, with counters or without.
func (b *toolBuild) compiled(p buildtools.Planned) bool {
	return slices.ContainsFunc(b.events.Compiles, func(c buildtools.Compile) bool {
		return c.Module == p.Module && isOfSet(c.Set, p.Set)
	}) || slices.ContainsFunc(b.events.Unhooked, func(u buildtools.UnhookedCompile) bool {
		return u.Module == p.Module && isOfSet(u.Set, p.Set)
	})
}

// compileFailed reports whether the compilation of a source set failed. Without a hook, the failed source set is not
// known.
func (b *toolBuild) compileFailed(p buildtools.Planned) bool {
	return slices.ContainsFunc(b.events.Failures, func(f buildtools.Failure) bool {
		return f.Plugin != "" && f.Module == p.Module && isOfSet(f.Set, p.Set)
	})
}

// isOfSet reports whether a compilation belongs to a source set or to a part of it. The part main:java9 belongs to
// main.
func isOfSet(compiled, set string) bool {
	return compiled == set || strings.HasPrefix(compiled, set+":")
}

// buildFile returns the path of the build file of a module from the project, "" if the module has no file of its own.
func (b *toolBuild) buildFile(m buildtools.Module, names []string) string {
	dir := filepath.Join(b.ws.Mirror, filepath.FromSlash(m.Dir))
	for _, name := range names {
		if path := filepath.Join(dir, name); paths.Exists(path) {
			return shadow.FromHome(b.ws.HomeMirror(), path)
		}
	}
	return ""
}
