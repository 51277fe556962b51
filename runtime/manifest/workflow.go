package manifest

import "github.com/abxgen/abxgen/runtime/api"

func (c *checker) workflow(s section) {
	s.only("inputs", "startups", "source_placeholders")
	inputs := Values(s.vocabulary("inputs", []string{"source", "image", "managed", "service"}, "input"))
	startups := Values(s.vocabulary("startups", []string{"exec", "entrypoint", "none"}, "startup"))
	c.m.Workflow = api.Workflow{Inputs: inputs, Startups: startups}
	e := s.table.Get("source_placeholders")
	if e == nil {
		return
	}
	placeholders := Values(s.vocabulary("source_placeholders", []string{"<region>", "<tag>"}, "placeholder"))
	if len(placeholders) == 0 {
		return
	}
	c.m.Workflow.SourcePlaceholders = placeholders
	if !contains(c.m.Operations.CLI, opPrepare) {
		s.errorf(e.Pos(), "add it to operations.cli, or remove source_placeholders", "workflow.source_placeholders needs the operation %q in operations.cli", opPrepare)
	}
	if !contains(inputs, "source") {
		s.errorf(e.Pos(), `add "source" to workflow.inputs, or remove source_placeholders`, `workflow.source_placeholders needs "source" in workflow.inputs`)
	}
}
