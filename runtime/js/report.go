package js

// uncaught logs an exception that no provider code can catch any more: of a
// timer's callback, a microtask, an event listener. The VM goes on.
func (vm *VM) uncaught(err error) {
	if vm.note(err) {
		return
	}
	vm.report("Uncaught exception", err)
}

func (vm *VM) report(what string, err error) {
	vm.cfg.Log("error", what+": "+Explain(err).Error())
}
