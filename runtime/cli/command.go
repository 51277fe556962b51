package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// command is one command; its name may be of two words.
type command struct {
	name    string
	usage   string // what follows the name
	summary string
	flags   func(*pflag.FlagSet, *flags)
	args    [2]int // fewest and most arguments; -1 no limit
	run     func(*run, []string) error
}

const noLimit = -1

// commands in the order of the help text. It is a function, since help lists
// what it is part of.
func commands() []*command {
	return []*command{
		{"provider list", "", "list the providers that are linked in", nil, [2]int{0, 0}, (*run).providerList},
		{"provider info", "ID", "show a provider's features, options and what it reaches", nil, [2]int{1, 1}, (*run).providerInfo},
		{"provider serve", "ID", "be a provider's EPP/1 plugin on stdin and stdout, for a host", nil, [2]int{1, 1}, (*run).providerServe},
		{"create", "", "create a sandbox", createFlags, [2]int{0, 0}, (*run).create},
		{"list", "", "list sandboxes", listFlags, [2]int{0, 0}, (*run).list},
		{"info", "ID", "show a sandbox", nil, [2]int{1, 1}, (*run).info},
		{"kill", "ID…", "end sandboxes", nil, [2]int{1, noLimit}, (*run).kill},
		{"timeout", "ID SECONDS", "let a sandbox live for so many seconds from now", nil, [2]int{2, 2}, (*run).timeout},
		{"pause", "ID", "pause a sandbox", nil, [2]int{1, 1}, (*run).pause},
		{"resume", "ID", "continue a paused sandbox", nil, [2]int{1, 1}, (*run).resume},
		{"exec", "ID -- CMD [ARGS…]", "run a program in a sandbox, without a shell, and return its exit code", execFlags, [2]int{2, noLimit}, (*run).exec},
		{"files read", "ID PATH", "write a file's content to stdout", nil, [2]int{2, 2}, (*run).filesRead},
		{"files write", "ID PATH [FILE]", "write stdin, or a local file, into a file", nil, [2]int{2, 3}, (*run).filesWrite},
		{"files ls", "ID PATH", "list a directory", nil, [2]int{2, 2}, (*run).filesList},
		{"files stat", "ID PATH", "show an entry", nil, [2]int{2, 2}, (*run).filesStat},
		{"files mkdir", "ID PATH", "make a directory and its parents", nil, [2]int{2, 2}, (*run).filesMkdir},
		{"files mv", "ID FROM TO", "move an entry", nil, [2]int{3, 3}, (*run).filesMove},
		{"files rm", "ID PATH", "remove an entry and what is below it", nil, [2]int{2, 2}, (*run).filesRemove},
		{"files exists", "ID PATH", "say whether a path is there: true or false", nil, [2]int{2, 2}, (*run).filesExists},
		{"port", "ID PORT", "show where a port of a sandbox answers", portFlags, [2]int{2, 2}, (*run).port},
		{"version", "", "show the versions of abx, its providers and Go", nil, [2]int{0, 0}, (*run).version},
		{"help", "[COMMAND]", "show this, or a command's flags", nil, [2]int{0, noLimit}, (*run).helpCommand},
	}
}

// find gives the command that args begin with, and the rest of them.
func find(args []string) (*command, []string, error) {
	if len(args) == 0 {
		return nil, nil, usage("no command was given")
	}
	for _, words := range []int{2, 1} {
		if len(args) < words {
			continue
		}
		name := strings.Join(args[:words], " ")
		for _, c := range commands() {
			if c.name == name {
				return c, args[words:], nil
			}
		}
	}
	return nil, nil, unknownCommand(args)
}

func unknownCommand(args []string) error {
	var known []string
	group := false
	for _, c := range commands() {
		known = append(known, c.name)
		first, second, two := strings.Cut(c.name, " ")
		if group = group || two && first == args[0]; two && first == args[0] {
			known = append(known, second)
		} else if two && !slices.Contains(known, first) {
			known = append(known, first)
		}
	}
	name := args[0]
	half := group && (len(args) == 1 || strings.HasPrefix(args[1], "-"))
	if group && !half {
		name += " " + args[1]
	}
	return usageNear(name, known, half)
}
