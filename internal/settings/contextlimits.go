package settings

import (
	"jprof/report/contexts/cct"
	"jprof/report/gate"
	"jprof/report/pattern"
)

// ContextLimits are upper bounds for the cost of methods in the contexts below a caller.
type ContextLimits struct {
	Method    Texts  `yaml:"method"` // patterns
	Below     Texts  `yaml:"below"`  // patterns of callers, direct or not; the limits hold for each pattern
	Calls     *Count `yaml:"calls"`
	Bytecodes *Count `yaml:"bytecodes"`
	Objects   *Count `yaml:"objects"`
	Arrays    *Count `yaml:"arrays"`
	Elements  *Count `yaml:"elements"`
}

// rules returns the rules for each pattern. Errors are valueErrors below the limits.
func (l ContextLimits) rules() ([]gate.ContextRule, error) {
	limits := [cct.NumMetrics]*uint64{(*uint64)(l.Calls), (*uint64)(l.Bytecodes), (*uint64)(l.Objects),
		(*uint64)(l.Arrays), (*uint64)(l.Elements)}
	if len(l.Method) == 0 {
		return nil, settingf(": requires a method, as in method: com.example.Parser.next")
	}
	if limits == ([cct.NumMetrics]*uint64{}) {
		return nil, settingf(": requires a limit: calls, bytecodes, objects, arrays or elements")
	}
	callers, err := parsed("below", l.Below, pattern.ParseCompiled)
	if err != nil {
		return nil, err
	}
	methods, err := parsed("method", l.Method, pattern.ParseCompiled)
	if err != nil {
		return nil, err
	}
	var list []gate.ContextRule
	for _, m := range methods {
		for i := range callers {
			list = append(list, gate.ContextRule{Match: m, Below: &callers[i], Limits: limits})
		}
		if len(callers) == 0 {
			list = append(list, gate.ContextRule{Match: m, Limits: limits})
		}
	}
	return list, nil
}
