// Package recipes has the queries of jprof query over the tables of docs/SCHEMA.md, each in a file of SQL that DuckDB
// and Apache Spark run as it is. duckdb.sql and spark.py make the views that hide what differs between the two.
//
// A recipe begins with comments: what it answers, the tables it reads, and its parameters. A parameter is a column of
// the view params, which has one row. It has a default, or must be given.
package recipes

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed *.sql
var files embed.FS

// DuckDB is the text of duckdb.sql.
//
//go:embed duckdb.sql
var DuckDB string

// Recipe is a query.
type Recipe struct {
	Name   string
	Does   string // in a line
	Tables []string
	Params []Param
	SQL    string
}

// Param is a parameter of a recipe.
type Param struct {
	Name     string
	Number   bool // a whole number, else a text
	Required bool
	Default  string
	Does     string
}

var (
	tablesLine = regexp.MustCompile(`(?m)^-- tables: (.+)$`)
	paramLine  = regexp.MustCompile(`(?m)^-- ([a-z]+)(?: = (\d+|'')|): (.+)$`)
)

// All returns the recipes, by name.
func All() []Recipe {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the program has the files
	}
	var list []Recipe
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".sql")
		text, err := files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		if name != "duckdb" {
			list = append(list, parse(name, string(text)))
		}
	}
	return list
}

// Named returns the recipe of a name, false for none.
func Named(name string) (Recipe, bool) {
	list := All()
	i := slices.IndexFunc(list, func(r Recipe) bool { return r.Name == name })
	if i < 0 {
		return Recipe{}, false
	}
	return list[i], true
}

func parse(name, text string) Recipe {
	first, _, _ := strings.Cut(text, "\n")
	r := Recipe{Name: name, Does: strings.TrimPrefix(first, "-- "), SQL: text}
	for _, m := range tablesLine.FindAllStringSubmatch(text, -1) {
		r.Tables = strings.Fields(m[1])
	}
	for _, m := range paramLine.FindAllStringSubmatch(text, -1) {
		if m[1] == "tables" {
			continue
		}
		_, err := strconv.Atoi(m[2])
		r.Params = append(r.Params, Param{m[1], err == nil, m[2] == "", strings.Trim(m[2], "'"), m[3]})
	}
	return r
}

// View returns the statement that makes the view params with values of parameters; missing ones have their defaults.
func (r Recipe) View(values map[string]string) (string, error) {
	columns := []string{"1 AS one"}
	for _, p := range r.Params {
		value, given := values[p.Name]
		switch _, err := strconv.ParseInt(value, 10, 64); {
		case !given && p.Required:
			return "", fmt.Errorf("%s requires %s, %s", r.Name, p.Name, p.Does)
		case !given:
			value = p.Default
		case p.Number && err != nil:
			return "", fmt.Errorf("%s must be a whole number, not %q", p.Name, value)
		}
		if !p.Number {
			value = Quoted(value)
		}
		columns = append(columns, value+" AS "+p.Name)
	}
	return "CREATE OR REPLACE TEMP VIEW params AS SELECT " + strings.Join(columns, ", "), nil
}

// Quoted returns a text as a literal of SQL.
func Quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
