// Package assets holds the styles, scripts and templates of reports. The page of jprof ui takes the styles and scripts,
// too, so that it looks like them.
package assets

import "embed"

// Files are the files of this folder.
//
//go:embed *.css *.js *.tmpl
var Files embed.FS
