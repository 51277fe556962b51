package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
)

func TestLife(t *testing.T) {
	ctx := t.Context()
	p := client(t, cloud.ForTest(t))
	s, err := p.Create(ctx, api.CreateRequest{Metadata: map[string]string{"made": "here"}})
	if err != nil {
		t.Fatal(err)
	}
	if s.String() != "dev:"+s.ID() || s.Record().Metadata["made"] != "here" {
		t.Errorf("%s is %+v", s, s.Record())
	}
	if err := s.SetTimeout(ctx, 90*time.Second+time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	info, err := s.Info(ctx)
	if err != nil || info.Status != api.StatusRunning {
		t.Fatalf("%+v, %v", info, err)
	}
	if left := time.Until(info.EndAt); left < 80*time.Second || left > 92*time.Second {
		t.Errorf("it lives %s more", left)
	}
	if err := s.Pause(ctx); err != nil {
		t.Fatal(err)
	}
	if running, err := s.Running(ctx); running || err != nil {
		t.Errorf("paused, it runs: %v, %v", running, err)
	}
	if err := s.Resume(ctx); err != nil {
		t.Fatal(err)
	}
	for what, find := range map[string]func() (string, error){
		"connect": func() (string, error) { s, err := p.Connect(ctx, s.ID()); return s.ID(), err },
		"get":     func() (string, error) { s, err := p.Get(ctx, s.ID()); return s.ID(), err },
		"handle": func() (string, error) {
			running, err := p.Sandbox(s.ID()).Running(ctx)
			return map[bool]string{true: s.ID()}[running], err
		},
	} {
		if id, err := find(); id != s.ID() || err != nil {
			t.Errorf("%s: %s, %v", what, id, err)
		}
	}
	if err := s.Kill(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Get(ctx, s.ID()); !errors.Is(err, api.ErrSandboxNotFound) || !errors.Is(err, api.ErrNotFound) {
		t.Errorf("when it is gone: %v", err)
	}
	if running, err := s.Running(ctx); running || err != nil {
		t.Errorf("gone, it runs: %v, %v", running, err)
	}
}

// The envd token is a key: no handle shows it, however it is printed.
func TestHandlesHoldNoKey(t *testing.T) {
	p := client(t, cloud.ForTest(t))
	s, err := p.Create(t.Context(), api.CreateRequest{})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := p.API().GetInfo(t.Context(), s.ID())
	if err != nil || raw.EnvdToken.IsZero() {
		t.Fatalf("the cloud gives no token: %v", err)
	}
	info, err := s.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprintf("%v %+v %#v %+v", s, s.Record(), s.Record(), info); strings.Contains(text, raw.EnvdToken.Reveal()) {
		t.Error("it is printed")
	}
}

func TestSandboxesGoesThroughAllPages(t *testing.T) {
	c := cloud.ForTest(t)
	p := client(t, c)
	var made, seen []string
	for range 3 {
		s, err := p.Create(t.Context(), api.CreateRequest{})
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, s.ID())
	}
	for s, err := range p.Sandboxes(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, s.ID())
	}
	slices.Sort(made)
	slices.Sort(seen)
	if !slices.Equal(made, seen) {
		t.Errorf("made %v, seen %v", made, seen)
	}
	for range p.Sandboxes(t.Context()) {
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n := 0
	for s, err := range p.Sandboxes(ctx) {
		n++
		if s != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v, %v", s, err)
		}
	}
	if n != 1 {
		t.Errorf("%d turns", n)
	}
}

func TestCode(t *testing.T) {
	s := create(t)
	code, ctx := s.Code(), t.Context()
	kept, err := code.NewContext(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := code.Run(ctx, api.CodeRequest{Code: "x = 41", ContextID: kept.ID}); err != nil {
		t.Fatal(err)
	}
	if r, err := code.Run(ctx, api.CodeRequest{Code: "x + 1", ContextID: kept.ID}); err != nil || r.Text != "42" {
		t.Errorf("%+v, %v", r, err)
	}
	r, err := code.Run(ctx, api.CodeRequest{Code: "raise ValueError('one\\ntwo')"})
	if api.CodeOf(err) != api.CodeCodeExecution || err.Error() != "[E3003] the code raised ValueError: one two" || r.Error.Value != "one\ntwo" {
		t.Errorf("%+v, %v", r, err)
	}
	listed := false
	for c, err := range code.Contexts(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		listed = listed || c.ID == kept.ID
	}
	if !listed {
		t.Error("the context is not listed")
	}
	if err := code.RestartContext(ctx, kept.ID); err != nil {
		t.Error(err)
	}
	if err := code.RemoveContext(ctx, kept.ID); err != nil {
		t.Error(err)
	}
}

func TestPorts(t *testing.T) {
	s := create(t)
	u, err := s.Ports().URL(t.Context(), 8080)
	if err != nil || !strings.Contains(u.URL, "8080-"+s.ID()) {
		t.Errorf("%+v, %v", u, err)
	}
}

func TestATimeThatIsOverIsNoLifetime(t *testing.T) {
	ctx := t.Context()
	p := client(t, cloud.ForTest(t))
	if _, err := p.Create(ctx, api.CreateRequest{Timeout: -time.Second}); api.CodeOf(err) != api.CodeConfig || err == nil {
		t.Errorf("create: %v", err)
	}
	s, err := p.Create(ctx, api.CreateRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, lifetime := range []time.Duration{-time.Minute, -1, 0} {
		if err := s.SetTimeout(ctx, lifetime); api.CodeOf(err) != api.CodeConfig || err == nil {
			t.Errorf("%v: %v", lifetime, err)
		}
	}
	if running, err := s.Running(ctx); !running || err != nil {
		t.Errorf("it runs: %v, %v", running, err)
	}
	bare := create(t, api.FeatureSandboxLifecycle)
	if err := bare.SetTimeout(ctx, 0); !errors.Is(err, api.ErrFeatureNotSupported) {
		t.Errorf("without the feature: %v", err)
	}
}
