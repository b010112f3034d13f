// Package html writes the report that people read: a folder of pages that needs nothing from the network and works from
// the file system, where scripts can load scripts but nothing else.
//
//	index.html          totals, a map, two charts, the hottest and the largest uncovered code, modules and packages
//	classes.html        classes, most executions first
//	hot.html            the hottest methods and regions, and in a run with times the lines that take most time
//	tests.html          the tests: how they ended, and in a run with counts by test what each executed
//	not-measured.html   what is not counted, why, and failed self-checks
//	contexts.html       calling contexts: flame graph, tree, methods; contexts/*.js is their data
//	package/NAME.html   the classes of a package
//	class/NAME.html     the methods of a top-level class
//	source/NAME.html    a source file with its counts
//	source/NAME.tests.js  the tests of a source, loaded once its page needs them, in a run with counts by test
//	tests/NAME.html     a class with tests: what each of them executed, in a run with counts by test
//	tests/N.js          names and numbers of a thousand tests, loaded when they are needed
//	search-index.js     the index of the search box, loaded once it is used
//	style.css, report.js (elements.js and report.js of assets), search.js, source.js, tree.js
//
// A run without counts has one page, index.html, which says so (WriteNoCounts). One with calling contexts only has
// index.html and contexts.html (WriteContexts); Write adds the contexts of another run to the pages of counts.
//
// Names and sources come from the project and may be hostile: html/template escapes the values of templates, code.go
// escapes the rows of source code, and a content security policy allows no script and no style but these files. Pages
// hold all of their content as text. Scripts sort, fold, filter and search.
//
// # To add something
//
// Each page has a file of Go and one of templates with its name: hot.go makes the data of hot.html, assets/hot.tmpl
// shows it. Write takes all pages from (*site).pages; a page writes one template (folder.page).
//
//   - A column of the tables of classes, modules, packages or methods: an entry in report/columns, nothing here.
//     tables.go makes heads and cells of all columns, tables.tmpl shows them.
//   - A column with more than a number, such as a link: beside Numbers and Cells in the template of its table, as
//     "Hottest block" in classes.tmpl and class.tmpl.
//   - A page: its two files, a line in (*site).pages, and an entry of the navigation in (*site).frame (html.go).
//   - A tile above a page: a field of tiles (tiles.go), and its text in "totals" (tiles.tmpl).
//   - A filter: (*site).classFilters and homeTree list them, filters.go makes them. A state of code: a word in
//     (*site).states, and its text in stateOptions.
//   - A chart: its file, as histogram.go, its template in charts.tmpl, and a field of homePage (home.go).
//   - A script or style: in assets, as they are in the report, and a line in newFolder (folder.go).
//
// # The overview
//
//   - Size: the home page must be small for a large project, too: totals, top tens, the map, a histogram, modules and
//     packages. Up to treeClasses classes are in its tree; more are on the pages of their packages and in classes.html.
//     Browsers lay out a table as a whole, so that page shows 1,000 rows at a time (.long in the style sheet).
//   - Speed: each processor writes a page at a time (parallel). Pages do not change shared data, and are the same for
//     any number of processors. make scale measures jprof report with the sources of a JDK.
//   - Map (makeTreemap): a squarified treemap in SVG. Area is the number of lines of code, by classes in packages in
//     modules; test sources are not on it. Both colours of a cell are classes of it, and the style sheet picks one by
//     the checked radio button, without a script. Of more than maxDrawn classes the largest have cells, and the
//     others of a package share one; likewise packages in their module: about 2,000 cells at most. It is hidden from
//     screen readers and the tab key: the tree has its numbers. NewCodeMap lays it out for a page whose counts still
//     change, and which colours it itself. Colours go from orange to blue, each with a lightness of its own.
//   - Tree ((*site).homeTree, tree.js): rows in the order of the tree, with their depth. Packages of test sources are
//     rows of their own. Rows have words for the filters ((*site).states); the chosen filters are in the address, after
//     the #. Hot classes are those with 90 % of all executions of statements.
//   - Search (searchIndex, search.js): the index is a script with one string, a line for each package, file, class,
//     class within another one and method. It is added to the page when the field gets the focus. Addresses of pages
//     that follow from names are not in it.
//   - Tests ((*site).tests): internal/format/testreports reads the XML that a run has kept in test-reports/, or
//     the runs that it was merged from. Runs from archives have none: an archive is read without them.
//
// # Pages of sources
//
// Pages of sources are complete as they are written; source.js adds tools, keys and heat. Text after code (outcomes of
// branches, reasons), numbers of lines and marks are generated content, which is not copied. A line without text holds
// an end of line, as browsers would not copy it otherwise. Files of more than 2,000 lines are lists of 250, and a
// browser lays out only visible lists (content-visibility).
//
// Sources are most of the size of a report, so each byte of a line counts. A line is an item of a list: its classes say
// its heat, whether it was executed, and the block around its start, whose colour the row has; all else is in elements
// of one letter. A table with a cell for each column had 4.4 times the bytes of the JDK's sources, this has 1.9. Only
// lines that pages link to have an ID; the script finds the others by their number. The region or block of an element
// is not in the element but in one string for the page (marks). The script decodes it when it is needed, for hovering,
// keys and heat (codeMarks in report.js). The most common state has no class ((*code).classes): a line without a class
// is a comment. Tables of classes and methods follow the same rule: bars are backgrounds of cells (h4 for heat, p7 for
// seven tenths covered), columns are sorted by the text of their cells, and the script makes the parts that need a
// script (buttons of heads, the search box, links to hottest blocks).
//
// # Contexts
//
// contexts.html shows a calling context tree (report/contexts/cct). Its data is scripts that report/contexts/flame has
// cut: the page loads the names and the heaviest contexts at once, and others when its reader gets there.
//
//   - contexts.js reads the scripts into columns of numbers. A ContextItem is nodes that are shown together: a cell or
//     a row. The same class goes down to callees or up to callers, so one script draws both.
//   - flame.js draws at most 5,000 cells of at least a pixel, as elements of HTML, which wrap, print and have names
//     for screen readers; smaller ones are a cell "…" of their caller, which zooms into them. flamedetails.js shows all
//     numbers of a cell, contexttree.js the table. Callers need all contexts of a method, and load all chunks.
//   - Pages of sources list the callers of each method (callers.go), if the contexts belong to the same sources.
//   - The table of methods is HTML, as without scripts nothing else is shown.
//
// # Pages of tests
//
// In a run with counts by test (report/tests/testview) each class with tests has a page (testclass.go). The number of a
// test is its index in testview.Model.Tests, in all pages and scripts; its address is tests/NAME.html#t12.
//
//   - A page for each test would be 100,000 files. The page of a class has its tests as rows with their numbers, and
//     the executions of each as text for the script (packedUses), without names: the index of the search has these.
//     testclass.js shows the list, or one test.
//   - tests.html (testlist.go) has the classes as HTML. testlist.js adds the tests, of which it shows as many rows as
//     are asked for; the filters of the page are for both.
//   - testdata.js has jprofTests, by which scripts of any page find names, numbers and addresses of tests.
//
// # Tests on pages of sources
//
// A page of a source has its tests in a script of its own (sourcetests.go): testview.Matrix, with a row for each test
// and a column for all parts that have the same uses, so that 60,000 tests of a line are 60,000 numbers for the source
// and not for each of its lines. Equal rows are written once. It is complete up to maxSourceCells; beyond that the
// tests with the most executions are in it, and the page gives the number of the others.
//
// sourceuses.js reads it (SourceTests), sourcetests.js shows it: lists below the code, numbers beside lines, and with
// ?test=N in the address the counts of one test in place of those of the run. What it needs of source.js is sourcePage.
//
// # Times
//
// In a run with times (report/times, times.go) methods have columns of it. A line of a source with samples ends
// with an element s: its class is its heat by time (t1 to t10), its text is generated from its attribute. source.js
// colours code by it.
//
// # Pages of differences
//
// WriteDiff shows a compare.Comparison. A page of two sources is made of the same lines as the page of one
// ((*code).line), in rows that align puts beside each other; rows without a difference are folded (fold). Only files
// with a method that differs have a page.
package html
