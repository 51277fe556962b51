//go:build !linux

package box

// Kill does nothing here: without /proc, only the process groups that the
// caller knows can be ended.
func (b *Box) Kill() {}

// Freeze does nothing here.
func (b *Box) Freeze() {}

// Thaw does nothing here.
func (b *Box) Thaw() {}
