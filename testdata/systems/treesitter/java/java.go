// Package java stands for the grammar of the same path: see the package above.
package java

import sitter "github.com/smacker/go-tree-sitter"

// GetLanguage returns nothing of use.
func GetLanguage() *sitter.Language { return nil }
