// Package probe is the neutral model that every stage of jprof shares: the countable parts of the sources of a project,
// and their places. A probe is code that the instrumenter inserts into a source, to increment a counter. The map of a
// source set gives probes their meaning. The instrumenter writes maps and reports read them; the instrumenter and
// reports do not depend on each other.
//
// A map has packages of files. A file has types, methods, blocks, regions with their statements, expressions, branches,
// points, unmeasured parts with their reasons, annotations, and the comments jprof:off and jprof:on. It has all names
// of annotations, not only those that mean generated code now, so that a change of the settings needs no new build.
//
// Each number that a report shows is a Formula over the counters of one file. So only the instrumenter decides where
// probes are placed, and reports do not depend on it. File.Check has the rules for maps. The writer and the reader both
// apply them.
//
// # Pairing
//
// Maps and counts are paired by the package of a map: the files of one folder that declare one package. Package.ID is
// the start of the SHA-256 of its record: equal layouts, and only those, have equal IDs. Pairing is by ID, never by
// name or time. Packages that cannot be paired are listed by name. A hash for a whole source set would be worse,
// because an edit of one file would change the text of every helper class. With a hash for each package, the edit
// changes one file and one helper.
//
// # The file
//
// A map file has the layout of internal/format/recordfile: a record about the set, then one for each package. "n x" is
// a number of elements (uvarint) and the elements.
//
//	about   = tool (string)  module (string)  name (string)
//	package = name (string)  helper (string)  n x file
//	file    = path (string)  hash (32 bytes)  encoding (string)  counters (uvarint)
//	          n x type  n x method  n x block  n x region  n x expression  n x branch  n x point
//	          n x unmeasured  n x annotation  n x toggle
//	type    = name (string)  kind (byte)  parent (index)  span
//	method  = type (index)  name (string)  params (string)  kind (byte)  span  name at (pos)
//	          hash (8 bytes)  formula
//	block   = kind (byte)  method (index)  parent (index)  span  formula
//	region  = block (index)  span  formula  n x (span  formula)
//	expression = block (index)  span  formula
//	branch  = kind (byte)  block (index)  span  true (formula)  false (formula)
//	point   = block (index)  span  counter (varint)
//	unmeasured = span  reason (string)  method (byte, 0 or 1)
//	annotation = name (string)  span
//	toggle  = on (byte, 0 or 1)  span  reason (string)
//	span    = start (pos)  end (pos)
//	pos     = offset (varint)  line (varint)
//	formula = n x (counter (varint)  coefficient (varint))
//	index   = varint
//	string  = n x byte
//
// Offsets, lines, indices and counters are differences from the previous value of the same sort: a pos from the pos
// before it in the file, a counter or an index from the one before it in the same table. So nearly all of them take one
// byte. Base is not stored: the files of a package follow each other in its section.
//
// The ID of a package is a hash of its record without the frame of internal/format/recordfile. The same package gets
// the same bytes, wherever and whenever it is written.
//
// # To change the map
//
// A new fact about the source needs, in this order:
//
//   - a field, or a table of File, in probe.go, with its meaning in a comment;
//   - its rules in File.Check, with a fault of it in TestCheckFindsFaults;
//   - its bytes in record.go, in codec.file and in the least size of its table, and in the drawing above;
//   - a value in sampleFile of the tests, from which the tests of round trips and damage start;
//   - the next recordfile.Version, with the places that its comment names. Maps and counts of released versions have to
//     be read: what they do not have needs a value that is right for them.
//
// (*File).MoveOffsets finds new places by itself. Then run go test -fuzz FuzzPackage ./internal/format/probe.
package probe
