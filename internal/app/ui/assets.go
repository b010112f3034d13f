package ui

import (
	"embed"
	"io/fs"
	"net/http"

	reportassets "jprof/report/html/assets"
)

//go:embed assets
var assets embed.FS

// serveAssets registers the page, its own files, and the files that it shares with reports.
func serveAssets(mux *http.ServeMux) {
	own, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the folder is there
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { serveFile(w, r, own, "index.html") })
	for folder, files := range map[string]fs.FS{"/assets/": own, "/shared/": reportassets.Files} {
		mux.HandleFunc("GET "+folder+"{file...}", func(w http.ResponseWriter, r *http.Request) {
			serveFile(w, r, files, r.PathValue("file"))
		})
	}
}
