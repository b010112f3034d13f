// Package assets holds the styles, scripts and templates of reports. The page of jprof ui takes its styles and scripts
// from here, too, so that it looks like a report.
package assets

import "embed"

// Files holds the styles, scripts and templates of this folder.
//
//go:embed *.css *.js *.tmpl
var Files embed.FS
