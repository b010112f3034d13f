package page

import (
	"embed"
	"io/fs"
	"net/http"

	"jprof/report/html"
)

//go:embed assets
var assets embed.FS

// serveAssets serves the page, its own files, and those that it shares with reports.
func serveAssets(mux *http.ServeMux) {
	own, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the folder is there
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, own, "index.html")
	})
	mux.Handle("GET /assets/", http.StripPrefix("/assets/", onlyFiles(own)))
	mux.Handle("GET /shared/", http.StripPrefix("/shared/", onlyFiles(html.Assets())))
}

// onlyFiles serves the files of a folder, and no list of them.
func onlyFiles(folder fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		info, err := fs.Stat(folder, r.URL.Path)
		if err != nil || info.IsDir() {
			http.NotFound(w, r)
			return
		}
		http.ServeFileFS(w, r, folder, r.URL.Path)
	})
}
