package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// part is software by others that is in a binary.
type part struct {
	Name, Version string
	PURL          string    // a package URL, such as pkg:golang/golang.org/x/sys@v0.49.0
	Use           string    // its purpose in jprof
	Licences      []licence // of all its files that speak of licences
	SPDX          []string  // the names of the licences in the list of SPDX, in order
}

// licence is a text that has to be passed on with the binary.
type licence struct{ name, text string }

// Texts of parts that have none of their own in the modules: the C sources of the parser.
var (
	//go:embed licences/tree-sitter.txt
	treeSitterLicence string
	//go:embed licences/tree-sitter-java.txt
	treeSitterJavaLicence string
	//go:embed licences/icu.txt
	icuLicence string
)

// licenceFile matches the names of files that hold a licence or a notice that belongs to one.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|patents)([-.].*)?$`)

// partsOf returns the parts of others in the program for a target: Go's own library and Go modules, the parser's
// sources in C, the C library, and the classes in the agent.
func partsOf(t target, compiler zig) ([]part, error) {
	pkgs, err := listPackages(t)
	if err != nil {
		return nil, err
	}
	modules := map[string]goModule{}
	for _, p := range pkgs {
		if p.Module != nil && !p.Module.Main {
			modules[p.Module.Path] = *p.Module
		}
	}
	var parts []part
	for _, m := range modules {
		p := part{Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version, Use: "Go module"}
		if p.Licences, err = licencesIn(m.Dir); err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.Name, b.Name) })
	others, err := embeddedParts(t, compiler)
	if err != nil {
		return nil, err
	}
	parts = append(parts, others...)
	for i := range parts {
		if err := parts[i].identify(); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// licencesIn reads the texts of licences in a folder.
func licencesIn(folder string) ([]licence, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []licence
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		l, err := readLicence(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

func readLicence(path string) (licence, error) {
	text, err := os.ReadFile(path)
	return licence{filepath.Base(path), string(text)}, err
}

// asmVersion finds the version of ASM in the build file of the agent.
var asmVersion = regexp.MustCompile(`<asm\.version>([^<]+)</asm\.version>`)

// embeddedParts returns the parts that are no modules of Go.
func embeddedParts(t target, compiler zig) ([]part, error) {
	goroot, err := output(nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	goLicence, err := readLicence(filepath.Join(strings.TrimSpace(string(goroot)), "LICENSE"))
	if err != nil {
		return nil, err
	}
	const agent = "plugins/agent/"
	asm, err := readLicence(agent + "src/main/resources/META-INF/LICENSE-ASM.txt")
	if err != nil {
		return nil, err
	}
	pom, err := os.ReadFile(agent + "pom.xml")
	if err != nil {
		return nil, err
	}
	v := asmVersion.FindSubmatch(pom)
	if v == nil {
		return nil, fmt.Errorf("%spom.xml: no property asm.version", agent)
	}
	zigLicence, err := readLicence(filepath.Join(string(compiler), "LICENSE"))
	if err != nil {
		return nil, err
	}
	goVersion := strings.TrimPrefix(runtime.Version(), "go")
	parts := []part{
		{Name: "Go", Version: goVersion, PURL: "pkg:generic/go@" + goVersion, Use: "runtime and standard library",
			Licences: []licence{goLicence}},
		{Name: "tree-sitter", PURL: "pkg:generic/tree-sitter", Use: "the parser's library in C, in go-tree-sitter",
			Licences: []licence{{"LICENSE", treeSitterLicence}}},
		{Name: "tree-sitter-java", PURL: "pkg:generic/tree-sitter-java", Use: "the grammar of Java, in go-tree-sitter",
			Licences: []licence{{"LICENSE", treeSitterJavaLicence}}},
		{Name: "ICU", PURL: "pkg:generic/icu", Use: "headers for UTF-8 and UTF-16, in tree-sitter",
			Licences: []licence{{"LICENSE", icuLicence}}, SPDX: []string{"ICU"}},
		{Name: "org.ow2.asm:asm", Version: string(v[1]), PURL: "pkg:maven/org.ow2.asm/asm@" + string(v[1]),
			Use: "reads and writes classes, in the agent", Licences: []licence{asm}},
		{Name: "org.ow2.asm:asm-tree", Version: string(v[1]), PURL: "pkg:maven/org.ow2.asm/asm-tree@" + string(v[1]),
			Use: "reads and writes classes, in the agent", Licences: []licence{asm}},
		{Name: "compiler-rt of zig", PURL: "pkg:generic/zig", Use: "helpers of the C compiler",
			Licences: []licence{zigLicence}},
	}
	var libc part
	switch t.os {
	case "linux":
		libc = part{Name: "musl", PURL: "pkg:generic/musl", Use: "the C library, linked statically",
			SPDX: []string{"MIT"}}
		l, err := readLicence(compiler.lib("libc/musl/COPYRIGHT"))
		if err != nil {
			return nil, err
		}
		libc.Licences = []licence{l}
	case "windows":
		libc = part{Name: "mingw-w64", PURL: "pkg:generic/mingw-w64",
			Use: "the start of programs in C, linked statically", SPDX: []string{"ZPL-2.1"}}
		l, err := readLicence(compiler.lib("libc/mingw/COPYING"))
		if err != nil {
			return nil, err
		}
		libc.Licences = []licence{l}
	default:
		return parts, nil // macOS has a C library of its own
	}
	return append(parts, libc), nil
}

// identify finds the names of a part's licences by their texts, where they are not set.
func (p *part) identify() error {
	if len(p.Licences) == 0 {
		return fmt.Errorf("%s %s has no licence in its folder: find out which it has", p.Name, p.Version)
	}
	if len(p.SPDX) > 0 {
		return nil
	}
	for _, l := range p.Licences {
		for _, m := range licensecheck.Scan([]byte(l.text)).Match {
			if !m.IsURL && !slices.Contains(p.SPDX, m.ID) {
				p.SPDX = append(p.SPDX, m.ID)
			}
		}
	}
	if len(p.SPDX) == 0 {
		return fmt.Errorf("%s %s: the licence in %s is not known: read it", p.Name, p.Version, p.Licences[0].name)
	}
	slices.Sort(p.SPDX)
	return nil
}

// thirdParty returns the text of THIRD-PARTY.txt: all parts, then the licence of each.
func thirdParty(t target, parts []part) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "jprof for %s has these parts by others in it. The text of each licence follows the list.\n\n", t)
	title := func(p part) string { return strings.TrimSpace(p.Name + " " + p.Version) }
	for _, p := range parts {
		fmt.Fprintf(&b, "  %s: %s (%s)\n", title(p), strings.Join(p.SPDX, ", "), p.Use)
	}
	for _, p := range parts {
		for _, l := range p.Licences {
			fmt.Fprintf(&b, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 80), title(p), l.name,
				strings.TrimSpace(strings.ReplaceAll(l.text, "\r\n", "\n")))
		}
	}
	return []byte(b.String())
}
