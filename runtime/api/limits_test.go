package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

func TestLimitsAreSet(t *testing.T) {
	var l api.Limits
	for _, text := range []string{"call=1m30s", "startup=200ms", "heap=1GiB", "stack=500", "output=1536KiB", "timers=7", "requests=9", "output=2048"} {
		if err := l.Set(text); err != nil {
			t.Error(err)
		}
	}
	want := api.Limits{Startup: 200 * time.Millisecond, Call: 90 * time.Second, HeapBytes: 1 << 30, StackDepth: 500, OutputBytes: 2048, Timers: 7, Requests: 9}
	if l != want {
		t.Errorf("%+v", l)
	}
	for text, says := range map[string]string{
		"": "where NAME is call", "call": "where NAME is", "calls=1s": "where NAME is", "call=": "from 100ms to 1h0m0s", "call=5": "from 100ms", "call=99ms": "from 100ms",
		"call=-1s": "from", "heap=63MiB": "from 64MiB to 64GiB", "heap=1e9": "from", "heap=9999999999999GiB": "from", "heap=65GiB": "from", "stack=0": "from 100 to",
		"stack=1.5": "from 100", "output=97MiB": "to 96MiB", "timers=x": "from 1 to", "heap=1 GiB": "from",
	} {
		if err := l.Set(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q gave %v", text, err)
		}
	}
	if l != want {
		t.Errorf("a refused limit was set: %+v", l)
	}
}

func TestLimitsFillIn(t *testing.T) {
	got := api.Limits{Call: time.Second}.Or(api.Limits{Call: time.Minute, Timers: 5})
	if got.Call != time.Second || got.Timers != 5 || got.HeapBytes != 512<<20 || got.Startup != 10*time.Second || got.StackDepth != 2000 {
		t.Errorf("%+v", got)
	}
	var shown []string
	for _, l := range (api.Limits{HeapBytes: 100 << 20}).List() {
		shown = append(shown, l.Name+"="+l.Value)
		if l.What == "" {
			t.Errorf("%s says nothing of itself", l.Name)
		}
		if err := new(api.Limits).Set(l.Name + "=" + l.Value); err != nil {
			t.Errorf("what is shown is not taken: %v", err)
		}
	}
	if text := strings.Join(shown, " "); text != "call=1m0s startup=10s heap=100MiB stack=2000 output=96MiB timers=10000 requests=1000" {
		t.Error(text)
	}
}
