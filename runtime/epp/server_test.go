package epp

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/abxgen/abxgen/runtime/api"
)

func req(id, method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params)
}

func TestHandshakeEqualsTheManifest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		s.send(hello)
		s.want(`{"jsonrpc":"2.0","id":1,"result":{"protocol":"epp/1","plugin":{"name":"fake","version":"1.0"},` +
			`"features":["sandbox.lifecycle","exec.run","exec.stream","files.rw","process.manage","pty"],"operation_contract_version":1,` +
			`"operations":{"cli":["exec.run","sandbox.create"],"python":["sandbox.create"]},"workflow_inputs":["image"],"startup_modes":[]}}`)
		s.send(req("2", "initialize", "{}"))
		s.want(`{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"initialize was already called"}}`)
		if d := s.eof(); d != 0 {
			t.Errorf("ended %v after the end of input, want at once", d)
		}
	})
}

// What is no request gets the answer that JSON-RPC has for it, and the process
// lives.
func TestOddLines(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		for _, c := range []struct{ line, want string }{
			{`{"jsonrpc":"2.0","id":"a","method":"sandbox.get"`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not JSON"}}`},
			{"{\"id\":1,\"method\":\"\xff\"}", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not UTF-8"}}`},
			{`[` + req("7", "sandbox.get", "{}") + `]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a line holds one JSON object; batches are not taken"}}`},
			{`"text"`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a line holds one JSON object; batches are not taken"}}`},
			{req(`{"a":1}`, "sandbox.get", "{}"), `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id is a string or a number"}}`},
			{`{"jsonrpc":"2.0","id":5}`, `{"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"a request names its method"}}`},
			{`{"id":6,"method":"sandbox.get"}`, `{"jsonrpc":"2.0","id":6,"error":{"code":-32600,"message":"\"jsonrpc\" is \"2.0\""}}`},
			{req("8", "sandbox.nope", "{}"), `{"jsonrpc":"2.0","id":8,"error":{"code":-32601,"message":"method \"sandbox.nope\" is not known"}}`},
			{req("9", "sandbox.get", `{"sandbox_id":7}`), `{"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"params do not fit the method: sandbox_id is a number"}}`},
			{req("9", "sandbox.get", `[]`), `{"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"params do not fit the method: an object is needed"}}`},
			{req("9", "files.write", `{"content_b64":"?"}`), `{"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"params do not fit the method: what is to be base64 is not"}}`},
			{req("10", "files.read", "null") + "\r", `{"jsonrpc":"2.0","id":10,"error":{"code":-32002,"message":"no such file","data":{"sdk_code":"E4001"}}}`},
		} {
			s.send("", "  \t", c.line)
			s.want(c.want)
		}
		// Nothing is answered to a notification, known or not, nor to an answer.
		s.send(`{"jsonrpc":"2.0","method":"what.is.this"}`, `{"jsonrpc":"2.0","id":3,"result":{}}`, `{"jsonrpc":"2.0","method":"$/cancel","params":{"id":999}}`)
		s.send(req("11", "sandbox.kill", `{"sandbox_id":"gone"}`))
		s.want(`{"jsonrpc":"2.0","id":11,"result":{}}`)
		s.eof()
	})
}

func TestIDsAreEchoedAsTheyCame(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		for _, id := range []string{`12345678901234567890123`, `"7"`, `1.50`, `-1e3`, `"\u00e9<"`, `null`} {
			s.send(req(id, "sandbox.kill", `{"sandbox_id":"sb1"}`))
			s.want(`{"jsonrpc":"2.0","id":` + id + `,"result":{}}`)
		}
		s.eof()
	})
}

func TestBeforeInitialize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		s.fake.closed.Store(1)
		s.send(req(`"x"`, "sandbox.get", "{}"))
		s.want(`{"jsonrpc":"2.0","id":"x","error":{"code":-32600,"message":"initialize comes first"}}`)
		s.eof()
	})
}

func TestRecordsKeepTheDataPlaneToThePlugin(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		s.send(req("2", "sandbox.create", `{"template":"base","timeout":300,"cpu":null,"metadata":{}}`))
		s.want(`{"jsonrpc":"2.0","id":2,"result":{"sandbox_id":"sb1","template":"base","status":"running","metadata":{}}}`)
		s.send(req("3", "sandbox.create", `{"template":"nope"}`))
		s.want(`{"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"no such template","data":{"sdk_code":"E2001"}}}`)
		s.eof()
	})
}

