package api

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limits bound a provider's JavaScript; zero values mean the defaults. What
// goes over one costs the guest that runs it its life, or the call that asked
// for it an error, and nothing else.
type Limits struct {
	Startup     time.Duration // from start to buildInfra's answer
	Call        time.Duration // wall time of one call, of each turn of JavaScript of a stream
	HeapBytes   int64         // memory of the guest
	StackDepth  int           // frames
	OutputBytes int64         // text and bytes of what one call returns
	Timers      int           // pending at a time
	Requests    int           // open at a time: fetch and the kit's methods
}

// Settings are what a build fixes for a provider.
type Settings struct {
	// OpenNetwork lets the provider reach every host, whatever its manifest
	// declares.
	OpenNetwork bool
	// Limits that the build sets; where zero, the manifest's or the defaults.
	Limits Limits
}

type limitUnit int

const (
	count limitUnit = iota
	size            // bytes
	span            // nanoseconds
)

// limitRows are the names by which a build sets limits, their defaults and
// their bounds. A call's time has the bounds of the manifest; less memory than
// that a guest cannot start in, more output does not fit a message.
var limitRows = []struct {
	name           string
	unit           limitUnit
	def, low, high int64
	field          func(*Limits) any
	what           string
}{
	{"call", span, int64(60 * time.Second), int64(100 * time.Millisecond), int64(time.Hour), func(l *Limits) any { return &l.Call }, "wall time of one call, and of each turn of JavaScript"},
	{"startup", span, int64(10 * time.Second), int64(100 * time.Millisecond), int64(time.Hour), func(l *Limits) any { return &l.Startup }, "time from start to buildInfra's answer"},
	{"heap", size, 512 << 20, 64 << 20, 64 << 30, func(l *Limits) any { return &l.HeapBytes }, "memory of the process that runs JavaScript"},
	{"stack", count, 2000, 100, 20_000, func(l *Limits) any { return &l.StackDepth }, "depth of calls, in frames"},
	{"output", size, 96 << 20, 1 << 10, 96 << 20, func(l *Limits) any { return &l.OutputBytes }, "text and bytes of what one call returns"},
	{"timers", count, 10_000, 1, 1_000_000, func(l *Limits) any { return &l.Timers }, "pending timers"},
	{"requests", count, 1000, 1, 10_000, func(l *Limits) any { return &l.Requests }, "open requests"},
}

// Limit is one limit as people see it.
type Limit struct {
	Name  string `json:"name"`  // call, heap, …
	Value string `json:"value"` // 30s, 256MiB, 2000
	What  string `json:"what"`
}

// List gives every limit with its value.
func (l Limits) List() []Limit {
	l = l.Or(Limits{})
	var list []Limit
	for _, row := range limitRows {
		list = append(list, Limit{row.name, row.unit.text(load(row.field(&l))), row.what})
	}
	return list
}

// Or fills in what is not set: from other, then from the defaults.
func (l Limits) Or(other Limits) Limits {
	for _, row := range limitRows {
		mine := row.field(&l)
		for _, v := range []int64{load(row.field(&other)), row.def} {
			if load(mine) <= 0 {
				store(mine, v)
			}
		}
	}
	return l
}

// Set reads NAME=VALUE as a build is given it: call=30s, heap=256MiB,
// stack=1000. Its error says what would be right.
func (l *Limits) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	for _, row := range limitRows {
		if !ok || row.name != name {
			continue
		}
		n, err := row.unit.parse(value)
		if err != nil || n < row.low || n > row.high {
			return fmt.Errorf("%q is no %s: write %s=VALUE from %s to %s", value, name, name, row.unit.text(row.low), row.unit.text(row.high))
		}
		store(row.field(l), n)
		return nil
	}
	var names []string
	for _, row := range limitRows {
		names = append(names, row.name)
	}
	return fmt.Errorf("%q sets no limit: write NAME=VALUE, where NAME is %s", text, strings.Join(names, ", "))
}

func load(field any) int64 {
	switch f := field.(type) {
	case *time.Duration:
		return int64(*f)
	case *int:
		return int64(*f)
	case *int64:
		return *f
	}
	return 0
}

func store(field any, n int64) {
	switch f := field.(type) {
	case *time.Duration:
		*f = time.Duration(n)
	case *int:
		*f = int(n)
	case *int64:
		*f = n
	}
}

var sizes = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"", 1}}

func (u limitUnit) text(n int64) string {
	switch u {
	case span:
		return time.Duration(n).String()
	case size:
		for _, s := range sizes {
			if n%s.bytes == 0 {
				return strconv.FormatInt(n/s.bytes, 10) + s.name
			}
		}
	}
	return strconv.FormatInt(n, 10)
}

func (u limitUnit) parse(text string) (int64, error) {
	switch u {
	case span:
		d, err := time.ParseDuration(text)
		return int64(d), err
	case size:
		for _, s := range sizes {
			if digits, ok := strings.CutSuffix(text, s.name); ok {
				n, err := strconv.ParseInt(digits, 10, 33)
				return n * s.bytes, err
			}
		}
	}
	return strconv.ParseInt(text, 10, 64)
}
