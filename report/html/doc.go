// Package html writes the report that people read: a folder of pages that needs nothing from the network and works from
// the file system, where scripts can load scripts but nothing else.
//
//	index.html          totals, a map, two charts, the hottest and the largest uncovered code, modules and packages
//	classes.html        classes, most executions first
//	hot.html            the hottest methods and regions, and in a run with times the lines that take most time
//	tests.html          the tests: how they ended, and in a run with counts by test what each executed
//	not-measured.html   what is not counted, why, and failed self-checks
//	unused.html         code that nobody executed, in a run of services
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
// A run without counts has one page, index.html, which reports this (WriteNoCounts). A run with calling contexts only
// has index.html and contexts.html (contexts.Write). Write can add the contexts of another run to the pages of counts.
//
// The packages below: layout has the code that all pages share, code writes sources with their counts, charts makes the
// map and other charts, contexts makes the pages of calling contexts, and assets holds styles, scripts and templates.
// All other pages are made here.
//
// Names and sources come from the project and may be hostile. html/template escapes the values of templates, and
// package code escapes the lines of source code. A content security policy allows only the scripts and styles of the
// report. Pages hold all of their content as text; scripts sort, fold, filter and search it.
//
// # To add something
//
// Each page has a file of Go and one of templates with its name: hot.go makes the data of hot.html, assets/hot.tmpl
// shows it. Write takes all pages from (*site).pages; a page writes one template (layout.Folder.Page).
//
//   - A column of the tables of classes, modules, packages or methods: an entry in report/columns, nothing here.
//     tables.go makes heads and cells of all columns, tables.tmpl shows them.
//   - A column with more than a number, such as a link: beside Numbers and Cells in the template of its table, as
//     "Hottest block" in classes.tmpl and class.tmpl.
//   - A page: its two files, a line in (*site).pages, and an entry of the navigation in (*site).frame (html.go).
//   - A tile above a page: a field of tiles (tiles.go), and its text in "totals" (tiles.tmpl).
//   - A filter: (*site).classFilters and homeTree list them, filters.go makes them. A state of code: a word in
//     (*site).states, and its text in stateOptions.
//   - A chart: its file in charts, as histogram.go, its template in charts.tmpl, and a field of homePage (home.go).
//   - A script or style: in assets, as they are in the report, and a line in layout.NewFolder.
//
// # The overview
//
//   - Size: the home page must be small for a large project, too: totals, top tens, the map, a histogram, modules and
//     packages. Up to treeClasses classes are in its tree; more are on the pages of their packages and in classes.html.
//     Browsers lay out a table as a whole, so that page shows 1,000 rows at a time (.long in the style sheet).
//   - Speed: each processor writes a page at a time (layout.Parallel). Pages do not change shared data, and are the
//     same for any number of processors. make scale measures jprof report with the sources of a JDK.
//   - Tree ((*site).homeTree, tree.js): rows in the order of the tree, with their depth. Packages of test sources are
//     rows of their own. Rows have words for the filters ((*site).states); the chosen filters are in the address, after
//     the #. Hot classes are those with 90 % of all executions of statements.
//   - Search (searchIndex, search.js): the index is a script with one string, a line for each package, file, class,
//     class within another one and method. It is added to the page when the field gets the focus. Addresses of pages
//     that follow from names are not in it.
//   - Tests ((*site).tests): internal/format/testreports reads the XML that a run has kept in test-reports/, or
//     the runs that it was merged from. Runs from archives have none: an archive is read without them.
//
// # Pages of tests
//
// In a run with counts by test (report/tests/testview) each class with tests has a page (testclass.go). All pages and
// scripts use the same number for a test, its index in testview.Model.Tests. The address of a test is
// tests/NAME.html#t12.
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
// A page of a source has its tests in a script of its own (sourcetests.go). The script holds a testview.Matrix, with a
// row for each test and a column for all parts that have the same uses. So 60,000 tests of a line are 60,000 numbers
// for the source, and not for each of its lines. Equal rows are written once. The script is complete up to
// maxSourceCells. Beyond that it has the tests with the most executions, and the page gives the number of the others.
//
// sourceuses.js reads the script (SourceTests), and sourcetests.js shows it: lists below the code and numbers beside
// lines. With ?test=N in the address, the counts are those of one test instead of the run. sourcetests.js uses
// source.js through sourcePage.
//
// # Times
//
// In a run with times (report/times, times.go) tables of methods have columns of time. A line of a source with samples
// ends with an element s. Its class is its heat by time (t1 to t10), and its text is generated from its attribute.
// source.js colours code by it.
//
// # Pages of differences
//
// WriteDiff shows a compare.Comparison. A page of two sources consists of the same lines as the page of one source
// (code.NewBeside). Rows without a difference are folded. Only files with a method that differs have a page.
package html
