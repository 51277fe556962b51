package cli

import (
	"fmt"
	"io"
	"strings"
)

const head = `abx runs sandboxes of the providers that are linked into it.

Usage: abx [FLAGS] COMMAND

`

const tail = `
A sandbox is named by its id, or as PROVIDER:ID. Options and keys of a provider
come from the environment, ./.env, ~/.abx/.env and ~/.abx/config.toml:
abx provider info ID names the variables. ABX_LOG=debug shows what a provider
says on its console.
`

func (r *run) helpCommand(args []string) error {
	if len(args) == 0 {
		return r.help(nil)
	}
	c, _, err := find(args)
	if err != nil {
		return r.helpGroup(args[0], err)
	}
	return r.help(c)
}

// helpGroup lists the commands that share a first word.
func (r *run) helpGroup(first string, unknown error) error {
	found := false
	for _, c := range commands() {
		if strings.HasPrefix(c.name, first+" ") {
			found = true
			fmt.Fprintf(r.Stdout, "  abx %s %s\n        %s\n", c.name, c.usage, c.summary)
		}
	}
	if !found {
		return unknown
	}
	return nil
}

// help shows all commands, or one with its flags.
func (r *run) help(c *command) error {
	if c == nil {
		return r.helpAll()
	}
	f := newFlagSet()
	var v flags
	if c.flags != nil {
		c.flags(f, &v)
	}
	globalFlags(f, &v)
	_, err := fmt.Fprintf(r.Stdout, "abx %s\n\n  %s\n\nFlags:\n%s", strings.TrimSpace(c.name+" "+c.usage), c.summary, f.FlagUsages())
	return err
}

func (r *run) helpAll() error {
	var rows [][]string
	for _, c := range commands() {
		rows = append(rows, []string{"  " + strings.TrimSpace(c.name+" "+c.usage), c.summary})
	}
	f := newFlagSet()
	globalFlags(f, &flags{})
	if _, err := io.WriteString(r.Stdout, head+"Commands:\n"); err != nil {
		return err
	}
	if err := r.table(nil, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(r.Stdout, "\nFlags:\n%s%s", f.FlagUsages(), tail)
	return err
}
