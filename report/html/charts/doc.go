// Package charts lays out the charts of pages: the map of the code, the histogram and the scatter plot of classes.
// Their templates are in charts.tmpl.
//
// The map (NewTreemap) is a squarified treemap in SVG. Area is the number of lines of code, by classes in packages in
// modules; test sources are not on it. Both colours of a cell are classes of it, and the style sheet picks one by
// the checked radio button, without a script. Of more than maxDrawn classes the largest have cells, and the
// others of a package share one; likewise packages in their module: about 2,000 cells at most. It is hidden from
// screen readers and the tab key: the tree has its numbers. NewCodeMap lays it out for a page whose counts still
// change, and which colours it itself. Colours go from orange to blue, each with a lightness of its own.
package charts
