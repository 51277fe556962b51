package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

var helpCommand command

// The help lists all commands, itself too.
func init() {
	helpCommand = command{
		name: "help", args: "[COMMAND]",
		short: "tell what there is",
		long:  "Tells what abxgen can do, or what one command does and takes.",
		flags: func(*pflag.FlagSet) func(context.Context, *State, []string) int { return runHelp },
	}
}

func runHelp(_ context.Context, s *State, args []string) int {
	if len(args) == 0 {
		fmt.Fprint(s.Stdout, overview())
		return exitOK
	}
	cmd, ok := find(args[0])
	if !ok || len(args) > 1 {
		return s.usage("help", fmt.Sprintf("unknown command %q", strings.Join(args, " ")), "")
	}
	fmt.Fprint(s.Stdout, cmd.help())
	return exitOK
}

func overview() string {
	var b strings.Builder
	b.WriteString("abxgen compiles sandbox providers into programs and Go packages.\n\nUsage: abxgen COMMAND [FLAGS]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.short)
	}
	b.WriteString("\nRun `abxgen help COMMAND` for a command's flags.\n")
	return b.String()
}

func (c command) help() string {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SortFlags = false
	c.flags(flags)
	usage := "abxgen " + c.name
	if flags.HasFlags() {
		usage += " [FLAGS]"
	}
	if c.args != "" {
		usage += " " + c.args
	}
	text := "Usage: " + usage + "\n\n" + c.long + "\n"
	if flags.HasFlags() {
		text += "\n" + flags.FlagUsages()
	}
	return text
}