func TestStreamAnswersFirstAndExitsOnceAndLast(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		s.send(req("2", "exec.start", `{"sandbox_id":"sb1","cmd":"out:a","args":["err:b","out:\u20ac","exit:3"],"timeout":5}`))
		got := s.next()
		id := strings.TrimSuffix(strings.TrimPrefix(got, `{"jsonrpc":"2.0","id":2,"result":{"process_id":"`), `"}}`)
		note := func(method, rest string) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":{"process_id":%q,%s}}`, method, id, rest)
		}
		s.want(note("exec.output", `"stream":"stdout","data":"a"`), note("exec.output", `"stream":"stderr","data":"b"`),
			note("exec.output", `"stream":"stdout","data":"€"`), note("exec.exit", `"exit_code":3`))
		s.eof()
		if line, ok := <-s.lines; ok {
			t.Errorf("after the exit came %s", line)
		}
	})
}

// A stream that fails says so on stderr and never looks like success.
func TestFailedStreams(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		for _, c := range []struct{ words, stderr, code string }{
			{`"cmd":"cut"`, "the stream was cut", `"exit_code":125`},
			{`"cmd":"wait","timeout":2`, "the command did not end in time", `"exit_code":124`},
			{`"cmd":"signal:9"`, "", `"exit_code":137`},
		} {
			s.send(req("2", "exec.start", `{"sandbox_id":"sb1",`+c.words+`}`))
			s.next()
			if c.stderr != "" {
				if got := s.next(); !strings.Contains(got, c.stderr) || !strings.Contains(got, "stderr") {
					t.Errorf("%s: %s", c.words, got)
				}
			}
			if got := s.next(); !strings.Contains(got, c.code) {
				t.Errorf("%s: %s", c.words, got)
			}
		}
		s.eof()
	})
}

func TestASlowRequestDelaysNothingAndCancelsOnce(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		s.send(req("3", "exec.run", `{"sandbox_id":"sb1","cmd":"wait","timeout":60}`), req("4", "sandbox.get", `{"sandbox_id":"sb1"}`))
		s.want(`{"jsonrpc":"2.0","id":4,"result":{"sandbox_id":"sb1","template":"","status":"running","metadata":{}}}`)
		s.send(`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":3}}`)
		s.want(`{"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"the call was cancelled"}}`)
		if len(s.fake.killed) != 1 {
			t.Errorf("killed %v", s.fake.killed)
		}
		s.send(req("5", "exec.run", `{"sandbox_id":"sb1","cmd":"wait","timeout":2}`))
		s.want(`{"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"the command did not end in time","data":{"sdk_code":"E3001"}}}`)
		s.eof()
	})
}

func TestBigResultsAreErrorsThatNameTheLimit(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		s.fake.files["fits"] = make([]byte, 6_000_000)
		s.fake.files["too big"] = make([]byte, 6_300_000)
		s.send(req("4", "files.read", `{"path":"fits"}`))
		if got := s.next(); len(got) < 8_000_000 {
			t.Errorf("%.200s", got)
		}
		for _, c := range []struct{ method, params string }{
			{"files.read", `{"path":"too big"}`},
			{"exec.run", `{"cmd":"big:\u001b"}`},
			{"exec.run", `{"cmd":"big:x","args":["big:x","big:x","big:x","big:x","wait"]}`},
		} {
			s.send(req("5", c.method, c.params))
			if got := s.next(); !strings.Contains(got, `"id":5,"error"`) || !strings.Contains(got, "8 MiB") || !strings.Contains(got, "suggestion") {
				t.Errorf("%s: %.300s", c.method, got)
			}
		}
		if killed := s.fake.stopped(); len(killed) != 1 {
			t.Errorf("the command whose output is too large goes on; stopped: %v", killed)
		}
		s.send(req("6", "exec.run", `{"cmd":"big:<"}`))
		if got := s.next(); strings.Count(got, "<") != 2<<20 {
			t.Errorf("< was inflated: %.100s", got)
		}
		s.eof()
	})
}

func TestATooLongRequestIsAnsweredByItsID(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		content := strings.Repeat("A", 9<<20)
		s.send(req("2", "files.write", `{"path":"x","content_b64":"`+content+`"}`))
		if got := s.next(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":2,"error"`) || !strings.Contains(got, "8 MiB") {
			t.Errorf("%.300s", got)
		}
		s.send(`{"params":{"id":4,"x":"` + content + `"},"jsonrpc":"2.0","method":"files.write","id":"later"}`)
		if got := s.next(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":"later","error"`) {
			t.Errorf("%.300s", got)
		}
		data := base64.StdEncoding.EncodeToString([]byte("\x00\xff"))
		s.send(req("3", "files.write", `{"path":"x","content_b64":"`+data+`"}`))
		s.want(`{"jsonrpc":"2.0","id":3,"result":{}}`)
		s.send(req("4", "files.read", `{"path":"x"}`))
		s.want(`{"jsonrpc":"2.0","id":4,"result":{"content_b64":"` + data + `"}}`)
		s.eof()
	})
}

