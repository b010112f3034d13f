package overlap

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jprof/report/contexts/cct"
)

// lambdas pairs bodies of lambdas, and all methods of classes that the JVM makes for lambdas. Their names have numbers
// that depend on other lambdas of the class, and on the order in which threads ran. Equal code is paired first, then
// changed code. In both steps, pairs are in the order of numbers, and both runs must have equally many for the same
// method or class. Only classes with equal code are paired even if they are not equally many, because the code names
// the body that it calls, and two threads can make a class each for one lambda.
func (p *pairing) lambdas() {
	for _, withCode := range []bool{true, false} {
		old, new := p.classes(0, withCode), p.classes(1, withCode)
		for key, list := range old {
			if n := len(new[key]); n == len(list) || withCode {
				for i := range min(n, len(list)) {
					p.pairClasses(list[i], new[key][i])
				}
			}
		}
		p.inOrder(p.bodies(0, withCode), p.bodies(1, withCode))
	}
}

// lambdaClass is a class that the JVM has made for a lambda.
type lambdaClass struct {
	number  int
	methods []int // in their order
}

// pairClasses pairs the methods of two classes by name.
func (p *pairing) pairClasses(old, new *lambdaClass) {
	for _, i := range old.methods {
		for _, k := range new.methods {
			a, b := &p.methods[0][i], &p.methods[1][k]
			if p.isFree(0, i) && p.isFree(1, k) && a.Name == b.Name && a.Descriptor == b.Descriptor {
				p.pair(i, k)
			}
		}
	}
}

// isFree reports whether a method of a run is not paired yet.
func (p *pairing) isFree(side, i int) bool {
	if side == 0 {
		return !p.taken[i]
	}
	return p.numbers[1][i] < 0
}

// classes returns the classes of lambdas that are not paired yet, in the order of their numbers. The key has the class
// with the lambda and the names of the methods of the lambda's class. If withCode is true, it also has a hash of the
// code. Constructors are in the key only if no other method has run, because they are almost the same in all classes.
func (p *pairing) classes(side int, withCode bool) map[string][]*lambdaClass {
	byName := map[string]*lambdaClass{}
	var names []string
	for i := range p.methods[side] {
		m := &p.methods[side][i]
		_, number, ok := classOfLambda(m.Class)
		if !ok || !p.isFree(side, i) {
			continue
		}
		if byName[m.Class] == nil {
			byName[m.Class] = &lambdaClass{number: number}
			names = append(names, m.Class)
		}
		byName[m.Class].methods = append(byName[m.Class].methods, i)
	}
	groups := map[string][]*lambdaClass{}
	for _, name := range names {
		c := byName[name]
		host, _, _ := classOfLambda(name)
		var called []string
		for _, constructors := range []bool{false, true} {
			for _, i := range c.methods {
				m := &p.methods[side][i]
				if (m.Name == "<init>") != constructors {
					continue
				}
				text := m.Name + m.Descriptor
				if withCode {
					text = fmt.Sprintf("%s %x", text, m.Code)
				}
				called = append(called, text)
			}
			if called != nil {
				break
			}
		}
		slices.Sort(called)
		key := host + " " + strings.Join(called, " ")
		groups[key] = append(groups[key], c)
	}
	for _, list := range groups {
		slices.SortStableFunc(list, func(a, b *lambdaClass) int { return cmp.Compare(a.number, b.number) })
	}
	return groups
}

// classOfLambda splits the name of a class that the JVM makes for a lambda, Class$$Lambda$NUMBER. ok is false for
// others.
func classOfLambda(class string) (host string, number int, ok bool) {
	host, text, ok := strings.Cut(class, "$$Lambda$")
	if !ok {
		return "", 0, false
	}
	text, _, _ = strings.Cut(text, "/") // an address follows
	number, err := strconv.Atoi(text)
	return host, number, err == nil
}

// inOrder pairs methods of the same key in their order, if both runs have equally many.
func (p *pairing) inOrder(old, new map[string][]int) {
	for key, list := range old {
		if len(list) != len(new[key]) {
			continue
		}
		for i, m := range list {
			p.pair(m, new[key][i])
		}
	}
}

// bodies returns the bodies of lambdas that are not paired yet, in the order of their numbers. The key has the class,
// the method with the lambda, and the descriptor. If withCode is true, it also has a hash of the code, and bodies of
// unknown code are omitted.
func (p *pairing) bodies(side int, withCode bool) map[string][]int {
	groups := map[string][]int{}
	methods := p.methods[side]
	for i := range methods {
		m := &methods[i]
		around, _, ok := bodyOfLambda(m)
		if !ok || !p.isFree(side, i) || withCode && m.Code == 0 {
			continue
		}
		key := m.Class + "." + around + m.Descriptor
		if withCode {
			key = fmt.Sprintf("%s %x", key, m.Code)
		}
		groups[key] = append(groups[key], i)
	}
	for _, list := range groups {
		slices.SortStableFunc(list, func(a, b int) int {
			_, x, _ := bodyOfLambda(&methods[a])
			_, y, _ := bodyOfLambda(&methods[b])
			return cmp.Compare(x, y)
		})
	}
	return groups
}

// bodyOfLambda splits the name of the body of a lambda, lambda$METHOD$NUMBER. ok is false for other methods.
func bodyOfLambda(m *cct.Method) (around string, number int, ok bool) {
	dollar := strings.LastIndexByte(m.Name, '$')
	if !strings.HasPrefix(m.Name, "lambda$") || dollar < len("lambda$") {
		return "", 0, false
	}
	number, err := strconv.Atoi(m.Name[dollar+1:])
	return m.Name[:dollar], number, err == nil
}

// isLambda reports whether a method is the body of a lambda, or belongs to a class that the JVM makes for a lambda.
func isLambda(m *cct.Method) bool {
	_, _, body := bodyOfLambda(m)
	_, _, class := classOfLambda(m.Class)
	return body || class
}
