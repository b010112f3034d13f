// Memory for tree-sitter: see arena.c.

#include <stddef.h>

enum { JPROF_CLASSES = 48 };

typedef struct jprof_chunk jprof_chunk;
typedef struct jprof_block jprof_block;

// Memory that one parser uses, and takes again.
typedef struct {
	jprof_chunk *chunks;              // all that was taken from the system
	char *next, *end;                 // the unused part of the newest chunk
	jprof_block *free[JPROF_CLASSES]; // blocks that were given back, by class
	size_t size;                      // of all chunks, in bytes
} jprof_arena;

void jprof_use(jprof_arena *);
void jprof_release(jprof_arena *);