func TestTheEnd(t *testing.T) {
	slow := req("3", "exec.run", `{"sandbox_id":"sb1","cmd":"wait","timeout":60}`)
	shutdown := req("9", "shutdown", "{}")
	answered := `{"jsonrpc":"2.0","id":9,"result":{}}`
	cancelled := `{"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"the call was cancelled"}}`

	t.Run("end of input with a call in flight", func(t *testing.T) {
		inTime(t, func(t *testing.T, s *session) {
			s.send(slow)
			if d := s.eof(); d != graceInFlight || len(s.fake.killed) != 1 {
				t.Errorf("ended after %v, killed %v", d, s.fake.killed)
			}
			s.want(cancelled)
		})
	})
	t.Run("shutdown and the host still has stdin open", func(t *testing.T) {
		inTime(t, func(t *testing.T, s *session) {
			s.send(shutdown)
			s.want(answered)
			s.send(req("10", "sandbox.get", "{}"))
			s.want(`{"jsonrpc":"2.0","id":10,"error":{"code":-32600,"message":"the plugin is shutting down"}}`)
			if d := s.end(); d > 3*time.Second {
				t.Errorf("ended after %v", d)
			}
		})
	})
	t.Run("a second shutdown ends at once", func(t *testing.T) {
		inTime(t, func(t *testing.T, s *session) {
			s.send(shutdown, shutdown)
			s.want(answered, `{"jsonrpc":"2.0","id":9,"error":{"code":-32600,"message":"the plugin is shutting down"}}`)
			if d := s.end(); d != 0 {
				t.Errorf("ended after %v", d)
			}
		})
	})
	t.Run("shutdown lets a call in flight end", func(t *testing.T) {
		inTime(t, func(t *testing.T, s *session) {
			s.send(req("3", "exec.run", `{"cmd":"wait","timeout":1}`), shutdown)
			s.want(answered, `{"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"the command did not end in time","data":{"sdk_code":"E3001"}}}`)
			s.eof()
		})
	})
	t.Run("a provider whose close hangs", func(t *testing.T) {
		for name, inFlight := range map[string]bool{"idle": false, "with a call in flight": true} {
			t.Run(name, func(t *testing.T) {
				inTime(t, func(t *testing.T, s *session) {
					s.fake.hangs = make(chan struct{})
					if inFlight {
						s.send(slow)
						synctest.Wait()
					}
					s.send(shutdown)
					s.want(answered)
					if d := s.end(); d >= 3*time.Second || s.fake.closed.Load() != 2 {
						t.Errorf("ended after %v, closed %d times", d, s.fake.closed.Load())
					}
				})
			})
		}
	})
	t.Run("the signal to end", func(t *testing.T) {
		inTime(t, func(t *testing.T, s *session) {
			s.send(slow)
			synctest.Wait()
			s.term()
			if d := s.end(); d != graceInFlight {
				t.Errorf("ended after %v", d)
			}
			s.want(cancelled)
		})
	})
}

func TestAStreamInFlightIsStoppedAtTheEnd(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		s.send(req("3", "exec.start", `{"sandbox_id":"sb1","cmd":"wait"}`))
		s.next()
		if d := s.eof(); d > 3*time.Second || len(s.fake.killed) != 1 {
			t.Errorf("ended after %v, killed %v", d, s.fake.killed)
		}
	})
}

func TestInputsArriveInTheOrderSent(t *testing.T) {
	inTime(t, func(t *testing.T, s *session) {
		var want []string
		for i := range 200 {
			s.send(req(fmt.Sprint(100+i), "process.stdin", fmt.Sprintf(`{"sandbox_id":"sb1","pid":42,"data":"%d"}`, i)))
			want = append(want, fmt.Sprint(i))
		}
		s.eof()
		if got := strings.Join(s.fake.inputs, ","); got != strings.Join(want, ",") {
			t.Errorf("inputs came as %s", got)
		}
	})
}

func TestErrorsTravelBothWays(t *testing.T) {
	for _, code := range []api.Code{
		api.CodeInvalidAPIKey, api.CodeMissingCredentials, api.CodeTemplateNotFound, api.CodeSandboxNotFound, api.CodeFileNotFound,
		api.CodeQuotaExceeded, api.CodeCommandTimeout, api.CodePermissionDenied, api.CodeNetwork, api.CodeConnection,
		api.CodeProvider, api.CodeConfig, api.CodeResourceNotFound, api.CodeProviderTimeout, api.CodeFeatureNotSupported,
	} {
		sent := &api.Error{Code: code, Message: "what\x1b[1m\nhappened", Suggestion: "do this"}
		got := fromRPC(toRPC(sent), "fake")
		if got.Code != code || got.Message != "what[1m happened" || got.Suggestion != "do this" {
			t.Errorf("%s came back as %#v", code, got)
		}
	}
}
