package sarif

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// The levels of findings.
const (
	Error   = "error"
	Warning = "warning"
	Note    = "note"
)

// Finding is a result of a document: a gate that failed, or lines that were not executed.
type Finding struct {
	Level string // Error, Warning or Note
	Title string // short description of its rule, "" if it has none
	Text  string
	Path  string // slash path from the root, "" if the finding is not in one file
	First int    // lines, from 1
	Last  int

	rule, subject, fingerprint string // of findings that are not read; the subject is that of a gate
}

// document has the parts of a document that findings are made of.
type document struct {
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID    string
					Short struct{ Text string } `json:"shortDescription"`
				}
			}
		}
		Results []struct {
			RuleID    string
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				Physical struct {
					Artifact struct{ URI string } `json:"artifactLocation"`
					Region   struct{ StartLine, EndLine int }
				} `json:"physicalLocation"`
			}
		}
	}
}

// Findings reads the results of a document.
func Findings(text []byte) ([]Finding, error) {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("no SARIF: %w", err)
	}
	if !strings.HasPrefix(d.Version, "2.") {
		return nil, fmt.Errorf("no SARIF of version 2: version %q", d.Version)
	}
	var list []Finding
	for _, run := range d.Runs {
		titles := map[string]string{}
		for _, r := range run.Tool.Driver.Rules {
			titles[r.ID] = r.Short.Text
		}
		for _, r := range run.Results {
			f := Finding{Level: cmp.Or(r.Level, Warning), Title: titles[r.RuleID], Text: r.Message.Text}
			if len(r.Locations) > 0 {
				at := r.Locations[0].Physical
				f.Path = pathOf(at.Artifact.URI)
				f.First = max(1, at.Region.StartLine)
				f.Last = max(f.First, at.Region.EndLine)
			}
			list = append(list, f)
		}
	}
	return list, nil
}

// pathOf returns the path of a URI, "" if it does not start at the root, or leads to the settings: gates that are not
// of one file are there.
func pathOf(uri string) string {
	path, err := url.PathUnescape(uri)
	if err != nil || strings.Contains(uri, ":") || strings.HasPrefix(path, "/") ||
		path == settings || strings.HasSuffix(path, "/"+settings) {
		return ""
	}
	return path
}
