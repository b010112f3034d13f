// Package words puts numbers, lists and names into words of English, for messages and reports: a number of things, a
// size, a hint at a similar name. It imports nothing of jprof.
package words

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	shellquote "github.com/kballard/go-shellquote"

	"jprof/internal/util/lazyregexp"
)

// Plural is a number of things, 0 or more, with its noun: "1 file", "2,000 files".
func Plural(n int, singular string) string { return Thousands(uint64(n)) + " " + Noun(n, singular) }

// Noun is the form of a regular noun that follows the number n.
func Noun(n int, singular string) string { return Form(n, singular, singular+"s") }

// Form is the form of a word, such as a verb, that goes with n things: one for a single thing, many for none or
// several.
func Form(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Thousands writes n with a comma between groups of three digits.
func Thousands(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Short writes n in at most five characters, cut off after three digits: 999, 1.2k, 50.3k, 999k, 1.23M.
func Short(n uint64) string {
	for _, u := range []struct {
		from uint64
		name string
	}{{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if n < u.from {
			continue
		}
		digits := strconv.FormatUint(n, 10)
		whole := len(strconv.FormatUint(n/u.from, 10))
		rest := strings.TrimRight(digits[whole:3], "0")
		return strings.TrimSuffix(digits[:whole]+"."+rest, ".") + u.name
	}
	return strconv.FormatUint(n, 10)
}

// Spaced joins the parts that are not empty with spaces.
func Spaced(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

// Capital returns a text as the start of a sentence: its first letter, one of ASCII, in upper case.
func Capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// Listed is "a, b and c".
func Listed(names []string) string { return listed(names, " and ") }

// Few is Listed of at most so many names: "a, b and 3 more".
func Few(names []string, most int) string {
	if more := len(names) - most; more > 0 {
		names = append(names[:most:most], Thousands(uint64(more))+" more")
	}
	return Listed(names)
}

// Either is "a, b or c".
func Either(names []string) string { return listed(names, " or ") }

func listed(names []string, word string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + word + names[last]
}

// Bytes is a size: "1 byte", "23 kB" or "4.5 MB". go-humanize writes "1 B", and "1000 kB" for 999,500 bytes.
func Bytes(n int64) string {
	if n < 1000 {
		return Plural(int(n), "byte")
	}
	value, unit := float64(n)/1000, "kB"
	for _, next := range []string{"MB", "GB", "TB"} {
		if value < 999.5 {
			break
		}
		value, unit = value/1000, next
	}
	if value < 9.95 {
		return fmt.Sprintf("%.1f %s", value, unit)
	}
	return fmt.Sprintf("%.0f %s", value, unit)
}

// Seconds is the time of a test in seconds, "0.012", as all lists of tests have it.
func Seconds(s float64) string { return fmt.Sprintf("%.3f", s) }

// Time returns a time in UTC, as IDs of runs have it: 2026-11-22 13:00 UTC.
func Time(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }

// Duration is "0.4 s", "12 s", "3 min 20 s" or "1 h 5 min".
func Duration(d time.Duration) string {
	switch s := int(d.Round(time.Second).Seconds()); {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", max(0, d).Seconds())
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	default:
		return fmt.Sprintf("%d h %d min", s/3600, s%3600/60)
	}
}

// Age is "14 days", "2.5 days", "5 hours" if it is less than two days, or "7 minutes" if it is less than an hour. It is
// rounded up: no age above a limit is shown as equal to it.
func Age(d time.Duration) string {
	if minutes := int(math.Ceil(d.Minutes())); minutes < 60 {
		return Plural(minutes, "minute")
	}
	if hours := int(math.Ceil(d.Hours())); hours < 48 {
		return Plural(hours, "hour")
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", math.Ceil(d.Hours()/2.4)/10), ".0") + " days"
}

// ParseAge reads an age such as 14d, 36h or 2w.
func ParseAge(s string) (time.Duration, error) {
	s = strings.TrimSpace(s)
	units := map[byte]time.Duration{'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	if s != "" {
		n, err := strconv.ParseUint(s[:len(s)-1], 10, 16)
		if unit := units[s[len(s)-1]]; err == nil && unit > 0 {
			return time.Duration(n) * unit, nil
		}
	}
	return 0, fmt.Errorf("%q is not an age such as 14d, 36h or 2w", s)
}

// longest limits the characters of a command in a table or line: it may name hundreds of tests.
const longest = 100

// Cut returns a command for tables and lines: no more than its first 100 characters.
func Cut(command string) string {
	if text := []rune(command); len(text) > longest {
		return string(text[:longest]) + " ..."
	}
	return command
}

// Command is a command line as users type it, with quotes where a shell requires them: double quotes, which all shells
// have, but where these would change the argument.
func Command(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		switch {
		case plain().MatchString(arg):
			quoted[i] = arg
		case !strings.ContainsAny(arg, "$`\"\\!\n"):
			quoted[i] = `"` + arg + `"`
		case !strings.Contains(arg, "'"):
			quoted[i] = "'" + arg + "'"
		default:
			quoted[i] = shellquote.Join(arg)
		}
	}
	return strings.Join(quoted, " ")
}

// plain are arguments that no shell changes.
var plain = lazyregexp.New(`^[\p{L}\p{N}_@%+=:,./-]+$`)

// CompareNatural compares names as people order them: numbers in them by their value, so that a[9] is before a[10].
func CompareNatural(a, b string) int {
	number := func(s string, i int) (digits string, end int) {
		end = i
		for end < len(s) && '0' <= s[end] && s[end] <= '9' {
			end++
		}
		return strings.TrimLeft(s[i:end], "0"), end
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		x, endX := number(a, i)
		y, endY := number(b, j)
		if endX > i && endY > j {
			if c := cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)); c != 0 {
				return c
			}
			i, j = endX, endY
			continue
		}
		if a[i] != b[j] {
			return cmp.Compare(a[i], b[j])
		}
		i, j = i+1, j+1
	}
	return cmp.Or(cmp.Compare(len(a)-i, len(b)-j), cmp.Compare(a, b))
}
