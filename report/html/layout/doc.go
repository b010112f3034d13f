// Package layout holds the code that all pages share: the folder that takes them (Folder, Output, WriteDir), their
// names, their head (Frame), the line about the run, and texts.
package layout
