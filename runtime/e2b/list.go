package e2b

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
)

const (
	pageSize = 100 // what a backend gives at most (spec/e2b-wire.md)
	// offsetCursor is a cursor of ours, "abx-offset:N:ID", for lists without
	// one: N to skip, ID the first sandbox of all. Any other is the backend's.
	offsetCursor = "abx-offset:"
)

// List asks for sandboxes by the second list, and by the first where the
// backend does not have the second (404); it remembers that.
func (c *Client) List(ctx context.Context, req api.ListRequest) (*api.ListPage, error) {
	if !c.onlyV1.Load() {
		page, err := c.ListV2(ctx, req)
		if err == nil || api.CodeOf(err) != api.CodeResourceNotFound {
			return page, err
		}
		c.onlyV1.Store(true)
	}
	return c.ListV1(ctx, req)
}

// ListV2 asks GET /v2/sandboxes, following X-Next-Token until the wished
// number is there. A backend without it gives E8005.
func (c *Client) ListV2(ctx context.Context, req api.ListRequest) (*api.ListPage, error) {
	skip, _, token := startOf(req)
	limit := limitOf(req)
	out := &api.ListPage{}
	for {
		page, next, err := c.pageV2(ctx, req.Status, min(pageSize, skip+limit-len(out.Sandboxes)), token)
		if err != nil {
			return nil, err
		}
		if len(page) > pageSize || next == "" && len(page) > skip+limit-len(out.Sandboxes) {
			// The backend does not page: take what was asked for, by number.
			return cut(page, req.Status, skip, limit-len(out.Sandboxes), out), nil
		}
		n := min(skip, len(page))
		skip -= n
		out.Sandboxes = append(out.Sandboxes, matching(page[n:], req.Status)...)
		if next == "" || next == token || len(out.Sandboxes) >= limit {
			out.Next = next
			return out, nil
		}
		token = next
	}
}

func (c *Client) pageV2(ctx context.Context, status string, limit int, token string) ([]api.SandboxInfo, string, error) {
	q := url.Values{"limit": {strconv.Itoa(limit)}}
	if status == api.StatusRunning || status == api.StatusPaused {
		q.Set("state", status) // the wire knows these two
	}
	if token != "" {
		q.Set("nextToken", token)
	}
	return c.listPage(ctx, "/v2/sandboxes", q)
}

// ListV1 asks GET /sandboxes as the SDK does, by limit and offset. Backends
// that ignore both are noticed by what they answer.
func (c *Client) ListV1(ctx context.Context, req api.ListRequest) (*api.ListPage, error) {
	skip, first, _ := startOf(req)
	limit := limitOf(req)
	q := url.Values{"limit": {strconv.Itoa(limit)}, "offset": {strconv.Itoa(skip)}}
	if req.Status != "" {
		q.Set("status", req.Status)
	}
	page, _, err := c.listPage(ctx, "/sandboxes", q)
	if err != nil {
		return nil, err
	}
	if len(page) > limit || first != "" && len(page) > 0 && page[0].ID == first {
		return cut(page, req.Status, skip, limit, &api.ListPage{}), nil
	}
	out := &api.ListPage{Sandboxes: matching(page, req.Status)}
	if len(page) == limit {
		out.Next = cursorAt(skip+limit, page)
		if first != "" {
			out.Next = offsetCursor + strconv.Itoa(skip+limit) + ":" + first
		}
	}
	return out, nil
}

func (c *Client) listPage(ctx context.Context, path string, q url.Values) ([]api.SandboxInfo, string, error) {
	resp, err := c.PlatformRequest(ctx, Request{Method: http.MethodGet, Path: path, Query: q})
	if err != nil {
		return nil, "", err
	}
	if err := notAPage(resp); err != nil {
		return nil, "", err
	}
	items, err := parseList(resp.Body)
	return items, resp.Header.Get("X-Next-Token"), err
}

func parseList(body []byte) ([]api.SandboxInfo, error) {
	var v any
	if err := decode(body, &v); err != nil {
		return nil, api.Errorf(api.CodeProvider, "the control plane's list is no JSON").Because(err)
	}
	list, ok := v.([]any)
	if m, isObject := v.(map[string]any); isObject {
		list, ok = fields(m).list("data", "sandboxes", "items"), true
	}
	if !ok && v != nil {
		return nil, api.Errorf(api.CodeProvider, "the control plane's list is no list")
	}
	out := make([]api.SandboxInfo, 0, len(list))
	for _, item := range list {
		m, _ := item.(map[string]any)
		info, err := ParseSandboxInfo(m)
		if err != nil {
			return nil, err
		}
		out = append(out, *info)
	}
	return out, nil
}

// cut takes what was asked for out of a list that holds everything.
func cut(all []api.SandboxInfo, status string, skip, limit int, out *api.ListPage) *api.ListPage {
	fit := matching(all, status)
	from := min(skip, len(fit))
	to := min(from+limit, len(fit))
	out.Sandboxes = append(out.Sandboxes, fit[from:to]...)
	if to < len(fit) {
		out.Next = cursorAt(to, all)
	}
	return out
}

func cursorAt(n int, from []api.SandboxInfo) string {
	return offsetCursor + strconv.Itoa(n) + ":" + from[0].ID
}

func startOf(req api.ListRequest) (skip int, first, token string) {
	mine, ok := strings.CutPrefix(req.Cursor, offsetCursor)
	if !ok {
		return max(0, req.Offset), "", req.Cursor
	}
	n, first, _ := strings.Cut(mine, ":")
	skip, _ = strconv.Atoi(n)
	return max(0, skip), first, ""
}

func limitOf(req api.ListRequest) int {
	if req.Limit > 0 {
		return req.Limit
	}
	return pageSize
}

// matching drops what has another status; not every backend filters.
func matching(page []api.SandboxInfo, status string) []api.SandboxInfo {
	if status == "" {
		return page
	}
	return slices.DeleteFunc(slices.Clone(page), func(s api.SandboxInfo) bool { return s.Status != status })
}
