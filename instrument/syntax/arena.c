// tree-sitter takes and gives back a block of memory for nearly each node. Here a parser keeps the blocks for the next
// ones of the same size: no lock, no search. The malloc of musl, which releases have, is slow at this with several
// threads.

//go:build cgo

#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Blocks up to SMALL bytes have sizes that are multiples of STEP, larger ones powers of 2, up to LARGE. What is larger
// comes from malloc.
enum { STEP = 16, SMALL = 512, LARGE = 1 << 16, CHUNK = 1 << 18, OTHER = JPROF_CLASSES };

struct jprof_chunk {
	jprof_chunk *before;
	size_t unused; // keeps what follows at a multiple of 16
};

// A block starts with its class. The next free one is noted behind that, where the memory of its user was.
struct jprof_block {
	size_t class, size; // size: what it was taken for
	jprof_block *next;
};

// The size of the head before the memory of a block.
enum { HEAD = offsetof(jprof_block, next) };

// The arena of the parser that runs in a thread.
static _Thread_local jprof_arena *current;

void jprof_use(jprof_arena *arena) { current = arena; }

void jprof_release(jprof_arena *arena) {
	while (arena->chunks) {
		jprof_chunk *chunk = arena->chunks;
		arena->chunks = chunk->before;
		free(chunk);
	}
	*arena = (jprof_arena){0};
}

// class_of returns the class of blocks with at least size bytes, and their size.
static size_t class_of(size_t size, size_t *room) {
	if (size <= SMALL) {
		size_t class = size ? (size - 1) / STEP : 0;
		*room = (class + 1) * STEP;
		return class;
	}
	size_t class = SMALL / STEP;
	for (*room = 2 * SMALL; *room < size; *room *= 2) {
		class++;
	}
	return class;
}

static void *out_of_memory(void) {
	abort(); // as tree-sitter itself does
}

static void *take(size_t size) {
	jprof_block *b;
	if (size > LARGE) {
		b = malloc(HEAD + size);
		if (!b) {
			return out_of_memory();
		}
		b->class = OTHER;
		b->size = size;
		return (char *)b + HEAD;
	}
	size_t room, class = class_of(size, &room);
	jprof_arena *a = current;
	if ((b = a->free[class])) {
		a->free[class] = b->next;
	} else {
		if ((size_t)(a->end - a->next) < HEAD + room) {
			jprof_chunk *chunk = malloc(CHUNK);
			if (!chunk) {
				return out_of_memory();
			}
			chunk->before = a->chunks;
			a->chunks = chunk;
			a->next = (char *)(chunk + 1);
			a->end = (char *)chunk + CHUNK;
			a->size += CHUNK;
		}
		b = (jprof_block *)a->next;
		a->next += HEAD + room;
		b->class = class;
	}
	b->size = room;
	return (char *)b + HEAD;
}

static void *take_cleared(size_t count, size_t size) {
	if (size && count > SIZE_MAX / 2 / size) {
		return out_of_memory();
	}
	return memset(take(count * size), 0, count * size);
}

static void give_back(void *memory) {
	if (!memory) {
		return;
	}
	jprof_block *b = (jprof_block *)((char *)memory - HEAD);
	if (b->class == OTHER) {
		free(b);
		return;
	}
	b->next = current->free[b->class];
	current->free[b->class] = b;
}

static void *resize(void *memory, size_t size) {
	if (!memory) {
		return take(size);
	}
	jprof_block *b = (jprof_block *)((char *)memory - HEAD);
	if (size <= b->size && b->class != OTHER) {
		return memory;
	}
	void *larger = take(size);
	memcpy(larger, memory, size < b->size ? size : b->size);
	give_back(memory);
	return larger;
}

// ts_set_allocator belongs to tree-sitter's API.
void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

// Before main, as all memory of tree-sitter has to come from here.
__attribute__((constructor)) static void set_allocator(void) {
	ts_set_allocator(take, take_cleared, resize, give_back);
}
