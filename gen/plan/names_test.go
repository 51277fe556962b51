package plan

import (
	"fmt"
	"go/token"
	"strings"
	"testing"

	"github.com/abxgen/abxgen/runtime/api"
)

// A row's names have to be identifiers, the wanted ones, and without a clash.
func assertNames(t *testing.T, got, want []string) {
	t.Helper()
	seen := map[string]bool{}
	for i, name := range got {
		if !token.IsIdentifier(name) {
			t.Errorf("%q is no identifier", name)
		}
		if i >= len(want) || name != want[i] {
			t.Errorf("name %d is %s, want %v", i, name, want)
		}
		if seen[name] {
			t.Errorf("%s comes twice", name)
		}
		seen[name] = true
	}
	if len(got) != len(want) {
		t.Errorf("%d names %v, want %v", len(got), got, want)
	}
}

func TestPackageNames(t *testing.T) {
	rows := []struct{ ids, want string }{
		{"e2b my-cloud e2b-compatible local-process", "e2b mycloud e2bcompatible localprocess"},
		{"my-cloud mycloud", "my_cloud mycloud"},
		{"mycloud my-cloud m-y-cloud my-clo-ud", "mycloud my_cloud m_y_cloud my_clo_ud"},
		{"my-cloud my-clo-ud", "my_cloud my_clo_ud"},
		{"acme-test my-windows", "acmetest mywindows"},
		{"acme-test acmetest", "acme_test_ acmetest"},
		{"type main internal con string", "typeprovider mainprovider internalprovider conprovider stringprovider"},
		{"vendor testdata nul aux prn com1 lpt9", "vendorprovider testdataprovider nulprovider auxprovider prnprovider com1provider lpt9provider"},
		{"func go new error any nil init documentation", "funcprovider goprovider newprovider errorprovider anyprovider nilprovider initprovider documentationprovider"},
		{"type typeprovider type-provider", "type_ typeprovider type_provider"},
		{"int-ernal in-ternal internal internalprovider", "int_ernal in_ternal internal_ internalprovider"},
		{"c-on co-n", "c_on co_n"},
		{"com10 comet nullable", "com10 comet nullable"},
		{"linux test go-linux", "linux test golinux"},
	}
	for _, r := range rows {
		var ds []*api.Descriptor
		for id := range strings.FieldsSeq(r.ids) {
			ds = append(ds, &api.Descriptor{ID: id})
		}
		var got []string
		for _, n := range name(ds) {
			got = append(got, n.Package)
		}
		assertNames(t, got, strings.Fields(r.want))
	}
}

// Whatever the ids, two that differ give two packages, and none that Go or
// Windows refuses.
func TestPackageNamesNeverClash(t *testing.T) {
	words := []string{"type", "provider", "con", "test", "a", "b1", "main", "go", "linux"}
	var ds []*api.Descriptor
	for _, a := range words {
		for _, b := range words {
			for _, id := range []string{a, a + b, a + "-" + b, a + "-" + b + "-" + a, a + b + "-" + a, a + "-" + b + a} {
				ds = append(ds, &api.Descriptor{ID: id})
			}
		}
	}
	owner := map[string]string{}
	for i, n := range name(ds) {
		id := ds[i].ID
		if other, ok := owner[n.Package]; ok && other != id {
			t.Errorf("%s and %s are both package %s", other, id, n.Package)
		}
		owner[n.Package] = id
		if !token.IsIdentifier(n.Package) || refused(n.Package) || strings.HasSuffix(n.Package, "_test") {
			t.Errorf("%s is package %s", id, n.Package)
		}
	}
}

