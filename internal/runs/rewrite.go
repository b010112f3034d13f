package runs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"jprof/internal/util/atomicfile"
	"jprof/internal/util/regular"
)

// rewrite writes one key of the description to the file that it was read from. Other keys in the file do not change.
func (o *Opened) rewrite(key string) error {
	path := filepath.Join(o.Dir, "run.json")
	text, err := regular.ReadUpTo(path, maxDescription)
	if err != nil {
		return err
	}
	file, err := membersOf(text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if text, err = json.Marshal(o.Run); err != nil {
		return err
	}
	now, err := membersOf(text)
	if err != nil {
		return err
	}
	is := func(m member) bool { return m.key == key }
	from, to := slices.IndexFunc(now, is), slices.IndexFunc(file, is)
	switch {
	case from >= 0 && to >= 0:
		file[to] = now[from]
	case from >= 0:
		file = append(file, now[from])
	case to >= 0:
		file = slices.Delete(file, to, to+1)
	}
	return atomicfile.WriteJSON(path, file)
}

// member is a key of a JSON object, with its value.
type member struct {
	key   string
	value json.RawMessage
}

// members has the keys of an object in their order.
type members []member

// membersOf parses an object.
func membersOf(text []byte) (members, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var list members
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		m := member{key: fmt.Sprint(key)}
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// MarshalJSON writes the object.
func (list members) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	for i, m := range list {
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		out.WriteByte("{,"[min(i, 1)])
		out.Write(key)
		out.WriteByte(':')
		out.Write(m.value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}
