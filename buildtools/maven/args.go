package maven

import (
	"slices"
	"strings"
)

// valued are the options of mvn that take a value, short name and long name. Knowing them is what
// tells a goal from the value of the option before it.
var valued = map[string]string{
	"-D": "--define", "-P": "--activate-profiles", "-T": "--threads", "-b": "--builder",
	"-f": "--file", "-l": "--log-file", "-s": "--settings", "-t": "--toolchains",
	"-gs": "--global-settings", "-gt": "--global-toolchains", "-is": "--install-settings",
	"-it": "--install-toolchains", "-pl": "--projects", "-rf": "--resume-from",
	"-color": "--color", "-emp": "--encrypt-master-password", "-ep": "--encrypt-password",
}

// files are those whose value is a path. A relative one starts at the working directory.
var files = []string{"--file", "--log-file", "--settings", "--toolchains", "--global-settings",
	"--global-toolchains", "--install-settings", "--install-toolchains"}

// flags that start like an option with a value directly behind it: -fae is not "-f ae".
var flags = []string{"-fae", "-ff", "-fn", "-llr", "-lax-checksums", "-strict-checksums"}

// info are the options that make mvn print something and end.
var info = []string{"-v", "--version", "-h", "--help"}

// arg is one argument of mvn: a goal or phase, an option with its value, or another option.
type arg struct {
	text   []string // as given: one or two arguments
	option string   // long name of an option that takes a value, "" for others and for goals
	value  string   // of the option
	goal   bool
}

// with returns the arguments that say the same with another value.
func (a arg) with(value string) []string {
	if len(a.text) == 2 {
		return []string{a.text[0], value}
	}
	return []string{strings.TrimSuffix(a.text[0], a.value) + value}
}

// parse splits args as mvn does: values follow their option as the next argument, behind a "=", or
// directly (-T2, -Pname).
func parse(args []string) []arg {
	var parsed []arg
	for i := 0; i < len(args); i++ {
		text := args[i]
		if !strings.HasPrefix(text, "-") || text == "-" {
			parsed = append(parsed, arg{text: args[i : i+1], goal: true})
			continue
		}
		option, value, attached := option(text)
		switch {
		case option == "":
			parsed = append(parsed, arg{text: args[i : i+1]})
		case attached || i+1 == len(args):
			parsed = append(parsed, arg{text: args[i : i+1], option: option, value: value})
		default:
			parsed = append(parsed, arg{text: args[i : i+2], option: option, value: args[i+1]})
			i++
		}
	}
	return parsed
}

// option returns the long name of the option in text, "" if it takes no value, and the value that
// is attached to it.
func option(text string) (long, value string, attached bool) {
	if long, ok := valued[text]; ok {
		return long, "", false
	}
	name, value, attached := strings.Cut(text, "=")
	for short, long := range valued {
		if name == long || attached && name == short && len(short) > 2 {
			return long, value, attached
		}
	}
	if strings.HasPrefix(text, "--") || slices.Contains(flags, text) || len(text) < 3 {
		return "", "", false
	}
	if long, ok := valued[text[:2]]; ok {
		return long, strings.TrimPrefix(text[2:], "="), true
	}
	return "", "", false
}

// define returns the value of the property that an option -Dkey=value of args sets last.
func define(args []arg, key string) (string, bool) {
	value, found := "", false
	for _, a := range args {
		if a.option != "--define" {
			continue
		}
		if k, v, _ := strings.Cut(a.value, "="); strings.TrimSpace(k) == key {
			value, found = v, true
		}
	}
	return value, found
}

// lookup returns the value of the last option of that long name.
func lookup(args []arg, long string) (string, bool) {
	for _, a := range slices.Backward(args) {
		if a.option == long {
			return a.value, true
		}
	}
	return "", false
}

// goals are the goals and phases among args.
func goals(args []arg) []string {
	var found []string
	for _, a := range args {
		if a.goal {
			found = append(found, a.text[0])
		}
	}
	return found
}

// isInfo reports whether mvn would only print something: its version, or its help.
func isInfo(args []arg) bool {
	return slices.ContainsFunc(args, func(a arg) bool { return slices.Contains(info, a.text[0]) })
}
