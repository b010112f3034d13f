package settings

import (
	"jprof/report/contexts/cct"
	"jprof/report/gate"
	"jprof/report/pattern"
)

// ContextLimits are upper bounds for the cost of methods in the contexts below a caller.
type ContextLimits struct {
	Method    Texts  `yaml:"method"` // patterns
	Below     Texts  `yaml:"below"`  // patterns of callers, at any distance; each for itself
	Calls     *Count `yaml:"calls"`
	Bytecodes *Count `yaml:"bytecodes"`
	Objects   *Count `yaml:"objects"`
	Arrays    *Count `yaml:"arrays"`
	Elements  *Count `yaml:"elements"`
}

// rules are the rules for each pattern. Errors are valueErrors below the limits.
func (l ContextLimits) rules() ([]gate.ContextRule, error) {
	limits := [cct.NumMetrics]*uint64{(*uint64)(l.Calls), (*uint64)(l.Bytecodes), (*uint64)(l.Objects),
		(*uint64)(l.Arrays), (*uint64)(l.Elements)}
	if len(l.Method) == 0 {
		return nil, settingf(": requires a method, as in method: com.example.Parser.next")
	}
	if limits == ([cct.NumMetrics]*uint64{}) {
		return nil, settingf(": requires a limit: calls, bytecodes, objects, arrays or elements")
	}
	callers := []*pattern.Compiled{nil}
	for i, text := range l.Below {
		p, err := pattern.ParseCompiled(text)
		if err != nil {
			return nil, under(settingf(": %w", err), "below", i)
		}
		if i == 0 {
			callers = nil
		}
		callers = append(callers, &p)
	}
	var list []gate.ContextRule
	for i, text := range l.Method {
		p, err := pattern.ParseCompiled(text)
		if err != nil {
			return nil, under(settingf(": %w", err), "method", i)
		}
		for _, below := range callers {
			list = append(list, gate.ContextRule{Match: p, Below: below, Limits: limits})
		}
	}
	return list, nil
}
