package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"jprof/internal/runs"
	"jprof/internal/util/exit"
	"jprof/internal/util/term"
)

// Failure is the body of the answer to a request that failed.
type Failure struct {
	Error string   `json:"error"`
	Hints []string `json:"hints"`
}

// failed is an error with an HTTP status.
type failed struct {
	error
	status int
}

func (f failed) Unwrap() error { return f.error }

// failf returns an error with an HTTP status, and with a hint unless that is "".
func failf(status int, hint, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if hint != "" {
		err = term.WithHints(err, hint)
	}
	return failed{err, status}
}

// statusOf returns the HTTP status for an error.
func statusOf(err error) int {
	var f failed
	var usage exit.UsageError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &f):
		return f.status
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, &usage):
		return http.StatusBadRequest
	case errors.Is(err, runs.ErrNoRun), errors.Is(err, fs.ErrNotExist):
		return http.StatusNotFound
	case errors.Is(err, fs.ErrPermission):
		return http.StatusForbidden
	}
	return http.StatusInternalServerError
}

// get registers the handler of a GET request, which changes nothing. answer returns a document, or an http.Handler
// that writes the response.
func get(mux *http.ServeMux, path string, answer func(*http.Request) (any, error)) {
	mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		respond(w, r, func() (any, error) { return answer(r) })
	})
}

// post registers the handler of a POST request, which changes something. Its body is a document of type In.
func post[In any](mux *http.ServeMux, path string, answer func(*http.Request, In) (any, error)) {
	mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		respond(w, r, func() (any, error) {
			var in In
			if err := readBody(w, r, &in); err != nil {
				return nil, err
			}
			return answer(r, in)
		})
	})
}

// readBody decodes the body of a request into in.
func readBody(w http.ResponseWriter, r *http.Request, in any) error {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	err := d.Decode(in)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there must be one document")
		}
	}
	var tooLarge *http.MaxBytesError
	var said failed
	if err != nil && !errors.As(err, &tooLarge) && !errors.As(err, &said) {
		return failf(http.StatusBadRequest, "", "the body of the request: %w", err)
	}
	if err == nil { // no time limit from here on, as the answer may take long
		err = http.NewResponseController(w).SetReadDeadline(time.Time{})
	}
	return err
}

// respond writes the response to a request: the document or the error that answer returns.
func respond(w http.ResponseWriter, r *http.Request, answer func() (any, error)) {
	document, err := answer()
	if err != nil {
		writeJSON(w, statusOf(err), Failure{err.Error(), append([]string{}, term.Hints(err)...)})
		return
	}
	if h, ok := document.(http.Handler); ok {
		h.ServeHTTP(w, r)
		return
	}
	writeJSON(w, http.StatusOK, document)
}

// writeJSON writes a document as the response. It ignores errors of the connection, as nobody waits for the response
// then.
func writeJSON(w http.ResponseWriter, status int, document any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(document)
}

// refused is the HTML page that people see when a request was refused.
var refused = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>jprof: refused</title>
<h1>Refused</h1>
<p>{{.}}.</p>
<p>jprof ui prints an address with a token when it starts. Open that address in this browser.</p>
</html>
`))

// refuse responds that a request was refused, with the reason why, and ends the connection.
func refuse(w http.ResponseWriter, r *http.Request, status int, why string) {
	w.Header().Set("Connection", "close")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		writeJSON(w, status, Failure{why, []string{}})
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = refused.Execute(w, why) // as writeJSON
}
