package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"jprof/internal/runs"
	"jprof/internal/runs/selection"
)

// Listed is a run of a store, as far as the key of its entry describes it.
type Listed struct {
	ID      string
	Started time.Time // to the second
	Label   string    // "" for none
	Branch  string    // "" where it is not known
	Commit  string    // the first 12 digits, "" for none
	Traits  Traits

	key    string // of the entry
	digest string // the first digits of the SHA-256 of the entry
}

// Traits are facts about a run by which it may be chosen, or kept, a letter for each.
type Traits string

// The letters.
const (
	hasCounts   = 'c'
	hasContexts = 'x'
	allByTest   = 't' // counts by test of all tests, which a build with --affected can carry over from
	hasFailed   = 'f'
	isMerged    = 'm'
	hasNeeds    = 'n' // it has counts of an earlier run
	ofServices  = 's'
)

func (t Traits) has(letter rune) bool { return strings.ContainsRune(string(t), letter) }

// traitsOf returns the traits of a run.
func traitsOf(r runs.Run) Traits {
	var t []rune
	for letter, is := range map[rune]bool{
		hasCounts: r.HasCounts(), hasContexts: r.HasContexts(), allByTest: selection.Fits(r),
		hasFailed: r.Failed(), isMerged: len(r.Parts) > 0, hasNeeds: len(needsOf(r)) > 0, ofServices: r.OfServices(),
	} {
		if is {
			t = append(t, letter)
		}
	}
	slices.Sort(t)
	return Traits(t)
}

// String returns the traits in words, such as "counts, by test, failed".
func (t Traits) String() string {
	var list []string
	for _, w := range []struct {
		letter rune
		word   string
	}{{hasCounts, "counts"}, {hasContexts, "contexts"}, {allByTest, "by test"}, {ofServices, "services"},
		{isMerged, "merged"},
		{hasFailed, "failed"}} {
		if t.has(w.letter) {
			list = append(list, w.word)
		}
	}
	return strings.Join(list, ", ")
}

// needsOf lists the IDs of the runs whose counts a run has carried over or forward.
func needsOf(r runs.Run) []string {
	var ids []string
	for _, leaf := range append([]runs.Run{r}, r.Parts...) {
		if leaf.Forward != nil {
			ids = append(ids, leaf.Forward.From)
		}
		if leaf.ByTest != nil && leaf.ByTest.From != "" {
			ids = append(ids, leaf.ByTest.From)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// The parts of keys. Keys are names of files of up to 255 bytes in stores that are folders, and the clouds advise
// against many characters.
const (
	entries   = "runs/"
	parts     = "parts/"
	suffix    = ".json"
	separator = "!!"
	stamp     = "20060102T150405Z"
	maxName   = 240
	commitLen = 12
	digestLen = 20
)

// keyOf returns the key of the entry with the given text.
func keyOf(e *Entry, text []byte) string {
	sum := sha256.Sum256(text)
	fixed := []string{e.Started.UTC().Format(stamp), e.ID, hex.EncodeToString(sum[:])[:digestLen],
		e.Commit[:min(commitLen, len(e.Commit))], string(e.Traits)}
	left := maxName - len(strings.Join(fixed, separator)) - 2*len(separator) - len(suffix)
	label := shorten(escape(e.Label), left/2)
	branch := shorten(escape(e.Branch), left-len(label))
	return entries + strings.Join(append(fixed, label, branch), separator) + suffix
}

// escape writes characters that are not safe in keys as ! and two digits for each byte.
func escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("._+-", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "!%02X", c)
		}
	}
	return b.String()
}

// cut is the end of an escaped text that was too long: a mark, and the start of its hash. No other one ends so.
const (
	cut     = "!x"
	hashLen = 12 // digits
)

// shorten cuts an escaped text, so that it has at most that many bytes. The hash of the whole distinguishes it.
func shorten(escaped string, most int) string {
	if len(escaped) <= most {
		return escaped
	}
	sum := sha256.Sum256([]byte(escaped))
	end := cut + hex.EncodeToString(sum[:])[:hashLen]
	kept := escaped[:most-len(end)]
	if i := strings.LastIndexByte(kept, '!'); i >= 0 && i > len(kept)-3 { // do not cut within an escape
		kept = kept[:i]
	}
	return kept + end
}

// unescape returns the text that was escaped, with "…" at the end if that was cut.
func unescape(escaped string) (string, error) {
	text, hash, wasCut := strings.Cut(escaped, cut)
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '!' {
			b.WriteByte(text[i])
			continue
		}
		if i+2 >= len(text) {
			return "", fmt.Errorf("%q is not escaped", escaped)
		}
		c, err := hex.DecodeString(text[i+1 : i+3])
		if err != nil {
			return "", err
		}
		b.Write(c)
		i += 2
	}
	if wasCut {
		b.WriteString("…" + hash)
	}
	return b.String(), nil
}

var (
	digits  = regexp.MustCompile(`^[0-9a-f]*$`)
	letters = regexp.MustCompile(`^[a-z]*$`)
)

// parseKey reads the key of an entry. The key may have been written by anyone.
func parseKey(key string) (l Listed, err error) {
	wrong := func(err error) (Listed, error) {
		return Listed{}, fmt.Errorf("%q is not the name of the entry of a run: %w", key, err)
	}
	name, ours := strings.CutSuffix(strings.TrimPrefix(key, entries), suffix)
	fields := strings.Split(name, separator)
	const count = 7
	if !ours || len(fields) != count || strings.Contains(name, "/") {
		return wrong(errors.New("it has other fields"))
	}
	l = Listed{ID: fields[1], digest: fields[2], Commit: fields[3], Traits: Traits(fields[4]), key: key}
	if l.Started, err = time.Parse(stamp, fields[0]); err != nil {
		return wrong(err)
	}
	if !runs.ValidName(l.ID) || len(l.digest) != digestLen || !digits.MatchString(l.digest+l.Commit) ||
		!letters.MatchString(string(l.Traits)) {
		return wrong(errors.New("a field has other characters"))
	}
	if l.Label, err = unescape(fields[5]); err == nil {
		l.Branch, err = unescape(fields[6])
	}
	if err != nil {
		return wrong(err)
	}
	return l, nil
}

// is reports whether a field of a key, which may have been cut, is the text that a user names.
func is(field, text string) bool {
	if field == text {
		return true
	}
	start, hash, wasCut := strings.Cut(field, "…")
	sum := sha256.Sum256([]byte(escape(text)))
	return wasCut && strings.HasPrefix(text, start) && hash == hex.EncodeToString(sum[:])[:hashLen]
}
