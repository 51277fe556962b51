package envd

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"sync"

	"github.com/abxgen/abxgen/examples/devcloud/box"
	"github.com/abxgen/abxgen/examples/devcloud/connect"
)

// watchDir streams the events of a folder until the client leaves.
func (s *Server) watchDir(ctx context.Context, r *http.Request, req *watchRequest, out *connect.Stream) error {
	u, err := s.user(r)
	if err != nil {
		return err
	}
	w, err := s.watch(u, req)
	if err != nil {
		return err
	}
	defer w.notify.Close()
	ping := newPing(r)
	defer ping.Stop()
	err = out.Send(map[string]empty{"start": {}})
	for err == nil {
		select {
		case e := <-w.notify.Events:
			for _, event := range w.events(e) {
				err = out.Send(map[string]fileEvent{"filesystem": event})
			}
		case err = <-w.notify.Errors:
		case <-ping.C:
			err = out.Send(map[string]empty{"keepalive": {}})
		case <-ctx.Done():
			return ctx.Err()
		case <-s.procs.closing:
			panic(http.ErrAbortHandler) // the sandbox went away, and so does the connection
		}
	}
	return err
}

// watchers are those that clients ask for news instead of listening.
type watchers struct {
	mu   sync.Mutex
	byID map[string]*polled
}

type polled struct {
	watch *watch
	mu    sync.Mutex
	news  []fileEvent
}

type (
	watcherRequest struct {
		ID string `json:"watcherId"`
	}
	watcherResponse struct {
		ID string `json:"watcherId"`
	}
	eventsResponse struct {
		Events []fileEvent `json:"events,omitempty"`
	}
)

func (ws *watchers) init() { ws.byID = map[string]*polled{} }

func (ws *watchers) find(id string) (*polled, error) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	p := ws.byID[id]
	if p == nil {
		return nil, connect.Errorf(connect.NotFound, "watcher with id %s not found", id)
	}
	return p, nil
}

func (ws *watchers) closeAll() {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	for id, p := range ws.byID {
		_ = p.watch.notify.Close() // ends its collector too
		delete(ws.byID, id)
	}
}

func (s *Server) createWatcher(u box.User, req *watchRequest) (*watcherResponse, error) {
	w, err := s.watch(u, req)
	if err != nil {
		return nil, err
	}
	p := &polled{watch: w}
	id := "w" + strings.ToLower(rand.Text())[:20]
	s.watchers.mu.Lock()
	s.watchers.byID[id] = p
	s.watchers.mu.Unlock()
	go p.collect()
	return &watcherResponse{id}, nil
}

// collect gathers news until the watcher is closed.
func (p *polled) collect() {
	for e := range p.watch.notify.Events {
		events := p.watch.events(e)
		p.mu.Lock()
		p.news = append(p.news, events...)
		p.mu.Unlock()
	}
}

func (s *Server) watcherEvents(_ box.User, req *watcherRequest) (*eventsResponse, error) {
	p, err := s.watchers.find(req.ID)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	res := &eventsResponse{p.news}
	p.news = nil
	return res, nil
}

func (s *Server) removeWatcher(_ box.User, req *watcherRequest) (empty, error) {
	p, err := s.watchers.find(req.ID)
	if err != nil {
		return empty{}, err
	}
	s.watchers.mu.Lock()
	delete(s.watchers.byID, req.ID)
	s.watchers.mu.Unlock()
	_ = p.watch.notify.Close() // ends its collector too
	return empty{}, nil
}
