# abxgen: providers compiled into one binary. `make help` lists the targets.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --warn-undefined-variables --no-builtin-rules
.DEFAULT_GOAL := help
.PHONY: help all build local-process deps tools test test-race lint generate checkgenerate fuzz plugins size demo clean

# Same bytes from every folder: no paths, no version control stamp, no build id.
GOBUILD := CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '-s -w -buildid='
FUZZTIME ?= 30s

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

all: lint test build ## Check, test and build.

deps: ## Fetch the modules that go.mod names (the only step that needs a network).
	@go mod download

build: deps ## Build bin/abxgen.
	@mkdir -p bin
	@$(GOBUILD) -o bin/abxgen ./cmd/abxgen
	@echo "bin/abxgen"

local-process: deps ## Build the program of examples/providers/local-process.
	@$(GOBUILD) -o examples/providers/local-process/local-process ./examples/providers/local-process
	@echo "examples/providers/local-process/local-process"

tools: ## Install the hosts and clients that the tests judge by, into .tools.
	@.ci/tools

test: deps lint ## Run every test against the real hosts and clients in .tools.
	@ABXGEN_TEST_ALL=1 go test -timeout 20m ./...
	@$(MAKE) --no-print-directory test-race

# The rooms where goroutines meet; the rest has nothing to race.
RACE := ./runtime/guest/... ./runtime/epp ./examples/providers/local-process/local ./runtime/e2b/... ./runtime/provider/... ./runtime/js/...
test-race: deps ## Run the concurrent rooms' tests with the race detector.
	@go test -race -short -timeout 20m $(RACE)

lint: deps ## go vet and gofmt.
	@go vet ./...
	@unformatted=$$(gofmt -l $$(git ls-files '*.go' | grep -v '/testdata/')); \
	  [[ -z "$$unformatted" ]] || { echo "not gofmt-clean: $$unformatted"; exit 1; }

generate: build ## Write examples/generated again.
	@bin/abxgen generate --providers e2b,my-cloud,e2b-compatible --provider-path examples/providers -o examples/generated

checkgenerate: build ## Fail if examples/generated is not what abxgen writes.
	@bin/abxgen generate --check --providers e2b,my-cloud,e2b-compatible --provider-path examples/providers -o examples/generated

fuzz: deps ## Fuzz every parser for FUZZTIME each (30s).
	@for pkg in $$(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg; \
	  done; \
	done

PLATFORMS := linux/amd64,linux/arm64,darwin/arm64,windows/amd64
plugins: build local-process ## Build the examples' plugins into dist, for four platforms, and local-process for this one.
	@bin/abxgen build --as plugin --providers e2b,my-cloud,e2b-compatible --platform $(PLATFORMS) -o dist
	@bin/abxgen build --as plugin --providers local-process -o dist

size: build ## Print the bytes of my-cloud's core and guest by package.
	@dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; \
	  bin/abxgen build --as plugin --providers my-cloud --sizes -o "$$dir/dist" 2>/dev/null | sed "s|$$dir/||"

demo: build ## Build abx from e2b and my-cloud and run a round trip through both.
	@examples/demo.sh

clean: ## Remove what the build made.
	@rm -rf bin dist
