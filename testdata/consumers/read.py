"""Reads what jprof exports with parsers that are not Go's, and prints what it has found as JSON.

read.py json FILE SCHEMA | cobertura FILE | jacoco FILE | csv FILE | markdown FILE
"""

import csv
import html.parser
import json
import sys
import warnings
import xml.etree.ElementTree

warnings.simplefilter("error")


def read_json(file, schema):
    import jsonschema

    with open(file, encoding="utf-8") as f, open(schema, encoding="utf-8") as s:
        document, schema = json.load(f), json.load(s)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker()).validate(document)
    return {"totals": document["totals"], "paths": [f["path"] for f in document["files"]]}


def read_cobertura(file):
    root = xml.etree.ElementTree.parse(file).getroot()
    lines = [
        (c.get("filename"), int(line.get("number")), int(line.get("hits")))
        for c in root.iter("class")
        for line in c.findall("lines/line")
    ]
    return {
        "covered": int(root.get("lines-covered")),
        "total": int(root.get("lines-valid")),
        "rate": float(root.get("line-rate")),
        "lines": lines,
        "names": [c.get("name") for c in root.iter("class")],
    }


def read_jacoco(file):
    root = xml.etree.ElementTree.parse(file).getroot()
    counters = {c.get("type"): [int(c.get("covered")), int(c.get("missed"))] for c in root.findall("counter")}
    return {
        "counters": counters,
        "lines": sum(1 for s in root.iter("sourcefile") for _ in s.iter("line")),
        "groups": [g.get("name") for g in root.findall("group")],
        "names": [c.get("name") for c in root.iter("class")],
    }


def read_csv(file):
    with open(file, encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f, strict=True))
    measured = [r for r in rows if r["measured"] == "true"]
    return {
        "methods": len(measured),
        "invoked": sum(1 for r in measured if int(r["invocations"]) > 0),
        "invocations": sum(int(r["invocations"]) for r in measured),
        "paths": sorted({r["path"] for r in rows}),
    }


class Page(html.parser.HTMLParser):
    """The elements of a page, and its tables."""

    def __init__(self):
        super().__init__()
        self.elements, self.tables, self.in_cell = {}, [], False

    def handle_starttag(self, tag, attrs):
        self.elements[tag] = self.elements.get(tag, 0) + 1
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.in_cell = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.in_cell = False

    def handle_data(self, data):
        if self.in_cell:
            self.tables[-1][-1][-1] += data


def read_markdown(file):
    import cmarkgfm
    from cmarkgfm.cmark import Options

    with open(file, encoding="utf-8") as f:
        page = Page()
        page.feed(cmarkgfm.github_flavored_markdown_to_html(f.read(), options=Options.CMARK_OPT_UNSAFE))
    return {"elements": page.elements, "tables": page.tables}


def read_contexts_json(file, schema):
    import jsonschema

    with open(file, encoding="utf-8") as f:
        doc = json.load(f)
    with open(schema, encoding="utf-8") as f:
        jsonschema.Draft202012Validator(json.load(f)).validate(doc)
    totals = {}
    for node in doc["nodes"]:
        for metric, n in node.get("exclusive", {}).items():
            totals[metric] = totals.get(metric, 0) + n
    return {"nodes": len(doc["nodes"]), "totals": totals}


readers = {
    "contexts-json": read_contexts_json,
    "json": read_json,
    "cobertura": read_cobertura,
    "jacoco": read_jacoco,
    "csv": read_csv,
    "markdown": read_markdown,
}
json.dump(readers[sys.argv[1]](*sys.argv[2:]), sys.stdout)
