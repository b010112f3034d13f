// Package code writes sources with their counts: the lines of one (Writer), or of two versions beside each other
// (NewBeside).
//
// Pages of sources are complete as they are written; source.js adds tools, keys and heat. Text after code (outcomes of
// branches, reasons), numbers of lines and marks are generated content, which is not copied. A line without text holds
// an end of line, as browsers would not copy it otherwise. Files of more than 2,000 lines are lists of 250, and a
// browser lays out only visible lists (content-visibility).
//
// Sources are most of the size of a report, so each byte of a line counts. A line is an item of a list: its classes
// say its heat, whether it was executed, and the block around its start, whose colour the row has; all else is in
// elements of one letter. A table with a cell for each column had 4.4 times the bytes of the JDK's sources, this has
// 1.9. Only lines that pages link to have an ID; the script finds the others by their number. The region or block of
// an element is not in the element but in one string for the page (marks). The script decodes it when it is needed,
// for hovering, keys and heat (codeMarks in report.js). The most common state has no class ((*Writer).classes): a
// line without a class is a comment. Tables of classes and methods follow the same rule: bars are backgrounds of
// cells (h4 for heat, p7 for seven tenths covered), columns are sorted by the text of their cells, and the script
// makes the parts that need a script (buttons of heads, the search box, links to hottest blocks).
package code
