package cli

// providerServe lets a host use a linked provider: this process becomes an
// EPP/1 plugin, whose stdin and stdout are the host's alone.
func (r *run) providerServe(args []string) error {
	l, err := r.named(args[0])
	if err != nil {
		return err
	}
	return r.Serve(r.ctx, l)
}
