package main

import (
	"bytes"
	"fmt"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"

	"jprof/internal/util/version"
)

// patentGrant is the name that licensecheck has for the file PATENTS of modules by the authors of Go.
const patentGrant = "GooglePatentsFile"

// sbom lists the components of the binary of a target, in the format CycloneDX 1.6.
func (r release) sbom(t target, parts []part) ([]byte, error) {
	self := cyclonedx.Component{
		BOMRef: "jprof", Type: cyclonedx.ComponentTypeApplication, Name: "jprof", Version: r.Version,
		PackageURL: "pkg:golang/" + version.Home + "@v" + r.Version,
		Licenses:   &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}},
		Properties: &[]cyclonedx.Property{{Name: "jprof:system", Value: t.String()}},
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.Time.Format(time.RFC3339), Component: &self}
	var components []cyclonedx.Component
	var refs []string
	for _, p := range parts {
		c := cyclonedx.Component{
			BOMRef: p.PURL, Type: cyclonedx.ComponentTypeLibrary, Name: p.Name, Version: p.Version, PackageURL: p.PURL,
			Description: p.Use,
		}
		var licences cyclonedx.Licenses
		for _, id := range p.SPDX {
			l := cyclonedx.License{ID: id}
			if id == patentGrant { // the list of SPDX does not have it
				l = cyclonedx.License{Name: "Additional IP Rights Grant (Patents) of Google"}
			}
			licences = append(licences, cyclonedx.LicenseChoice{License: &l})
		}
		c.Licenses = &licences
		components = append(components, c)
		refs = append(refs, p.PURL)
	}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: "jprof", Dependencies: &refs}}
	var b bytes.Buffer
	out := cyclonedx.NewBOMEncoder(&b, cyclonedx.BOMFileFormatJSON).SetPretty(true).SetEscapeHTML(false)
	if err := out.EncodeVersion(bom, cyclonedx.SpecVersion1_6); err != nil {
		return nil, fmt.Errorf("list of parts: %w", err)
	}
	return b.Bytes(), nil
}
