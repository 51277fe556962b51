package advice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/diag"
	"github.com/abxgen/abxgen/runtime/guest"
)

// ways are the methods that a plain object needs one of, by what is called. The
// core calls the first that is there (runtime/provider, route); a test holds
// the two together.
var ways = map[api.Class][][]string{
	api.ClassSandbox: {
		{"create"}, {"list_v2", "list"}, {"get_info"}, {"connect", "get_info"}, {"is_running", "get_info"}, {"kill"},
		{"set_timeout"}, {"pause"}, {"resume"}, {"port_url", "application_endpoint"},
	},
	api.ClassProcess: {
		{"start"}, {"list_processes"}, {"connect_to_process"}, {"update"}, {"send_input", "send_stdin"}, {"send_signal"},
		{"kill", "send_signal"}, {"open_terminal"},
	},
	api.ClassFilesystem: {
		{"stat", "get_info"}, {"list_dir"}, {"make_dir"}, {"remove"}, {"move", "rename"}, {"exists", "stat", "get_info"},
		{"read", "download_file", "read_text"}, {"write", "upload_file"}, {"watch_dir"}, {"upload_url"}, {"download_url"},
	},
	api.ClassCode: {{"run_code"}, {"create_context"}, {"list_contexts"}, {"restart_context"}, {"remove_context"}},
}

var classes = []api.Class{api.ClassSandbox, api.ClassProcess, api.ClassFilesystem, api.ClassCode}

// methods compares what is declared with what buildInfra returned.
func (s Subject) methods() diag.List {
	if s.Bundle == nil || s.Bundle.Infra == nil {
		return nil
	}
	var found diag.List
	for _, class := range classes {
		p, there := s.Bundle.Infra.Protocols[string(class)]
		if !there || p.Plain {
			found = append(found, s.missing(class, p, there)...)
		}
		found = append(found, s.undeclared(class, p)...)
	}
	return found
}

// missing warns once for each declared feature that lacks methods.
func (s Subject) missing(class api.Class, p guest.Protocol, there bool) diag.List {
	var found diag.List
	said := map[string]bool{}
	for _, f := range s.Manifest.Features {
		var lacks []string
		for _, names := range ways[class] {
			method, _ := api.LookupMethod(class, names[0])
			has := slices.ContainsFunc(names, func(n string) bool { return slices.Contains(p.Overridden, n) })
			if slices.Contains(method.Features, api.Feature(f.Value)) && !has {
				lacks = append(lacks, names[0])
			}
		}
		list := strings.Join(lacks, ", ")
		if len(lacks) == 0 || said[list] { // start stands behind two features
			continue
		}
		said[list] = true
		if !there {
			found.Add(warn(RuleMissingMethod, f.Pos, "return one, or remove the feature",
				fmt.Sprintf("%q is declared, but buildInfra returns no %s_protocol", f.Value, class)))
			continue
		}
		found.Add(warn(RuleMissingMethod, f.Pos, "write what is missing, or remove the feature",
			fmt.Sprintf("%q is declared, but the %s_protocol is an object of its own kind without %s", f.Value, class, list)))
	}
	return found
}

// undeclared warns of the provider's own methods that no call can reach.
func (s Subject) undeclared(class api.Class, p guest.Protocol) diag.List {
	idle := map[api.Feature][]string{}
	for _, name := range p.Overridden {
		m, ok := api.LookupMethod(class, name)
		if ok && !slices.ContainsFunc(m.Features, s.Manifest.HasFeature) {
			idle[m.Features[0]] = append(idle[m.Features[0]], name)
		}
	}
	var found diag.List
	for _, f := range api.Features() {
		if names := idle[f]; names != nil {
			found.Add(warn(RuleUndeclaredMethod, s.featuresPos(), "declare the feature, or remove them",
				fmt.Sprintf("the provider's own %s_protocol has %s, which nothing calls: %q is not declared", class, strings.Join(names, ", "), f)))
		}
	}
	return found
}

func (s Subject) featuresPos() diag.Pos {
	if len(s.Manifest.Features) > 0 {
		return s.Manifest.Features[0].Pos
	}
	return s.Manifest.ID.Pos
}
