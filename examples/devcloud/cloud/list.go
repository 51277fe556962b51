package cloud

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const pageMax = 100

// listV1 is the old list: running sandboxes, all at once. It also obeys limit,
// offset and status, which agent_sandbox sends.
func (c *Cloud) listV1(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	states := []string{running}
	if s := q.Get("status"); s != "" {
		states = []string{s}
	}
	all, err := c.choose(q, states)
	if err != nil {
		return err
	}
	offset, err := whole(q, "offset", 0, 0, 1<<30)
	if err != nil {
		return err
	}
	limit, err := whole(q, "limit", 1<<30, 0, 1<<30)
	if err != nil {
		return err
	}
	all = all[min(offset, len(all)):]
	answer(w, http.StatusOK, records(all[:min(limit, len(all))]))
	return nil
}

// listV2 pages: at most limit at a time, and the token of the next page in
// X-Next-Token.
func (c *Cloud) listV2(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	states := []string{running, paused}
	if s := q["state"]; len(s) > 0 {
		states = strings.Split(strings.Join(s, ","), ",")
	}
	all, err := c.choose(q, states)
	if err != nil {
		return err
	}
	limit, err := whole(q, "limit", pageMax, 1, pageMax)
	if err != nil {
		return err
	}
	page, err := after(all, q.Get("order") == "asc", q.Get("nextToken"))
	if err != nil {
		return err
	}
	w.Header().Set("X-Total-Running", strconv.Itoa(c.store.running()))
	if len(page) > limit {
		page = page[:limit]
		w.Header().Set("X-Next-Token", token(page[limit-1]))
	}
	answer(w, http.StatusOK, records(page))
	return nil
}

func records(all []*sandbox) []listRecord {
	out := []listRecord{} // never null
	for _, s := range all {
		out = append(out, listed(s))
	}
	return out
}

// choose gives the sandboxes of some states, with the wanted metadata and
// template, newest first.
func (c *Cloud) choose(q url.Values, states []string) ([]*sandbox, error) {
	wanted, err := filter(q.Get("metadata"))
	if err != nil {
		return nil, fail(http.StatusBadRequest, "Error when parsing metadata: %v", err)
	}
	for _, s := range states {
		if s != running && s != paused {
			return nil, fail(http.StatusBadRequest, "Error when parsing request: state %q is none of running, paused", s)
		}
	}
	template := q.Get("template")
	return slices.DeleteFunc(c.store.all(), func(s *sandbox) bool {
		state, _ := s.now()
		return !slices.Contains(states, state) || !matches(s, wanted) || template != "" && s.template != template
	}), nil
}

// filter reads k=v&k2=v2 as the clients of E2B write it: names and values are
// quoted, and then the whole is, before it becomes a query's value.
func filter(text string) (url.Values, error) {
	text, err := url.QueryUnescape(text)
	if err != nil {
		return nil, err
	}
	return url.ParseQuery(text)
}

func matches(s *sandbox, wanted url.Values) bool {
	for k := range wanted {
		if v, ok := s.metadata[k]; !ok || v != wanted.Get(k) {
			return false
		}
	}
	return true
}

func whole(q url.Values, name string, otherwise, low, high int) (int, error) {
	text := q.Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, fail(http.StatusBadRequest, "Error when parsing request: %s must be from %d to %d", name, low, high)
	}
	return n, nil
}

// token names a sandbox's place in the list, also when it is gone by then.
func token(s *sandbox) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d_%s", s.started.UnixNano(), s.id))
}

// after gives what follows the place of a token, in the wanted order.
func after(all []*sandbox, ascending bool, next string) ([]*sandbox, error) {
	if ascending {
		slices.Reverse(all)
	}
	if next == "" {
		return all, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(next)
	nanos, id, ok := strings.Cut(string(text), "_")
	at, perr := strconv.ParseInt(nanos, 10, 64)
	if err != nil || perr != nil || !ok {
		return nil, fail(http.StatusBadRequest, "Invalid next token")
	}
	place := &sandbox{id: id, started: time.Unix(0, at)}
	return slices.DeleteFunc(all, func(s *sandbox) bool {
		order := newest(s, place)
		if ascending {
			order = -order
		}
		return order <= 0
	}), nil
}
