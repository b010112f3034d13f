package settings

import (
	"jprof/internal/util/words"
	"jprof/report/contexts/efficiency"
	"jprof/report/gate"
	"jprof/report/pattern"
)

// EfficiencyLimits are upper bounds for work of little use: of each method, or of the program. The keys are the
// names of the lists of jprof efficiency.
type EfficiencyLimits struct {
	Method        Texts    `yaml:"method"`         // patterns; none for the program
	NoSideEffect  *Percent `yaml:"no-side-effect"` // of the cost, as the next two
	NoEffect      *Percent `yaml:"no-effect"`
	LowEfficiency *Percent `yaml:"low-efficiency"`
	Capturing     *Percent `yaml:"capturing"` // of the writes

	NoSideEffectCost  *Count `yaml:"no-side-effect-cost"` // these are numbers: see gate.NameOfMost
	NoEffectCost      *Count `yaml:"no-effect-cost"`
	LowEfficiencyCost *Count `yaml:"low-efficiency-cost"`
	CapturedWrites    *Count `yaml:"captured-writes"`
}

// rules returns the rules for each pattern. Errors are valueErrors below the limits.
func (l EfficiencyLimits) rules() ([]gate.EfficiencyRule, error) {
	given := [len(efficiency.Lists)]*Percent{l.NoSideEffect, l.NoEffect, l.LowEfficiency, l.Capturing}
	rule := gate.EfficiencyRule{Most: [len(efficiency.Lists)]*uint64{(*uint64)(l.NoSideEffectCost),
		(*uint64)(l.NoEffectCost), (*uint64)(l.LowEfficiencyCost), (*uint64)(l.CapturedWrites)}}
	any := rule.Most != [len(efficiency.Lists)]*uint64{}
	for i, p := range given {
		if err := p.inRange(); err != nil {
			return nil, under(err, efficiency.Lists[i].String())
		}
		rule.Shares[i] = p.Plain()
		any = any || p != nil
	}
	if !any {
		var names, numbers []string
		for _, l := range efficiency.Lists {
			names, numbers = append(names, l.String()), append(numbers, gate.NameOfMost(l))
		}
		return nil, settingf(": requires a limit: %s", words.Either(append(names, numbers...)))
	}
	if len(l.Method) == 0 {
		return []gate.EfficiencyRule{rule}, nil
	}
	methods, err := parsed("method", l.Method, pattern.ParseCompiled)
	if err != nil {
		return nil, err
	}
	var list []gate.EfficiencyRule
	for i := range methods {
		rule.Match = &methods[i]
		list = append(list, rule)
	}
	return list, nil
}
