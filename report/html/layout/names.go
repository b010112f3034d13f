package layout

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"jprof/internal/util/lazyregexp"
)

// maxName limits the name of a page, in characters. Together with a long path to the project, names must stay below the
// limits of all file systems.
const maxName = 80

// Names assigns file names. The zero value is ready for use.
type Names struct{ taken map[string]bool }

var (
	unsafeChars = lazyregexp.New(`[^A-Za-z0-9._-]+`)
	// deviceName matches names of devices in Windows, with any ending.
	deviceName = lazyregexp.New(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
)

// Page returns a name for a page about key. No other page has this name, even if case is ignored. It has only letters,
// digits, dots, hyphens and underscores, and is readable if possible. If characters had to be replaced, or the name is
// taken, a part of a hash of key follows.
func (p *Names) Page(folder, key string) string {
	name := unsafeChars().ReplaceAllString(key, "-")
	changed := name != key || len(name) > maxName || name == "" || strings.HasPrefix(name, ".") ||
		deviceName().MatchString(name)
	if len(name) > maxName {
		name = name[:maxName]
	}
	name = strings.TrimLeft(name, ".")
	for n := 0; ; n++ {
		full := folder + "/" + name + ".html"
		if changed || n > 0 {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, n))
			full = fmt.Sprintf("%s/p-%s-%x.html", folder, name, sum[:4])
		}
		if lower := strings.ToLower(full); !p.taken[lower] {
			if p.taken == nil {
				p.taken = map[string]bool{}
			}
			p.taken[lower] = true
			return full
		}
	}
}
