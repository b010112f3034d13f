package html

import (
	"bytes"
	"strconv"
	"strings"

	"jprof/report"
)

// heatLevels tells the level of heat of each region, a digit of base 36 each.
func (c *code) heatLevels() string {
	digits := make([]byte, len(c.file.Regions))
	for i, r := range c.file.Regions {
		digits[i] = strconv.FormatInt(int64(level(r.Count, c.hottest)), 36)[0]
	}
	return string(digits)
}

// outcomes is what stands behind the code of a branch, "" where execution has not come to it.
func outcomes(b report.Branch) string {
	yes := report.Thousands(b.True)
	switch {
	case !b.Reached:
		return ""
	case b.Kind == "loop":
		return "next " + yes + " / end " + report.Thousands(b.False)
	case b.Outcomes == 2:
		return "T " + yes + " / F " + report.Thousands(b.False)
	}
	return "× " + yes
}

// reasons writes, as an attribute of the cell, why parts that start on the line are not measured. It is shown behind the line.
func (c *code) reasons(pieces []report.Piece) {
	var all []string
	for _, p := range pieces {
		if p.Part >= 0 && c.startsPart(p) {
			all = append(all, report.Printable(whyLeft(c.file.Unmeasured[p.Part])))
		}
	}
	if len(all) > 0 {
		c.w.WriteString(` data-w="`)
		quoted(c.w, strings.Join(all, "; "))
		c.w.WriteString(`"`)
	}
}

// startsPart tells whether there is nothing but blanks between the start of the part and the piece.
func (c *code) startsPart(p report.Piece) bool {
	start := min(int(c.file.Unmeasured[p.Part].Span.Start.Offset), p.Start)
	return len(bytes.TrimSpace(c.src.Raw()[start:p.Start])) == 0
}

// whyLeft says in words why a part has no counts.
func whyLeft(p report.Part) string {
	if p.Excluded {
		return p.Reason
	}
	return "not measured: " + p.Reason
}
