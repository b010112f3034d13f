package tables

import (
	"errors"
	"strings"

	"jprof/internal/format/testreports"
	"jprof/internal/runs/runmodel"
	"jprof/report/contexts/cct"
	"jprof/report/contexts/efficiency"
	"jprof/report/export/parquet"
	"jprof/report/tests/testview"
)

// tests writes the tests of the run, with what they executed if it has counts by test, else as the test reports have
// them.
func (w *writer) tests() error {
	if !w.run.HasTests() {
		suites, problems := w.run.Store.TestReports(w.run.Run, w.run.Dir)
		for _, err := range problems {
			w.UI.Warn("test report: %v", err)
		}
		for _, s := range suites {
			for _, c := range s.Cases {
				w.tables.Tests.Add(reportedTest(&s, &c))
			}
		}
		return nil
	}
	d, err := runmodel.Open(w.run)
	if err != nil {
		return err
	}
	m, err := d.ByTest(w.UI, w.Settings)
	if err != nil {
		return err
	}
	for i := range m.Tests {
		w.tables.Tests.Add(testOf(m, &m.Tests[i]))
	}
	return nil
}

func testOf(m *testview.Model, t *testview.Test) parquet.Test {
	owner := "several"
	switch {
	case t.IsTest():
		owner = "test"
	case t.IsSetUp():
		owner = "class"
	case t.IsOutside():
		owner = "outside"
	}
	return parquet.Test{Owner: owner, Test: t.Name(), Class: t.Class, Method: t.Method, Step: m.StepName(t.Step),
		Attempt: int32(t.Attempt), Status: t.Status.String(), Seconds: &t.Seconds,
		Executions: ptr(count(t.Executions)), Regions: ptr(int32(t.Regions)), OnlyRegions: ptr(int32(t.Only))}
}

func reportedTest(s *testreports.Suite, c *testreports.Case) parquet.Test {
	class := c.Class
	if class == "" {
		class = s.Name
	}
	method, _, _ := strings.Cut(c.Name, "(")
	method, _, _ = strings.Cut(method, "[")
	status := "passed"
	switch c.Outcome {
	case testreports.Failed:
		status = "failed"
	case testreports.Skipped:
		status = "skipped"
	}
	return parquet.Test{Owner: "test", Test: class + "#" + c.Name, Class: class, Method: method, Step: s.Module,
		Attempt: 1, Status: status, Retries: int32(c.Retries), Seconds: ptr(c.Time.Seconds())}
}

// contexts writes the calling contexts of the run, and the efficiency of its methods.
func (w *writer) contexts() error {
	c, err := runmodel.OpenContexts(w.run)
	if err != nil {
		return err
	}
	defer c.Close()
	tree, err := c.Tree(c.ReportOptions())
	if err != nil {
		return err
	}
	w.addTree(tree)
	rules, err := w.Settings.Efficiency.Rules()
	if err != nil {
		return err
	}
	result, err := c.Efficiency(rules)
	if errors.Is(err, efficiency.ErrCallsOnly) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, m := range result.Methods {
		w.tables.Efficiency.Add(parquet.Efficiency{Code: codeOf(&m.Method), Contexts: int64(m.Contexts),
			Invocations: count(m.Invocations), Cost: count(m.Cost), Exclusive: count(m.Exclusive),
			Value: count(m.Value), Writes: count(m.Writes), Own: count(m.Local), Escaping: count(m.Escaping),
			NotEscaping: count(m.NotEscaping), Captured: count(m.Captured), Output: count(m.Output), Lists: m.Of()})
	}
	return nil
}

func (w *writer) addTree(t *cct.Tree) {
	thread := ""
	for i := range t.Len() {
		if t.Parent[i] < 0 {
			thread = t.Threads[-1-t.Method[i]]
		}
		row := parquet.Context{Node: int32(i), Thread: thread}
		if t.Parent[i] >= 0 {
			row.Parent, row.Code = &t.Parent[i], codeOf(&t.Methods[t.Method[i]])
		}
		for m, to := range map[cct.Metric]**int64{cct.Bytecodes: &row.Bytecodes, cct.Objects: &row.Objects,
			cct.Arrays: &row.Arrays, cct.Elements: &row.Elements, cct.Exceptions: &row.Exceptions,
			cct.Time: &row.Nanos} {
			if t.Has(m) {
				*to = ptr(count(t.Self[m][i]))
			}
		}
		row.Calls = count(t.Self[cct.Calls][i])
		w.tables.Contexts.Add(row)
	}
}

func codeOf(m *cct.Method) parquet.Code {
	return parquet.Code{Kind: m.Kind.String(), Class: m.Class, Method: m.Name, Descriptor: m.Descriptor,
		Source: m.Source, Line: m.Line, MethodKey: hashOf(m.Class, m.Name, m.Descriptor)}
}
