// Package probe is the neutral model that every stage of jprof shares: what can be counted in the sources of a project,
// and where. The instrumenter writes it as the map of a source set, reports read it; neither knows the other.
//
// A map has packages of files. A file has types, methods, blocks, regions, branches, unmeasured parts with their
// reasons, annotations, and the comments jprof:off and jprof:on. It has all names of annotations, not only those that
// mean generated code now, so that a change of the settings needs no new build.
//
// Each number that is ever shown is a Formula over the counters of one file. So the instrumenter alone decides where
// probes are placed, and no report knows. A new kind of fact about the source needs a field here, its rule in Check,
// and its bytes in record.go.
//
// # Pairing
//
// Maps and counts are paired by the package of a map: the files of one folder that declare one package. Package.ID is
// the start of the SHA-256 of its record: equal layouts, and only those, have equal IDs. Pairing is by ID, never by
// name or time; what cannot be paired is listed by name. Why not by source set: with one hash for all, an edit of one
// file would change the text of every helper class. Per package, it changes one file and one helper.
//
// The file is described byte by byte in codec.go. Versions must be equal; a file of another version is refused with the
// request to build again.
package probe
