package main

import (
	"fmt"
	"slices"
	"strings"
)

// program describes a program that is measured.
type program struct {
	name string
	what string // the work of the program, for the table
	// artefact is group:artefact:version on Maven Central, with sources. It is "" if the program is in this folder,
	// under its name.
	artefact string
	needs    []string // artefacts on the class path of javac and java, as they come
	driver   string   // class in drivers
	oldest   int      // feature release of the JDK that the program needs at least; 0 for any
	size     int      // units of work of about 4 to 6 seconds of CPU time without counters
	long     int      // units of about half a minute
	quick    int      // units for a trial, and to warm up
	// checks maps a size to the check sum that the driver prints. For other sizes, the check sum is only compared with
	// that of the plain program.
	checks map[int]string
}

var programs = []program{
	{
		name: "render", what: "ray tracing, one scene and picture for all threads", driver: "RenderDriver",
		size: 2400, long: 19200, quick: 10,
		checks: map[int]string{10: "-1854686437205482473", 2400: "-287311878828853156"},
	},
	{
		name: "xz", what: "compression: LZMA2", artefact: "org.tukaani:xz:1.9", driver: "XzDriver",
		size: 8, long: 88, quick: 2,
		checks: map[int]string{2: "7759432546224", 8: "-5490737823098275128"},
	},
	{
		name: "gson", what: "JSON: objects to text and back", artefact: "com.google.code.gson:gson:2.11.0",
		driver: "GsonDriver",
		needs:  []string{"com.google.errorprone:error_prone_annotations:2.27.0"},
		size:   80, long: 720, quick: 2,
		checks: map[int]string{2: "1705019407150682322", 80: "1837663158391701381"},
	},
	{
		name: "h2", what: "SQL in memory", artefact: "com.h2database:h2:2.2.224", driver: "H2Driver",
		needs: []string{
			"javax.servlet:javax.servlet-api:4.0.1", "jakarta.servlet:jakarta.servlet-api:5.0.0",
			"org.locationtech.jts:jts-core:1.17.0", "org.osgi:org.osgi.core:5.0.0",
			"org.osgi:org.osgi.service.jdbc:1.1.0", "org.slf4j:slf4j-api:1.7.30",
			"org.apache.lucene:lucene-core:8.5.2", "org.apache.lucene:lucene-analyzers-common:8.5.2",
			"org.apache.lucene:lucene-queryparser:8.5.2", "org.ow2.asm:asm:9.5",
		},
		size: 6, long: 96, quick: 2,
		checks: map[int]string{2: "-7047619446961176837", 6: "7239884444307221988"},
	},
	{
		name: "jsoup", what: "HTML: parse, select, clean, print", artefact: "org.jsoup:jsoup:1.18.3",
		driver: "JsoupDriver",
		needs:  []string{"org.jspecify:jspecify:1.0.0"},
		size:   50, long: 750, quick: 2,
		checks: map[int]string{2: "-1487403216245", 50: "-2151223536218172913"},
	},
	{
		name: "math3", what: "linear algebra, Fourier, optimisation, special functions",
		artefact: "org.apache.commons:commons-math3:3.6.1", driver: "MathDriver",
		size: 54, long: 972, quick: 2,
		checks: map[int]string{2: "2842118444936069120", 54: "-6047648627357122560"},
	},
	{
		name: "jtransforms", what: "Fourier transforms of pictures, each on all threads",
		artefact: "com.github.wendykierp:JTransforms:3.1", driver: "FourierDriver",
		needs: []string{"pl.edu.icm:JLargeArrays:1.5", "org.apache.commons:commons-math3:3.6.1"},
		size:  700, long: 6000, quick: 4,
		checks: map[int]string{4: "261413824879", 700: "-6077350531611727824"},
	},
	{
		name: "lucene", what: "search: index in memory, queries", artefact: "org.apache.lucene:lucene-core:9.11.1",
		driver: "LuceneDriver",
		size:   14, long: 252, quick: 2,
		checks: map[int]string{2: "7142958331385220341", 14: "-315604413168992352"},
	},
	{
		name: "javaparser", what: "parser: Java to trees and back",
		artefact: "com.github.javaparser:javaparser-core:3.26.2", driver: "JavaParserDriver",
		size: 24, long: 504, quick: 2,
		checks: map[int]string{2: "-53831295427", 24: "5864346208962394791"},
	},
	{
		name: "janino", what: "compiler: Java to classes in memory", artefact: "org.codehaus.janino:janino:3.1.12",
		driver: "JaninoDriver",
		needs:  []string{"org.codehaus.janino:commons-compiler:3.1.12", "org.apache.ant:ant:1.10.14"},
		size:   12, long: 192, quick: 2,
		checks: map[int]string{2: "-7993064690958883475", 12: "-3878299392931569360"},
	},
	{
		name: "rhino", what: "scripts that throw and catch, interpreted", artefact: "org.mozilla:rhino:1.7.15",
		driver: "RhinoDriver",
		size:   40, long: 920, quick: 2,
		checks: map[int]string{2: "6719181162", 40: "6090783240952563600"},
	},
	{
		name: "jox", what: "channels between virtual threads", artefact: "com.softwaremill.jox:channels:0.3.1",
		driver: "JoxDriver",
		oldest: 21, size: 28, long: 240, quick: 2,
		checks: map[int]string{2: "-5211330093522905862", 28: "-1330818171105600084"},
	},
	// The counters were tuned on the programs above. The programs below were added after the tuning, and their work was
	// fixed before they were measured for the first time.
	{
		name: "zxing", what: "pictures: QR codes drawn and read", artefact: "com.google.zxing:core:3.5.3",
		driver: "ZxingDriver", size: 60, long: 1080, quick: 2,
	},
	{
		name: "jts", what: "geometry: triangles, unions, points in polygons",
		artefact: "org.locationtech.jts:jts-core:1.19.0", driver: "JtsDriver",
		size: 26, long: 728, quick: 2,
	},
	// The two below came later still, after a body had begun to find its row once.
	{
		name: "sat", what: "satisfiability of random formulas", artefact: "org.ow2.sat4j:org.ow2.sat4j.core:2.3.6",
		driver: "SatDriver", size: 30, long: 240, quick: 2,
	},
	{
		name: "commonmark", what: "Markdown: parse, write as HTML and as Markdown",
		artefact: "org.commonmark:commonmark:0.24.0", driver: "CommonmarkDriver",
		size: 30, long: 240, quick: 2,
	},
}

