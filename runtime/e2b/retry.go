package e2b

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	maxTries      = 3
	maxRetryAfter = 20 * time.Second // a longer wish is not waited for: the answer stands
)

// pause gives how long to wait before try n+1 (n from 1), and whether there is
// to be one. resp is nil where the connection broke.
func pause(n int, resp *Response) (time.Duration, bool) {
	if n >= maxTries {
		return 0, false
	}
	wait := time.Duration(100<<n) * time.Millisecond
	wait += rand.N(wait / 2) //nolint:gosec // spreads clients, guards nothing
	if resp == nil {
		return wait, true
	}
	switch resp.Status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable,
		http.StatusBadGateway, http.StatusGatewayTimeout:
	default:
		return 0, false
	}
	if asked, ok := retryAfter(resp.Header, time.Now()); ok {
		return asked, asked <= maxRetryAfter
	}
	return wait, true
}

// retryAfter reads the header in both of its forms.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	v := h.Get("Retry-After")
	if v == "" {
		return 0, false
	}
	if s, err := strconv.Atoi(v); err == nil && s >= 0 {
		return time.Duration(s) * time.Second, true
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(now)), true
}

// sleep waits, unless the context ends first or would end before the wait is over.
func sleep(ctx context.Context, d time.Duration) bool {
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d {
		return false
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
