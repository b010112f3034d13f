// Package html writes the report that people read: a folder of pages that needs nothing from the network and works from
// the file system, where scripts can load scripts but nothing else.
//
//	index.html          totals, a map, two charts, the hottest and the largest uncovered code, modules and packages
//	classes.html        classes, most executions first
//	hot.html            the hottest methods and regions
//	tests.html          the results of the tests, where the build has left reports of them
//	not-measured.html   what is not counted, why, and failed self-checks
//	package/NAME.html   the classes of a package
//	class/NAME.html     the methods of a top-level class
//	source/NAME.html    a source file with its counts
//	search-index.js     what the search box looks through, loaded once it is used
//	style.css, report.js, search.js, source.js, tree.js
//
// A run without counts has one page, index.html, which says so (WriteNoCounts).
//
// Names and sources come from the project and may be hostile: html/template escapes what goes through templates, the
// rows of source code are escaped by hand in code.go, and a content security policy allows no script and no style but
// these files. Pages hold all they say as text. Scripts sort, fold, filter and search.
//
// # The overview
//
//   - Size: the home page has as much as a large project can bear: totals, top tens, the map, a histogram, modules and
//     packages. Classes stand in its tree up to treeClasses, beyond that on the page of their package and in
//     classes.html, of which 1,000 rows at a time are laid out (.long in the style sheet), as browsers lay out a table
//     as a whole.
//   - Speed: each processor writes a page at a time (parallel). Pages only read what they share, and are the same for
//     any number of processors. make scale measures jprof report and its pages in a browser with the sources of a JDK.
//   - Map (makeTreemap): a squarified treemap in SVG. Area is the number of lines of code, by classes in packages in
//     modules; test sources are not on it. Both colours of a cell are classes of it, and the style sheet picks one by
//     which radio button is checked, without a script. Of more than maxDrawn classes the largest have cells, and the
//     others of a package share one; likewise packages in their module: about 2,000 cells at most. It is hidden from
//     screen readers and the tab key: the tree has its numbers. Colours go from orange to blue, each with a lightness
//     of its own.
//   - Tree ((*site).homeTree, tree.js): rows in the order of the tree, with their depth. Packages of test sources are
//     rows of their own. What filters go by is in the rows, as words ((*site).states); what is chosen stands behind the
//     # of the address. Hot are the classes that make up 90 % of all executions of statements.
//   - Search (searchIndex, search.js): the index is a script with one string, a line for each package, file, class,
//     class within another one and method. It is added to the page when the field gets the focus. Addresses of pages
//     are left out where they follow from names.
//   - Tests ((*site).tests): what internal/testreports reads of the XML that a run has kept in test-reports/, or the
//     runs that it was merged from. Of runs that came as archives there is none: an archive is read without them.
//
// # Pages of sources
//
// Pages of sources are complete as they are written; source.js adds what needs a script: tools, keys, heat. What stands
// behind code (outcomes of branches, reasons), numbers of lines and marks are generated content, which copying leaves
// out. A line without text holds an end of line, as browsers would not copy it otherwise. Files of more than 2,000
// lines are lists of 250, of which a browser lays out what is seen only (content-visibility).
//
// Sources are most of the size of a report, so each byte of a line counts. A line is an item of a list: its class says
// the heat, what was not executed, and the block around its start, whose colour the row has; what else there is stands
// in elements of one letter. A table with a cell for each column had 4.4 times the bytes of the JDK's sources, this has
// 1.9. Only lines that pages link to have an ID; the script finds the others by their number. To which region or block
// an element belongs is not in the element but in one string for the page (marks), which the script decodes when it is
// needed: hovering, keys and heat all go by it (codeMarks in report.js). What most lines are is not said
// ((*code).classes): a line without a class is a comment. Tables of classes and methods follow the same rule: bars are
// backgrounds of cells (h4 for heat, p7 for seven tenths covered), columns are sorted by what stands in them, and what
// only a script can do (buttons of heads, the search box, links to hottest blocks) is made by the script.
//
// # Pages of differences
//
// WriteDiff shows a report.Comparison. A page of two sources is made of the same lines as the page of one
// ((*code).line), in rows that align puts beside each other; rows in which nothing differs are folded (fold). Only
// files with a method that differs have a page.
package html
