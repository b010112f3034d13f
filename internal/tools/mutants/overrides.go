package main

import "strings"

// override is a method of a class of the JDK that a class may override.
type override struct{ header, types, body string }

// ofObject lists the methods of Object. ofSuper maps the end of the name of a class to methods of such classes.
var (
	ofObject = []override{
		{"String toString()", ",", `return "mutant";`},
		{"int hashCode()", ",", "return 42;"},
		{"boolean equals(Object other)", "Object,", "return false;"},
	}
	ofSuper = map[string][]override{
		"InputStream": {
			{"int read(byte[] to) throws java.io.IOException", "byte[],", "return -1;"},
			{"long skip(long n) throws java.io.IOException", "long,", "return 0;"},
			{"int available() throws java.io.IOException", ",", "return 0;"},
			{"boolean markSupported()", ",", "return true;"},
			{"void close() throws java.io.IOException", ",", ""},
		},
		"OutputStream": {
			{"void write(byte[] from) throws java.io.IOException", "byte[],", ""},
			{"void flush() throws java.io.IOException", ",", ""},
			{"void close() throws java.io.IOException", ",", ""},
		},
		"Reader": {
			{"int read(char[] to) throws java.io.IOException", "char[],", "return -1;"},
			{"int read() throws java.io.IOException", ",", "return -1;"},
			{"boolean markSupported()", ",", "return true;"},
		},
		"Writer": {
			{"void write(String text) throws java.io.IOException", "String,", ""},
			{"void write(int c) throws java.io.IOException", "int,", ""},
			{"java.io.Writer append(CharSequence text) throws java.io.IOException", "CharSequence,", "return this;"},
		},
		"Exception": {
			{"String getMessage()", ",", `return "mutant";`},
			{"Throwable getCause()", ",", "return null;"},
		},
	}
)

// narrower maps the type of a parameter to a narrower type. An overload with the narrower type gets some of the calls.
var narrower = map[string]string{"Object": "String", "CharSequence": "String", "long": "int", "double": "int"}

// addOverrides adds the changes of class hierarchies to found. They add or remove a method that overrides another one,
// or add an overload.
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
		c.overrideJDK(ofObject)
		root := c
		for super := byName[root.super]; len(super) == 1 && super[0] != root; super = byName[root.super] {
			root = super[0]
		}
		for name, list := range ofSuper {
			if strings.HasSuffix(root.super, name) {
				c.overrideJDK(list)
			}
		}
		if super := byName[c.super]; len(super) == 1 {
			c.override(super[0])
		}
	}
}

// own returns the method of c that has the name and parameters of m, or nil.
func (c *class) own(m method) *method {
	for i := range c.methods {
		if c.methods[i].name == m.name && c.methods[i].types == m.types {
			return &c.methods[i]
		}
	}
	return nil
}

// insert adds a change that puts a method at the end of a class.
func (c *class) insert(kind string, m method, body string) {
	c.source.add(kind, c.end, c.end, "    "+m.modifiers+m.header+" { "+body+" }\n")
}

// overrideJDK adds changes that override methods of the JDK which the class does not override yet.
func (c *class) overrideJDK(list []override) {
	for _, o := range list {
		before, _, _ := strings.Cut(o.header, "(")
		m := method{modifiers: "public ", header: o.header, name: before[strings.LastIndexByte(before, ' ')+1:],
			types: o.types}
		if c.own(m) == nil {
			c.insert(ofTheJDK, m, o.body)
		}
	}
}

// override adds changes that override methods of a superclass which the class does not override yet.
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

// overload adds a change that puts a method beside the method m, with the same name. Javac prefers the new method for
// some arguments.
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
