package html

import (
	"fmt"
	"path"

	"jprof/report"
	"jprof/report/html/layout"
	"jprof/report/source"
)

// hotRows limits the methods, and the regions, on the page of hot spots. It applies to main sources and to test
// sources.
const hotRows = 100

type hotPage struct {
	Frame   layout.Frame
	Methods []methodRow
	Regions []hotRegion
	Lines   []timeLine // by time, none without times
	Samples string     // the kind of the times, "" without
	Both    bool       // the page has rows of main sources, followed by rows of test sources
}

func (s *site) hot() hotPage {
	p := hotPage{Frame: s.frame("", "hot", "Hot spots"), Lines: s.linesByTime(hotRows), Samples: s.samples()}
	p.Methods, p.Regions = s.hottest(s.model.MainSources(), hotRows)
	if s.model.TestTotals.Files() > 0 {
		p.Both = len(p.Methods) > 0 // without rows of main sources, the choice of main sources would show nothing
		methods, regions := s.hottest(s.model.TestSources(), hotRows)
		p.Methods, p.Regions = append(p.Methods, methods...), append(p.Regions, regions...)
	}
	return p
}

// hottest returns the n methods and regions of a model with the most executions.
func (s *site) hottest(m *report.Model, n int) (methods []methodRow, list []hotRegion) {
	for _, h := range m.HottestMethods(n) {
		methods = append(methods, s.methodRow("", h.File, h.Index))
	}
	regions := m.HottestRegions(n)
	code := source.FirstLines(m, regions)
	for i, h := range regions {
		list = append(list, hotRegion{h.Region.Count, h.File.IsTest(), layout.Level(h.Region.Count, s.maxRegion),
			s.lineHref("", h.File, int(h.Region.Span.Start.Line)),
			report.Printable(fmt.Sprintf("%s:%d", h.File.Path, h.Region.Span.Start.Line)),
			report.Printable(fmt.Sprintf("%s:%d", path.Base(h.File.Path), h.Region.Span.Start.Line)), code[i]})
	}
	return methods, list
}

type hotRegion struct {
	Count uint64
	Tests bool // in a test source
	Heat  int
	Href  string
	Where string
	Short string // the place without folders
	Code  string
}
