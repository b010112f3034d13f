package wovencache

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"os"
	"path/filepath"

	"jprof/internal/util/atomicfile"
)

const (
	magic     = "jprofwov"
	headSize  = 20
	placeSize = 16
	frontSize = 8 // the length and checksum before a body
)

// entry is a woven class in a file.
type entry struct {
	sum, length uint32 // of the class file
	data        []byte // front and body
}

// merge merges files of a folder into one file. It skips damaged entries.
func merge(dir string, files []file) error {
	var entries []entry
	known, name := map[[sha256.Size]byte]bool{}, sha256.New()
	for _, f := range files {
		all, err := read(f.path)
		if err != nil {
			return err
		}
		for _, e := range all {
			if id := sha256.Sum256(e.data); !known[id] {
				known[id] = true
				name.Write(id[:])
				entries = append(entries, e)
			}
		}
	}
	path := filepath.Join(dir, "merged-"+hex.EncodeToString(name.Sum(nil)[:8])+suffix)
	if err := atomicfile.Write(path, func(w io.Writer) error { return write(w, entries) }); err != nil {
		return err
	}
	var failed []error
	for _, f := range files {
		if f.path != path {
			failed = append(failed, os.Remove(f.path))
		}
	}
	return errors.Join(failed...)
}

// read returns the entries of a file, in the order of its table. It returns none if the file has no woven classes in
// this format.
func read(path string) ([]entry, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(data) < headSize || !bytes.HasPrefix(data, []byte(magic)) {
		return nil, nil
	}
	table, places := binary.BigEndian.Uint64(data[8:]), uint64(binary.BigEndian.Uint32(data[16:]))
	if table > uint64(len(data)) || places > (uint64(len(data))-table)/placeSize {
		return nil, nil
	}
	var entries []entry
	for place := data[table : table+places*placeSize]; len(place) > 0; place = place[placeSize:] {
		e := entry{sum: binary.BigEndian.Uint32(place), length: binary.BigEndian.Uint32(place[4:])}
		at := binary.BigEndian.Uint64(place[8:])
		if at == 0 || at > table || table-at < frontSize {
			continue
		}
		front := data[at : at+frontSize]
		size := uint64(binary.BigEndian.Uint32(front))
		if size > table-at-frontSize {
			continue
		}
		e.data = data[at : at+frontSize+size]
		if crc32.ChecksumIEEE(e.data[frontSize:]) == binary.BigEndian.Uint32(front[4:]) {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// write writes a file with the given entries.
func write(to io.Writer, entries []entry) error {
	places := uint64(1) << bits.Len(uint(2*len(entries)))
	if places > 1<<31 {
		return fmt.Errorf("%d woven classes are too many for a file", len(entries))
	}
	table := make([]byte, places*placeSize)
	at := uint64(headSize)
	for _, e := range entries {
		i := uint64(e.sum) & (places - 1)
		for binary.BigEndian.Uint64(table[i*placeSize+8:]) != 0 {
			i = (i + 1) & (places - 1)
		}
		place := table[i*placeSize:]
		binary.BigEndian.PutUint32(place, e.sum)
		binary.BigEndian.PutUint32(place[4:], e.length)
		binary.BigEndian.PutUint64(place[8:], at)
		at += uint64(len(e.data))
	}
	w := bufio.NewWriter(to)
	head := append([]byte(magic), make([]byte, 12)...)
	binary.BigEndian.PutUint64(head[8:], at)
	binary.BigEndian.PutUint32(head[16:], uint32(places))
	w.Write(head) // errors are those of Flush
	for _, e := range entries {
		w.Write(e.data)
	}
	w.Write(table)
	return w.Flush()
}
