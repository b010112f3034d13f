// A source is parsed and its tree is walked in one call: each call from Go to C takes as long as C needs for a dozen
// nodes. Only the nodes that instrumenting wants come back, in an array.

//go:build cgo

#include "walk.h"

#include <stdlib.h>
#include <string.h>

// The most memory of tree-sitter's that a parser keeps for the next source, in bytes.
enum { KEPT = 1 << 24 };

jprof_parser *jprof_open(uint64_t timeout_micros) {
	jprof_parser *p = calloc(1, sizeof *p);
	if (p) {
		p->timeout_micros = timeout_micros;
	}
	return p;
}

// end_parser gives back all memory of tree-sitter's.
static void end_parser(jprof_parser *p) {
	jprof_use(&p->arena);
	ts_parser_delete(p->parser);
	p->parser = NULL;
	jprof_release(&p->arena);
}

void jprof_close(jprof_parser *p) {
	end_parser(p);
	free(p->text);
	free(p->origin);
	free(p->hints);
	free(p->nodes);
	free(p);
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; }

// literal_end returns the end of the literal that starts at i with a quote, or 0 where it does not end. It sets
// plain if nothing in it is escaped.
static uint32_t literal_end(const char *s, uint32_t length, uint32_t i, bool *plain) {
	char quote = s[i];
	bool block = quote == '"' && length - i > 2 && s[i + 1] == '"' && s[i + 2] == '"';
	*plain = true;
	for (i += block ? 3 : 1; i < length; i++) {
		if (s[i] == '\\') {
			*plain = false;
			i++;
		} else if (!block && (s[i] == quote || s[i] == '\n' || s[i] == '\r')) {
			return s[i] == quote ? i + 1 : 0;
		} else if (block && length - i > 2 && s[i] == quote && s[i + 1] == quote && s[i + 2] == quote) {
			return i + 3;
		}
	}
	return 0;
}

// put appends a byte of the source to the text.
static void put(jprof_parser *p, char c, uint32_t at) {
	p->text[p->text_length] = c;
	p->origin[p->text_length++] = at;
}

// hint notes that a lambda, a switch, a class body, or an operand that is not always evaluated may begin to show here
// inside of an expression: at an arrow, a brace that does not start an array initialiser, &&, || and a question mark
// that is no wildcard. The place of a pair is that of its first character.
static void hint(jprof_parser *p, uint32_t at) { p->hints[p->hint_count++] = at; }

// shorten makes the text: tree-sitter would read what it does not need byte by byte. A literal that does not end is an
// error, so that the rest may stay as it is.
static void shorten(jprof_parser *p, const char *s, uint32_t length) {
	p->text_length = p->hint_count = 0;
	char last = ' ', before = ' '; // the last character, and the last one that is no space
	for (uint32_t i = 0; i < length;) {
		char c = s[i];
		uint32_t start = i, n = p->text_length;
		if (is_space(c)) {
			i++;
		} else if (c == '/' && i + 1 < length && s[i + 1] == '/') {
			while (i < length && s[i] != '\n' && s[i] != '\r') {
				i++;
			}
		} else if (c == '/' && i + 1 < length && s[i + 1] == '*') {
			const char *end = NULL;
			for (uint32_t j = i + 2; j + 1 < length && !end; j++) {
				const char *star = memchr(s + j, '*', length - 1 - j);
				if (!star) {
					break;
				}
				j = star - s;
				end = s[j + 1] == '/' ? star + 2 : NULL;
			}
			if (!end) {
				goto rest;
			}
			i = end - s;
		} else if (c == '"' || c == '\'') {
			bool plain;
			uint32_t end = literal_end(s, length, i, &plain);
			if (!end) {
				goto rest;
			}
			if (c == '"' && plain) {
				put(p, c, i);
				put(p, c, end - 1);
			} else {
				for (; i < end; i++) {
					put(p, s[i], i);
				}
			}
			i = end;
			last = before = c;
			continue;
		} else {
			if ((c == '>' && last == '-') || (c == '&' && last == '&') || (c == '|' && last == '|')) {
				hint(p, n - 1);
				last = ' '; // of &&& only the first two are a pair
			} else {
				if ((c == '?' && last != '<') ||
				    (c == '{' && before != '=' && before != '{' && before != ',' && before != ']')) {
					hint(p, n);
				}
				last = c;
			}
			put(p, c, i++);
			before = c;
			continue;
		}
		if (n && p->text[n - 1] != ' ') {
			put(p, ' ', start);
		}
		last = ' ';
		continue;
	rest:
		for (; i < length; i++) {
			put(p, s[i], i);
		}
	}
}

// room_for_text returns false if there is no memory for the text of a source.
static bool room_for_text(jprof_parser *p, uint32_t length) {
	if (length >= p->text_room) {
		free(p->text);
		free(p->origin);
		free(p->hints);
		p->text_room = length + length / 2 + 1;
		p->text = malloc(p->text_room);
		p->origin = malloc(p->text_room * sizeof *p->origin);
		p->hints = malloc(p->text_room * sizeof *p->hints);
	}
	if (!p->text || !p->origin || !p->hints) {
		p->text_room = 0; // the next source tries again
		return false;
	}
	return true;
}

