package history

import (
	"fmt"
	"strconv"
	"time"
)

// ParseSince returns the time that a user names: a day in UTC (2026-01-31), or a number of days, weeks, months or years
// before now (90d, 12w, 6m, 1y).
func ParseSince(text string, now time.Time) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day, nil
	}
	wrong := fmt.Errorf("%q is neither a day such as 2026-01-31 nor a time such as 90d, 12w, 6m or 1y", text)
	if len(text) < 2 {
		return time.Time{}, wrong
	}
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	if err != nil {
		return time.Time{}, wrong
	}
	switch back := -int(n); text[len(text)-1] {
	case 'd':
		return now.AddDate(0, 0, back), nil
	case 'w':
		return now.AddDate(0, 0, 7*back), nil
	case 'm':
		return now.AddDate(0, back, 0), nil
	case 'y':
		return now.AddDate(back, 0, 0), nil
	}
	return time.Time{}, wrong
}