func TestOptionNames(t *testing.T) {
	rows := []struct{ keys, want string }{
		{"api_key base_url domain", "APIKey BaseURL Domain"},
		{"id ids url_path http_proxy tls ca_bundle oss_endpoint", "ID IDs URLPath HTTPProxy TLS CABundle OSSEndpoint"},
		{"vcpu_count memory_mb e2b_key ipv4", "VCPUCount MemoryMB E2BKey Ipv4"},
		{"type func range string nil", "Type Func Range StringOption Nil"},
		{"api_d a_p_i_d apid", "APID APID2 Apid"},
		{"a_b a__b a_b_ ab", "AB AB2 AB3 Ab"},
		{"a_1 a1 v_1_2 v_12", "A1 A12 V1_2 V12"},
		{"a1_2 a_1_2 a12", "A1_2 A1_22 A12"},
		{"log http_timeout2 format", "LogOption HTTPTimeout2 FormatOption"},
		{"log log_option", "LogOption LogOption2"},
	}
	for _, r := range rows {
		d := &api.Descriptor{ID: "x1"}
		for key := range strings.FieldsSeq(r.keys) {
			d.Fields = append(d.Fields, api.Field{Key: key, Type: "string"})
		}
		var got []string
		for _, n := range optionNames(d) {
			got = append(got, n.Field)
		}
		assertNames(t, got, strings.Fields(r.want))
	}
}

func TestEnumNames(t *testing.T) {
	rows := []struct {
		key     string
		choices []string
		want    string
	}{
		{"region", []string{"US-EAST", "CN-HANGZHOU", "EU"}, "Region RegionUSEast RegionCNHangzhou RegionEU"},
		{"options", []string{"A"}, "OptionsOption OptionsOptionA"},
		{"size", []string{"1", "2 GB", "2GB", "", "-", "大"}, "Size Size1 Size2GB Size2gb SizeChoice SizeChoice2 Size大"},
		{"mode", []string{"A B", "A_B", "a b"}, "Mode ModeAB ModeAB2 ModeAB3"},
		{"new", []string{"Provider"}, "NewOption NewOptionProvider"},
		{"sand", []string{"BOX", "BOXES"}, "Sand SandBox SandBoxes"},
		{"fea", []string{"tures"}, "Fea FeaTures"},
	}
	for _, r := range rows {
		d := &api.Descriptor{ID: "x1", Fields: []api.Field{{Key: r.key, Type: "enum", Choices: r.choices}}}
		n := optionNames(d)[0]
		assertNames(t, append([]string{n.Type}, n.Choices...), strings.Fields(r.want))
	}
}

// A type's name stays when another enumeration's choice would take it.
func TestEnumTypesComeBeforeChoices(t *testing.T) {
	d := &api.Descriptor{ID: "x1", Fields: []api.Field{
		{Key: "region", Type: "enum", Choices: []string{"X"}},
		{Key: "region_x", Type: "enum", Choices: []string{"Y"}},
	}}
	names := optionNames(d)
	assertNames(t, []string{names[0].Type, names[1].Type, names[0].Choices[0], names[1].Choices[0]},
		strings.Fields("Region RegionX RegionX2 RegionXY"))
}

func FuzzNames(f *testing.F) {
	f.Add("api_key", "api__key", "US-EAST", "us east")
	f.Add("a_p_i", "api", "", "\x00\u202e")
	f.Add("options", "log", "१", "1")
	f.Fuzz(func(t *testing.T, key1, key2, choice1, choice2 string) {
		if !validKey(key1) || !validKey(key2) || key1 == key2 {
			t.Skip("the manifest refuses such keys")
		}
		d := &api.Descriptor{ID: "x1", Fields: []api.Field{
			{Key: key1, Type: "enum", Choices: []string{choice1, choice2}},
			{Key: key2, Type: "enum", Choices: []string{choice2}},
		}}
		var members, top []string
		for _, n := range optionNames(d) {
			members, top = append(members, n.Field), append(append(top, n.Type), n.Choices...)
		}
		for _, scope := range [][]string{members, top} {
			assertNames(t, scope, scope)
			for _, name := range scope {
				if !token.IsExported(name) {
					t.Errorf("%s is not exported", name)
				}
			}
		}
	})
}

func validKey(key string) bool {
	for i, r := range key {
		if !(r >= 'a' && r <= 'z' || i > 0 && (r == '_' || r >= '0' && r <= '9')) {
			return false
		}
	}
	return key != ""
}

func ExampleNames() {
	d := &api.Descriptor{ID: "my-cloud", Fields: []api.Field{{Key: "api_key", Type: "string"}}}
	n := name([]*api.Descriptor{d})[0]
	fmt.Println(n.Package, n.Options[0].Field)
	// Output: mycloud APIKey
}
