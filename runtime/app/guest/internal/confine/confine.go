// Package confine lets a guest give up what it never needs, once, before any
// JavaScript runs. What a system refuses is left out and not reported as held.
package confine

import (
	"os"
	"runtime/metrics"
	"time"

	"github.com/abxgen/abxgen/runtime/guest"
)

// Apply confines this process for good.
func Apply(l guest.Limits) guest.Confinement {
	time.Now().Zone() // reads the time zone's file, later it can't
	held := apply(l)
	if !held.Memory {
		go watch(l.HeapBytes)
	}
	return held
}

// watch ends the process when Go's memory goes over the limit: the way of
// systems that have no limit for it. The core reads the reason on stderr.
func watch(limit int64) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	for {
		time.Sleep(10 * time.Millisecond)
		metrics.Read(samples)
		if int64(samples[0].Value.Uint64()-samples[1].Value.Uint64()) > limit {
			os.Stderr.WriteString("out of memory\n")
			os.Exit(2)
		}
	}
}
