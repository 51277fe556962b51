package guest

import "strings"

// Confinement tells what a guest's operating system keeps it from. A guest
// reports it before its JavaScript starts; what the system refuses is false.
type Confinement struct {
	Memory     bool // the system ends a process that goes over Limits.HeapBytes
	Privileges bool // no new privileges, no core dump, no new file descriptor
	Files      bool // no file can be opened
	Sockets    bool // no socket can be made
	Processes  bool // no program can be started
}

// String lists what holds, for people: "memory, files" or "none".
func (c Confinement) String() string {
	held, _ := c.Lists()
	if len(held) == 0 {
		return "none"
	}
	return strings.Join(held, ", ")
}

type confinementPart struct {
	name string
	held *bool
}

func (c *Confinement) parts() []confinementPart {
	return []confinementPart{
		{"memory", &c.Memory}, {"privileges", &c.Privileges}, {"files", &c.Files},
		{"sockets", &c.Sockets}, {"processes", &c.Processes},
	}
}

// Lists gives the names of what holds and of what does not.
func (c Confinement) Lists() (held, not []string) {
	held, not = []string{}, []string{}
	for _, part := range c.parts() {
		if *part.held {
			held = append(held, part.name)
		} else {
			not = append(not, part.name)
		}
	}
	return held, not
}

// Names is the list of what holds in the form that crosses the pipe.
func (c Confinement) Names() []any {
	held, _ := c.Lists()
	names := make([]any, len(held))
	for i, name := range held {
		names[i] = name
	}
	return names
}

func confinementOf(names []any) (c Confinement) {
	for _, part := range c.parts() {
		for _, name := range names {
			*part.held = *part.held || name == part.name
		}
	}
	return c
}
