package buildtools

import "testing"

func TestKind(t *testing.T) {
	for names, want := range map[[2]string]Kind{
		{"test", "default-test"}:                         UnitTests,
		{"test", "test"}:                                 UnitTests,
		{"integration-test", "default-integration-test"}: IntegrationTests,
		{"test", "integration-tests"}:                    IntegrationTests,
		{"test", "it"}:                                   IntegrationTests,
		{"test", "run-ITs"}:                              IntegrationTests,
		{"integrationTest", "integrationTest"}:           IntegrationTests,
		{"check2", "intTest"}:                            IntegrationTests,
		{"testIT", ""}:                                   IntegrationTests,
		{"ITTest", ""}:                                   IntegrationTests,
		{"itTest", ""}:                                   IntegrationTests,
		{"functionalTest", ""}:                           IntegrationTests,
		{"e2eTest", ""}:                                  IntegrationTests,
		{"test", "end-to-end"}:                           IntegrationTests,
		{"fastTest", "test"}:                             UnitTests,
		{"testPrint", "unit"}:                            UnitTests, // int, it within words
		{"test", "split-tests"}:                          UnitTests,
		{"testInternal", ""}:                             UnitTests,
		{"", ""}:                                         UnitTests,
	} {
		if got := (Tests{Execution: Execution{Goal: names[0], ID: names[1]}}).Kind(); got != want {
			t.Errorf("%s of %s: %s, want %s", names[0], names[1], got, want)
		}
	}
}
