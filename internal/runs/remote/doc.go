// Package remote keeps runs in a store that several machines share: see package bucket. docs/STORES.md is its manual.
//
// # Layout
//
// A store has two kinds of objects, and no other:
//
//	parts/AB/ABCD...  an archive (.tar.gz) with files of runs. Its name is the SHA-256 of its bytes
//	runs/KEY.json     the entry of a run: what it is, and the parts that it consists of (Entry)
//
// A run is cut into parts such that runs share what is large: each map is a part of its own, so are the class files of
// a run with contexts, and all sources that it keeps; the rest is one part, and run.json another, so that descriptions
// can be read alone. Runs of one commit have equal maps, so their parts are there once.
//
// The key of an entry has all by which runs are listed and chosen (key.go), so one listing answers for thousands of
// runs, and no object is read. It also has the SHA-256 of the entry. So all that is read has been checked.
//
// # Writers
//
// Push writes the parts that are not there, and then the entry, if it is not there. The entry is what makes a run: a
// push that ends before it leaves nothing that a reader sees, and the next push of the run goes on where it ended.
// Parts never change. Of several pushes of one run, one writes the entry, and the others find it. All objects appear as
// a whole, or not at all.
//
// # Readers
//
// Pull writes the parts to a folder beside the runs, checks them, and moves the folder to its place. What comes from a
// store may come from anyone who can write to it: names, sizes, archives and descriptions are checked, as those of an
// archive of runs (package runs).
//
// # Removal
//
// Prune alone removes. It removes the entries of old runs first, and then parts that no entry names. A push that is
// under way has written parts that no entry names yet, or relies on parts that it has found. So:
//
//   - Prune removes a part only if it was written more than a day ago (grace), by the clock of the store, and checks
//     that again directly before it removes the part. It ends six hours after it has listed the entries.
//   - Push writes a part again that it finds older than half of that, which makes the part young.
//   - Push checks after it has written the entry that all parts are there, and sends those that are not again. Entries
//     that prune has listed before are complete; those that are written later have young parts.
//
// So a part that an entry names can be removed only if a request to remove it takes longer than the rest of the push,
// entry and last check included. A reader would find that: pull fails, names the part, and pushing the run again mends
// it.
package remote
