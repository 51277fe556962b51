package manifest

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/manifest/internal/toml10"
)

// model gives a manifest as testdata/oracle.py gives the SDK's.
func model(t testing.TB, m *Manifest) map[string]any {
	t.Helper()
	d := m.Descriptor()
	requires, derive := map[string]string{}, map[string]string{}
	for _, r := range m.Requires {
		requires[r.Component.Value] = r.Spec.Value
	}
	base, scheme := "", ""
	if d.Endpoint != nil {
		base, scheme = d.Endpoint.BaseURL, d.Endpoint.Scheme
		for k, v := range d.Endpoint.Derive {
			derive[k] = v
		}
	}
	command := d.Command
	if d.Kind == api.KindNode {
		command = []string{m.Entry()}
	}
	return roundTrip(t, map[string]any{
		"id": d.ID, "name": d.Name, "name_zh": d.NameZH, "version": d.Version,
		"description": d.Description, "license": d.License, "homepage": d.Homepage,
		"kind": d.Kind, "protocol": m.Protocol, "requires": requires, "command": list(command),
		"startup_timeout_ms": d.StartupTimeout.Milliseconds(), "call_timeout_ms": d.CallTimeout.Milliseconds(),
		"platforms": list(Values(m.Platforms)), "features": list(Values(m.Features)),
		"operations": map[string]any{"cli": list(d.Operations.CLI), "python": list(d.Operations.Python)},
		"inputs":     list(d.Workflow.Inputs), "startups": list(d.Workflow.Startups),
		"security": map[string]any{
			"network": list(d.Security.Network), "filesystem": list(d.Security.Filesystem),
			"env_passthrough": list(d.Security.EnvPassthrough), "spawns_processes": d.Security.SpawnsProcesses,
		},
		"inherit": list(d.Inherit), "any_of": groups(d.AuthAnyOf),
		"base_url": base, "scheme": scheme, "derive": derive,
		"fields": modelFields(m.Fields), "commands": modelCommands(m.Commands),
	})
}

func modelFields(fields []Field) []any {
	out := []any{}
	for _, f := range fields {
		var def any
		if f.raw != nil {
			def = typed(f.raw)
		}
		kind := f.Type
		if kind == "string" {
			kind = "str"
		}
		out = append(out, map[string]any{
			"key": f.Key, "type": kind, "required": f.Required, "secret": f.Secret, "credential": f.Credential,
			"default": def, "description": f.Description, "description_zh": f.DescZH,
			"env": list(f.Env), "choices": list(f.Choices),
		})
	}
	return out
}

func modelCommands(commands []Command) []any {
	out := []any{}
	for _, c := range commands {
		out = append(out, map[string]any{
			"id": c.ID.Value, "description": c.Description.Value, "description_zh": c.DescriptionZH.Value,
			"input_schema": typed(c.input), "output_schema": typed(c.output),
			"effect": c.Effect, "idempotent": c.Idempotent,
		})
	}
	return out
}

// typed gives a value with its Python type.
func typed(v *toml10.Value) any {
	switch v.Kind {
	case toml10.TableKind:
		out := map[string]any{}
		for _, e := range v.Table.Entries {
			out[e.Key] = typed(e.Value)
		}
		return out
	case toml10.Array:
		out := []any{}
		for _, item := range v.Items {
			out = append(out, typed(item))
		}
		return out
	case toml10.Integer:
		return "int:" + strconv.FormatInt(v.Int, 10)
	case toml10.Float:
		if math.IsNaN(v.Float) || math.IsInf(v.Float, 0) {
			return "float:" + tomlFloat(v.Float)
		}
		return "float:" + pythonFloat(v.Float)
	case toml10.Bool:
		if v.Bool {
			return "bool:True"
		}
		return "bool:False"
	case toml10.Date:
		return "date"
	default:
		return "str:" + v.Str
	}
}

func list(s []string) []string { return append([]string{}, s...) }

func groups(g [][]string) [][]string {
	out := [][]string{}
	for _, s := range g {
		out = append(out, list(s))
	}
	return out
}

func roundTrip(t testing.TB, v any) (out map[string]any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}
