package gate

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// TestFeatures holds every method against a provider that declares all of its
// features but this method's, and against one that declares only one of them.
func TestFeatures(t *testing.T) {
	for _, m := range api.Methods() {
		without := &api.Descriptor{ID: "my-cloud", Features: slices.DeleteFunc(api.Features(), func(f api.Feature) bool { return slices.Contains(m.Features, f) })}
		var e *api.Error
		if err := New(without, "").Check(m.Class, m.Name); !errors.As(err, &e) || e.Code != api.CodeFeatureNotSupported {
			t.Errorf("%s.%s undeclared: %v", m.Class, m.Name, err)
		} else if e.Feature != m.Features[0] || e.Provider != "my-cloud" || !strings.Contains(e.Message, "my-cloud") || !strings.Contains(e.Message, string(e.Feature)) {
			t.Errorf("%s.%s: the error names neither provider nor feature: %+v", m.Class, m.Name, e)
		}
		for _, f := range m.Features {
			only := &api.Descriptor{ID: "my-cloud", Features: []api.Feature{f}}
			if err := New(only, "").Check(m.Class, m.Name); err != nil {
				t.Errorf("%s.%s with %s: %v", m.Class, m.Name, f, err)
			}
		}
	}
}

func TestOperationsComeAfterTheFeature(t *testing.T) {
	for _, m := range api.Methods() {
		d := &api.Descriptor{ID: "p1", Features: api.Features()}
		err := New(d, HostCLI).Check(m.Class, m.Name)
		if free := len(m.Operations) == 0; free != (err == nil) {
			t.Errorf("%s.%s without operations: %v", m.Class, m.Name, err)
		}
		if err != nil && (api.CodeOf(err) != api.CodeFeatureNotSupported || !strings.Contains(err.Error(), m.Operations[0])) {
			t.Errorf("%s.%s: %v", m.Class, m.Name, err)
		}
		for _, op := range m.Operations {
			d.Operations.CLI = []string{op}
			if err := New(d, HostCLI).Check(m.Class, m.Name); err != nil {
				t.Errorf("%s.%s with %s: %v", m.Class, m.Name, op, err)
			}
		}
	}
}

func TestRequire(t *testing.T) {
	if len(api.Features()) != 19 {
		t.Fatalf("%d features", len(api.Features()))
	}
	for _, f := range api.Features() {
		if err := New(&api.Descriptor{ID: "p1"}, "").Require(f); !errors.Is(err, api.ErrFeatureNotSupported) {
			t.Errorf("%s undeclared: %v", f, err)
		}
		if err := New(&api.Descriptor{ID: "p1", Features: []api.Feature{f}}, "").Require(f); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestUnknownMethod(t *testing.T) {
	if err := New(&api.Descriptor{ID: "p1"}, "").Check(api.ClassSandbox, "fly"); api.CodeOf(err) != api.CodeProvider {
		t.Error(err)
	}
}
