package main

import "strings"

// ofObject are the methods of Object that a class may override, with what changes.
var ofObject = []method{
	{modifiers: "public ", header: "String toString()", name: "toString", types: ","},
	{modifiers: "public ", header: "int hashCode()", name: "hashCode", types: ","},
	{modifiers: "public ", header: "boolean equals(Object other)", name: "equals", types: "Object,"},
}

var objectBodies = map[string]string{
	"toString": `return "mutant";`, "hashCode": "return 42;", "equals": "return false;",
}

// narrower are types of parameters whose arguments an overload takes away.
var narrower = map[string]string{"Object": "String", "CharSequence": "String", "long": "int", "double": "int"}

// addOverrides lists the changes of class hierarchies: methods that override one, added and removed, and overloads.
func addOverrides(all []*class, found *[]mutant) {
	byName := map[string][]*class{}
	for _, c := range all {
		byName[c.name] = append(byName[c.name], c)
	}
	for _, c := range all {
		c.source.found = found
		for _, m := range c.methods {
			if m.overrides {
				c.source.add(overridesGone, m.start, m.end, "")
			}
			c.overload(m)
		}
		for _, m := range ofObject {
			if c.own(m) == nil {
				c.insert(overrides, m, objectBodies[m.name])
			}
		}
		if super := byName[c.super]; len(super) == 1 {
			c.override(super[0])
		}
	}
}

// own is the method of a class with the same name and parameters, or nil.
func (c *class) own(m method) *method {
	for i := range c.methods {
		if c.methods[i].name == m.name && c.methods[i].types == m.types {
			return &c.methods[i]
		}
	}
	return nil
}

// insert adds a method at the end of a class.
func (c *class) insert(kind string, m method, body string) {
	c.source.add(kind, c.end, c.end, "    "+m.modifiers+m.header+" { "+body+" }\n")
}

// override lists the methods of a superclass that the class does not override yet.
func (c *class) override(super *class) {
	for _, m := range super.methods {
		if c.own(m) != nil || !m.body || strings.Contains(m.modifiers, "private") ||
			strings.Contains(m.modifiers, "static") || strings.Contains(m.modifiers, "final") {
			continue
		}
		if m.result == "void" {
			c.insert(overrides, m, "")
		} else {
			c.insert(overrides, m, "return "+defaultOf(m.result)+";")
		}
	}
}

// overload adds a method beside another one that javac prefers for some arguments.
func (c *class) overload(m method) {
	if m.overrides || !m.body {
		return
	}
	before, params, _ := strings.Cut(m.header, "(")
	for typ, narrow := range narrower {
		if !strings.HasPrefix(params, typ+" ") {
			continue
		}
		n := m
		n.header = before + "(" + narrow + params[len(typ):]
		n.types = narrow + strings.TrimPrefix(m.types, typ)
		if c.own(n) == nil {
			c.insert(overloads, n, `throw new IllegalStateException("mutant");`)
		}
	}
}