// choose returns the programs with the names, or all.
func choose(names []string) ([]program, error) {
	if len(names) == 0 {
		return programs, nil
	}
	var chosen []program
	for _, name := range names {
		i := slices.IndexFunc(programs, func(p program) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no program %s: there are %s", name, strings.Join(namesOf(programs), ", "))
		}
		chosen = append(chosen, programs[i])
	}
	return chosen, nil
}

func namesOf(list []program) []string {
	var names []string
	for _, p := range list {
		names = append(names, p.name)
	}
	return names
}

// The ways to run a program.
const (
	plain      = "plain"
	before     = "before" // with another jprof's counters
	jprof      = "jprof"
	jacoco     = "JaCoCo"
	openClover = "OpenClover"
)

// variants lists the ways of the comparison of counters, in the order in which they run.
var variants = []string{plain, jprof, jacoco, openClover}

// steadyVariants lists the ways of the long runs. OpenClover would take hours.
var steadyVariants = []string{plain, jprof, jacoco}

// others lists the ways with other tools than jprof. If a program does not run with one of these tools, it is measured
// without that tool.
var others = []string{jacoco, openClover, recorder}

// The tools that are measured beside jprof.
const (
	jacocoVersion     = "0.8.14"
	openCloverVersion = "5.1.0"
	jacocoAgent       = "org.jacoco:org.jacoco.agent:" + jacocoVersion + ":runtime"
	openCloverTool    = "org.openclover:clover:" + openCloverVersion
)
