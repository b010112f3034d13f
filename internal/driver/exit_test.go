package driver

import (
	"errors"
	"testing"
)

func TestExitCodes(t *testing.T) {
	if got := keepStatus(0, nil); got != nil {
		t.Errorf("keepStatus(0, nil) = %v", got)
	}
	failed := errors.New("failed")
	if got := keepStatus(0, failed); got != failed {
		t.Errorf("keepStatus(0, err) = %v", got)
	}
	if got := keepStatus(3, failed); !errors.Is(got, failed) {
		t.Errorf("keepStatus(3, err) = %v", got)
	}
}
