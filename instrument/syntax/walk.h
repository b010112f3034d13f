// Parsing and walking in C: see walk.c.

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>

// The part of the API of tree-sitter, in the version of go.mod, that walk.c needs. Its header, api.h, is in the module
// go-tree-sitter, where C code of other modules cannot include it.

typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct TSTree TSTree;

typedef struct {
	uint32_t context[4];
	const void *id;
	const TSTree *tree;
} TSNode;

typedef struct {
	const void *tree;
	const void *id;
	uint32_t context[3];
} TSTreeCursor;

const TSLanguage *tree_sitter_java(void);
uint32_t ts_language_symbol_count(const TSLanguage *);
uint32_t ts_language_field_count(const TSLanguage *);
const char *ts_language_symbol_name(const TSLanguage *, uint16_t);
const char *ts_language_field_name_for_id(const TSLanguage *, uint16_t);
int ts_language_symbol_type(const TSLanguage *, uint16_t); // 0 for what has a name, 1 for tokens

TSParser *ts_parser_new(void);
void ts_parser_delete(TSParser *);
bool ts_parser_set_language(TSParser *, const TSLanguage *);
void ts_parser_set_timeout_micros(TSParser *, uint64_t);
void ts_parser_reset(TSParser *);
TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);

TSNode ts_tree_root_node(const TSTree *);
void ts_tree_delete(TSTree *);
uint16_t ts_node_symbol(TSNode);
uint32_t ts_node_start_byte(TSNode);
uint32_t ts_node_end_byte(TSNode);
uint32_t ts_node_child_count(TSNode);
TSNode ts_node_child(TSNode, uint32_t);
bool ts_node_has_error(TSNode);
bool ts_node_is_error(TSNode);
bool ts_node_is_missing(TSNode);

TSTreeCursor ts_tree_cursor_new(TSNode);
void ts_tree_cursor_delete(TSTreeCursor *);
TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
bool ts_tree_cursor_goto_parent(TSTreeCursor *);
bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
bool ts_tree_cursor_goto_first_child(TSTreeCursor *);

// The properties of each kind of nodes, see kinds.go.
enum {
	JPROF_EXPRESSION = 1,
	JPROF_OPERANDS = 2,
	JPROF_ROLES = 4,
	JPROF_LEAF = 8,
	JPROF_OPTIONAL = 16,
	JPROF_KEEPS_OPTIONAL = 32,
};

// More symbols than the grammar of Java has.
enum { JPROF_SYMBOLS = 1024 };

// Tables by which the nodes that are wanted are chosen.
typedef struct {
	uint8_t kinds[JPROF_SYMBOLS];   // by symbol, 0 for what has no node
	uint8_t changes[JPROF_SYMBOLS]; // by symbol: the kind of a parent that the token changes, 0 for other symbols
	uint8_t changed[JPROF_SYMBOLS]; // by symbol: what the token makes of it
	uint8_t roles[JPROF_SYMBOLS];   // by field, 0 for those that are no role
	uint8_t flags[256];             // by kind
} jprof_tables;

// A node that is wanted. They are in the order of their starts, parents before their children.
typedef struct {
	uint32_t start, end; // in bytes
	uint32_t parent;     // its index
	uint8_t kind, role;
} jprof_node;

// A parser and what it has found in its last source.
typedef struct {
	TSParser *parser; // NULL where none was needed yet
	uint64_t timeout_micros;
	jprof_arena arena;
	char *text;        // input of the parser: the source without comments, white space and contents of literals
	uint32_t *origin;  // place of each byte of it in the source
	uint32_t *hints;   // offsets in text, see hint
	uint32_t text_length, hint_count, text_room;
	jprof_node *nodes;
	uint32_t count, room;
	uint32_t error_start, error_end; // of the first error
	bool error_missing;              // something is missing there
} jprof_parser;

// The results of a parse.
enum { JPROF_PARSED, JPROF_ERROR, JPROF_TIMEOUT, JPROF_NO_MEMORY, JPROF_OTHER_GRAMMAR };

jprof_parser *jprof_open(uint64_t timeout_micros);
void jprof_close(jprof_parser *);
int jprof_parse(jprof_parser *, const jprof_tables *, const char *source, uint32_t length);
