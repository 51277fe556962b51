package sandbox_test

import (
	"context"
	"log"
	"net/url"

	"github.com/abxgen/abxgen/examples/devcloud/cloud"
	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/provider"
	"github.com/abxgen/abxgen/runtime/sandbox"
)

// open opens a provider of a devcloud for an example, and gives what ends both.
func open() (p *sandbox.Client, stop func()) {
	c := started()
	opened, err := provider.Open(context.Background(), linked(c), options(c))
	if err != nil {
		log.Fatal(err)
	}
	return sandbox.New(opened), func() {
		if err := opened.Close(); err != nil {
			log.Fatal(err)
		}
		end(c)
	}
}

// start starts a devcloud for an example.
func start() (address *url.URL, key api.Secret, stop func()) {
	c := started()
	address, err := url.Parse(c.URL)
	if err != nil {
		log.Fatal(err)
	}
	return address, api.NewSecret(c.Key), func() { end(c) }
}

func started() *cloud.Cloud {
	c, err := cloud.Start(cloud.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return c
}

func end(c *cloud.Cloud) {
	if err := c.Close(); err != nil {
		log.Fatal(err)
	}
}
