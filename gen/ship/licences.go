package ship

import (
	"fmt"
	"strings"

	"github.com/abxgen/abxgen/gen/link"
)

// LicencesFile is the name of the file with all licences.
const LicencesFile = "LICENSES"

const rule = "================================================================================\n"

// licences writes one file of them all; a text that several modules share
// stands once.
func licences(all []link.Licence) []byte {
	names := map[string][]string{}
	var texts []string
	for _, l := range all {
		if names[l.Text] == nil {
			texts = append(texts, l.Text)
		}
		names[l.Text] = append(names[l.Text], strings.TrimSpace(l.Module+" "+l.Version)+", "+l.File)
	}
	var b strings.Builder
	b.WriteString("The licences of what is linked into the executables of this folder.\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s%s\n%s\n%s\n", rule, strings.Join(names[text], "\n"), rule, strings.TrimSpace(text))
	}
	return []byte(b.String())
}
