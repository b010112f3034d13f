package jsonerror

import (
	"encoding/json"
	"errors"
	"testing"
	"time"
)

func TestPlain(t *testing.T) {
	type part struct {
		JVMs    int       `json:"jvms"`
		Tests   uint32    `json:"tests"`
		Share   float64   `json:"share"`
		ID      string    `json:"id"`
		Ended   time.Time `json:"ended"`
		Failed  bool      `json:"failed"`
		Names   []string  `json:"names"`
		Results *struct {
			N int `json:"n"`
		} `json:"results"`
	}
	for text, want := range map[string]string{
		`{"jvms": "x"}`:             "jvms must be a whole number, not a text",
		`{"jvms": 1.5}`:             "jvms must be a whole number, not 1.5",
		`{"tests": -1}`:             "tests must be a whole number of 0 or more, not -1",
		`{"share": []}`:             "share must be a number, not a list",
		`{"id": 7}`:                 "id must be a text, not a number",
		`{"failed": {}}`:            "failed must be true or false, not an object",
		`{"names": true}`:           "names must be a list, not true or false",
		`{"results": {"n": "x"}}`:   "results.n must be a whole number, not a text",
		`{"results": "x"}`:          "results must be an object, not a text",
		`[]`:                        "the document must be an object, not a list",
		`{"ended": "soon"}`:         `"soon" is no time such as 2026-01-31T12:00:00Z`,
		`{"ended": 7}`:              "a time must be a text such as 2026-01-31T12:00:00Z",
		"{\n\n]":                    "line 3: invalid character ']' looking for beginning of object key string",
		"{\n\n\"jvms\": x\n}":       "line 3: invalid character 'x' looking for beginning of value",
		"{\n":                       "unexpected end of JSON input",
		"{}\n\n\x00" + `{"id": ""}`: "line 3: invalid character '\\x00' after top-level value",
	} {
		err := json.Unmarshal([]byte(text), &part{})
		if err == nil {
			t.Errorf("%s: no error", text)
		} else if got := Plain(err, []byte(text)); got.Error() != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
	if err := errors.New("other"); Plain(err, nil) != err || Plain(nil, nil) != nil {
		t.Error("another error has changed")
	}
}
