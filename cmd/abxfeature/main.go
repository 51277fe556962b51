// Abxfeature reports calls of sandbox features that their provider does not
// declare, alone (abxfeature ./...) or as go vet -vettool.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/abxgen/abxgen/gen/abxfeature"
)

func main() { multichecker.Main(abxfeature.Analyzer) }