// start_of and end_of return the place of a part of the text in the source.
static uint32_t start_of(const jprof_parser *p, uint32_t start) {
	return start < p->text_length ? p->origin[start] : p->text_length ? p->origin[p->text_length - 1] + 1 : 0;
}

static uint32_t end_of(const jprof_parser *p, uint32_t start, uint32_t end) {
	return end > start ? p->origin[end - 1] + 1 : start_of(p, start);
}

// add appends a node, and returns false if there is no memory for it.
static bool add(jprof_parser *p, jprof_node n) {
	if (p->count == p->room) {
		uint32_t room = p->room ? 2 * p->room : 4096;
		jprof_node *nodes = realloc(p->nodes, room * sizeof *nodes);
		if (!nodes) {
			return false;
		}
		p->nodes = nodes;
		p->room = room;
	}
	p->nodes[p->count++] = n;
	return true;
}

// hinted reports whether one of the hints, which ascend, lies in [start, end).
static bool hinted(const jprof_parser *p, uint32_t start, uint32_t end) {
	uint32_t low = 0, high = p->hint_count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (p->hints[middle] >= start) {
			high = middle;
		} else {
			low = middle + 1;
		}
	}
	return low < p->hint_count && p->hints[low] < end;
}

// walk lists the nodes that are wanted.
static bool walk(jprof_parser *p, const jprof_tables *t, TSTreeCursor *c) {
	uint32_t parent = 0; // the node whose children are walked
	bool more = ts_tree_cursor_goto_first_child(c);
	while (more) {
		TSNode n = ts_tree_cursor_current_node(c);
		uint16_t symbol = ts_node_symbol(n);
		uint8_t kind = t->kinds[symbol], around = p->nodes[parent].kind;
		bool deep = false;
		if (t->changes[symbol]) {
			if (around == t->changes[symbol]) {
				p->nodes[parent].kind = t->changed[symbol];
			}
		} else if (kind) {
			uint8_t flags = t->flags[kind], flags_around = t->flags[around];
			uint8_t role = flags_around & JPROF_ROLES ? t->roles[ts_tree_cursor_current_field_id(c)] : 0;
			uint32_t start = ts_node_start_byte(n), end = ts_node_end_byte(n);
			bool wanted = !(flags & JPROF_OPTIONAL) || role || flags_around & JPROF_KEEPS_OPTIONAL;
			deep = true;
			if (wanted && flags & JPROF_EXPRESSION) {
				deep = hinted(p, start, end);
				wanted = deep || !(flags_around & JPROF_EXPRESSION) || flags_around & JPROF_OPERANDS;
			}
			deep = deep && wanted && !(flags & JPROF_LEAF);
			if (wanted && !add(p, (jprof_node){start_of(p, start), end_of(p, start, end), parent, kind, role})) {
				return false;
			}
		}
		if (deep && ts_tree_cursor_goto_first_child(c)) {
			parent = p->count - 1;
			continue;
		}
		// The root is the only node that is its own parent.
		while (!(more = ts_tree_cursor_goto_next_sibling(c)) && parent != p->nodes[parent].parent) {
			ts_tree_cursor_goto_parent(c);
			parent = p->nodes[parent].parent;
		}
	}
	return true;
}

// find_error notes the place of the first error below a node.
static void find_error(jprof_parser *p, TSNode n) {
	while (!ts_node_is_error(n) && !ts_node_is_missing(n)) {
		uint32_t count = ts_node_child_count(n), i = 0;
		for (; i < count; i++) {
			TSNode c = ts_node_child(n, i);
			if (ts_node_has_error(c) || ts_node_is_missing(c)) {
				n = c;
				break;
			}
		}
		if (i == count) {
			break;
		}
	}
	uint32_t start = ts_node_start_byte(n), end = ts_node_end_byte(n);
	p->error_start = start_of(p, start);
	p->error_end = end_of(p, start, end);
	p->error_missing = ts_node_is_missing(n);
}

// jprof_parse parses a source and lists its nodes, or notes its first error.
int jprof_parse(jprof_parser *p, const jprof_tables *t, const char *source, uint32_t length) {
	if (!room_for_text(p, length)) {
		return JPROF_NO_MEMORY;
	}
	shorten(p, source, length);
	if (p->arena.size > KEPT) {
		end_parser(p);
	}
	jprof_use(&p->arena);
	if (!p->parser) {
		p->parser = ts_parser_new();
		ts_parser_set_timeout_micros(p->parser, p->timeout_micros);
		if (!ts_parser_set_language(p->parser, tree_sitter_java())) {
			return JPROF_OTHER_GRAMMAR;
		}
	}
	TSTree *tree = ts_parser_parse_string(p->parser, NULL, p->text, p->text_length);
	if (!tree) {
		ts_parser_reset(p->parser);
		return JPROF_TIMEOUT;
	}
	TSNode root = ts_tree_root_node(tree);
	int result = JPROF_ERROR;
	if (ts_node_has_error(root)) {
		find_error(p, root);
	} else {
		TSTreeCursor c = ts_tree_cursor_new(root);
		p->count = 0;
		bool listed = add(p, (jprof_node){0, length, 0, t->kinds[ts_node_symbol(root)], 0}) && walk(p, t, &c);
		result = listed ? JPROF_PARSED : JPROF_NO_MEMORY;
		ts_tree_cursor_delete(&c);
	}
	ts_tree_delete(tree);
	return result;
}
