package main

import (
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"fmt"
	"slices"
	"strings"
)

// inspect reads a binary as the loader of its system does, and returns an error if it would not start there. On Linux,
// it must need no library. On macOS, it may need only the libraries that Go needs, and must have a signature. On
// Windows, it may need only libraries that each Windows has.
func inspect(t target, binary string) error {
	switch t.os {
	case "linux":
		f, err := elf.Open(binary)
		if err != nil {
			return err
		}
		defer f.Close()
		for _, p := range f.Progs {
			if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
				return fmt.Errorf("the binary is not static: it has a segment %s", p.Type)
			}
		}
		return nil
	case "darwin":
		return inspectMac(binary)
	default:
		f, err := pe.Open(binary)
		if err != nil {
			return err
		}
		defer f.Close()
		symbols, err := f.ImportedSymbols() // such as Sleep:KERNEL32.dll
		if err != nil {
			return err
		}
		return onlyKnown(symbols, func(symbol string) bool {
			_, name, _ := strings.Cut(strings.ToLower(symbol), ":")
			return name == "kernel32.dll" || strings.HasPrefix(name, "api-ms-win-crt-")
		})
	}
}

// codeSignature is the load command that has the signature, which macOS requires of each program on ARM; a program that
// nobody has certified signs itself. See LC_CODE_SIGNATURE in Apple's loader.h.
const codeSignature = 0x1d

func inspectMac(binary string) error {
	f, err := macho.Open(binary)
	if err != nil {
		return err
	}
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	if err != nil {
		return err
	}
	signed := slices.ContainsFunc(f.Loads, func(l macho.Load) bool {
		raw := l.Raw()
		return len(raw) >= 4 && f.ByteOrder.Uint32(raw) == codeSignature
	})
	if !signed && f.Cpu == macho.CpuArm64 {
		return fmt.Errorf("the binary has no signature: macOS on ARM does not start it")
	}
	return onlyKnown(libraries, func(name string) bool {
		return name == "/usr/lib/libSystem.B.dylib" || name == "/usr/lib/libresolv.9.dylib" ||
			strings.HasPrefix(name, "/System/Library/Frameworks/CoreFoundation.framework/") ||
			strings.HasPrefix(name, "/System/Library/Frameworks/Security.framework/")
	})
}

// onlyKnown returns an error that names the libraries that are not known to be on every system.
func onlyKnown(libraries []string, known func(string) bool) error {
	others := slices.DeleteFunc(slices.Clone(libraries), known)
	if len(others) > 0 {
		return fmt.Errorf("the binary needs libraries that not every system has: %s", strings.Join(others, ", "))
	}
	if len(libraries) == 0 {
		return fmt.Errorf("the binary names no library of the system: it was not linked as it should be")
	}
	return nil
}
