package mcp

import (
	"cmp"
	"fmt"
	"strings"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/words"
	"jprof/report"
	"jprof/report/export/text"
	"jprof/report/source"
)

// HotPlace is code with its counts.
type HotPlace struct {
	Place      string `json:"place" jsonschema:"file:line"`
	Executions uint64 `json:"executions" jsonschema:"of statements; of a region or line, how often it ran"`
	Calls      uint64 `json:"calls,omitempty" jsonschema:"of a method or of those of a class"`
	Code       string `json:"code" jsonschema:"the name of the method or class, or the line"`
}

func (x *HotPlace) String() string {
	calls := ""
	if x.Calls > 0 {
		calls = ", calls " + report.Thousands(x.Calls)
	}
	return fmt.Sprintf("%s  executions %s%s  %s", x.Place, report.Thousands(x.Executions), calls, x.Code)
}

type hotList = List[*HotPlace]

func (s *server) hot(c *call, in struct {
	Code
	Kind string `json:"kind,omitempty" jsonschema:"methods, classes, regions, or lines (if in has lines)"`
	By   string `json:"by,omitempty" jsonschema:"executions (the default) or calls"`
	Chosen
	Page
}) (*hotList, error) {
	order, known := map[string]report.Order{"": report.ByExecutions, "executions": report.ByExecutions,
		"calls": report.ByInvocations}[in.By]
	if !known {
		return nil, exit.Usagef("", "by must be executions or calls, not %s", in.By)
	}
	run, err := s.countsOf(c, in.Run, runs.WantShown)
	if err != nil {
		return nil, err
	}
	code, holds, err := run.scope(s, c, in.Code, in.Run != "")
	if err != nil {
		return nil, err
	}
	inLines := func(f *report.File, span report.Span) bool {
		return holds(f, text.Lines{First: int(span.Start.Line), Last: int(span.End.Line)})
	}
	var list hotList
	ran := " that ran, by " + cmp.Or(in.By, "executions")
	if in.Kind == "" && code.lines {
		in.Kind = "lines"
	}
	if in.By != "" && (in.Kind == "regions" || in.Kind == "lines") {
		return nil, exit.Usagef("leave by out", "by is not for %s: they have one count", in.Kind)
	}
	switch in.Kind {
	case "", "methods":
		methods := code.Model.MethodsBy(order, func(r report.MethodRef) bool {
			return inLines(r.File, r.Method().Span)
		})
		list = listOf(in.Page, methods, func(r report.MethodRef) *HotPlace {
			m := r.Method()
			return &HotPlace{code.at(r.File, int(m.Name.Line)), m.Executed, m.Invocations, shown(r.Title())}
		})
		list.Summary = words.Plural(len(methods), "method") + ran
	case "classes":
		classes := code.Model.ClassesBy(order, func(x *report.Class) bool {
			return holds(x.File, text.Lines{First: x.Line, Last: x.Line})
		})
		list = listOf(in.Page, classes, func(x *report.Class) *HotPlace {
			return &HotPlace{code.at(x.File, x.Line), x.Totals.Executed, x.Totals.Invocations,
				shown(x.Qualified())}
		})
		list.Summary = words.Form(len(classes), "1 class", words.Thousands(uint64(len(classes)))+" classes") + ran
	case "regions":
		list = hotRegions(code, in.Page, inLines)
	case "lines":
		list = linesIn(code, in.Page, holds)
	default:
		return nil, exit.Usagef("", "kind must be methods, classes, regions or lines, not %s", in.Kind)
	}
	list.Run = run.data.Run.ID
	if in.In != "" {
		list.Summary += ", in " + report.Printable(in.In)
	}
	return &list, nil
}

// hotRegions lists the regions that ran most.
func hotRegions(code *code, p Page, in func(*report.File, report.Span) bool) hotList {
	var regions []report.HotRegion
	for _, r := range code.Model.RegionsIn(nil) {
		if in(r.File, r.Region.Span) {
			regions = append(regions, r)
		}
	}
	part, list := pageOf[report.HotRegion, *HotPlace](p, regions)
	for i, first := range source.FirstLines(code.Model, part) {
		r := part[i]
		list.Items = append(list.Items, &HotPlace{code.at(r.File, int(r.Region.Span.Start.Line)), r.Region.Count, 0,
			shown(first)})
	}
	list.Summary = words.Plural(len(regions), "region") + " (statements that run together) that ran, by executions"
	return list
}

// countedLine is a line of a file with its count.
type countedLine struct {
	file *report.File
	report.LineCount
}

// linesIn lists the lines on which code begins, also those that did not run.
func linesIn(code *code, p Page, holds func(*report.File, text.Lines) bool) hotList {
	var lines []countedLine
	for _, f := range code.Model.Files {
		for _, l := range f.Lines() {
			if holds(f, text.Lines{First: l.Line, Last: l.Line}) {
				lines = append(lines, countedLine{f, l})
			}
		}
	}
	sources := map[*report.File]*source.Source{}
	list := listOf(p, lines, func(l countedLine) *HotPlace {
		src, known := sources[l.file]
		if !known {
			src, _ = source.Load(code.Model, l.file) // without it, only the code is missing
			sources[l.file] = src
		}
		item := &HotPlace{Place: code.at(l.file, l.Line), Executions: l.Count}
		if src != nil {
			item.Code = shown(strings.TrimSpace(src.Text(src.Line(l.Line))))
		}
		return item
	})
	list.Summary = words.Plural(len(lines), "line") + " with code, in their order"
	return list
}
