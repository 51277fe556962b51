package link

import (
	"debug/elf"
	"debug/macho"
	"debug/pe"
)

// A span is a range of addresses.
type span struct{ from, to uint64 }

// zeroed gives the memory of a program that its file does not hold.
func zeroed(program string) []span {
	if f, err := elf.Open(program); err == nil {
		defer f.Close()
		return zeroedELF(f)
	}
	if f, err := macho.Open(program); err == nil {
		defer f.Close()
		return zeroedMachO(f)
	}
	if f, err := pe.Open(program); err == nil {
		defer f.Close()
		return zeroedPE(f)
	}
	return nil
}

func zeroedELF(f *elf.File) []span {
	var all []span
	for _, s := range f.Sections {
		if s.Type == elf.SHT_NOBITS && s.Flags&elf.SHF_TLS == 0 {
			all = append(all, span{s.Addr, s.Addr + s.Size})
		}
	}
	return all
}

func zeroedMachO(f *macho.File) []span {
	const zerofill = 1
	var all []span
	for _, s := range f.Sections {
		if s.Flags&0xff == zerofill {
			all = append(all, span{s.Addr, s.Addr + s.Size})
		}
	}
	return all
}

func zeroedPE(f *pe.File) []span {
	var base uint64
	switch h := f.OptionalHeader.(type) {
	case *pe.OptionalHeader64:
		base = h.ImageBase
	case *pe.OptionalHeader32:
		base = uint64(h.ImageBase)
	}
	var all []span
	for _, s := range f.Sections {
		at := base + uint64(s.VirtualAddress)
		if s.VirtualSize > s.Size {
			all = append(all, span{at + uint64(s.Size), at + uint64(s.VirtualSize)})
		}
	}
	return all
}
