package provider

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/guest"
	"github.com/abxgen/abxgen/runtime/provider/internal/hostile"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// FuzzEffects: a guest that somebody broke out into asks for any effect with
// any arguments. Nothing panics, nothing hangs, nothing leaves, and the error
// can be shown.
func FuzzEffects(f *testing.F) {
	type name struct{ class, method string }
	var names []name
	for _, class := range slices.Sorted(maps.Keys(effects)) {
		for _, method := range slices.Sorted(maps.Keys(effects[class])) {
			names = append(names, name{class, method})
		}
	}
	for n := range names {
		for i, seed := range hostile.Seeds() {
			if i%17 == n%17 {
				f.Add(byte(n), byte(i), seed)
			}
		}
	}
	const key = "a-key-that-stays"
	p := refusing(f, key)
	f.Fuzz(func(t *testing.T, which, client byte, data []byte) {
		n := names[int(which)%len(names)]
		c := guest.Call{Class: n.class, Method: n.method, Client: int(client) - 2, Args: hostile.Values(data, 5)}
		if client%5 == 4 {
			o := values.AsObject(hostile.Value(data))
			c.With = &guest.HTTPClient{BaseURL: o.Text("url"), Domain: o.Text("domain"), Headers: o.Map("headers"), AuthHeaders: o.Map("metadata")}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		v, err := host{p}.Call(ctx, c)
		values.CloseStreams(v)
		if ctx.Err() != nil {
			t.Fatalf("%s.%s did not end", n.class, n.method)
		}
		var e *api.Error
		if err != nil && (!errors.As(err, &e) || e.Provider != "p1" || strings.Contains(err.Error(), key)) {
			t.Errorf("%s.%s: %#v", n.class, n.method, err)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\x00\x1b\r") {
			t.Errorf("%s.%s: %q", n.class, n.method, err)
		}
	})
}

// refusing is a provider none of whose requests leaves.
func refusing(f *testing.F, key string) *provider {
	d := &api.Descriptor{
		ID: "p1", Kind: api.KindREST, Features: api.Features(), Endpoint: &api.Endpoint{BaseURL: "http://127.0.0.1:1", Domain: "127.0.0.1"},
		Fields: []api.Field{{Key: "api_key", Type: "string", Secret: true}},
	}
	o := Options{}
	o.Values.Options = map[string]any{"api_key": key}
	o.Transport.Allow = func(string, int) error { return api.Errorf(api.CodeNetwork, "no network here") }
	p, err := Open(context.Background(), api.Linked{Descriptor: d}, o)
	if err != nil {
		f.Fatal(err)
	}
	return p.(*provider)
}
