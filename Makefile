# What a person or a machine does with this repository. Each target says what it does before it does it.

PREFIX ?= /usr/local
# What `make run` passes on to `hark proxy`, and `make bench` to the harness.
ARGS ?=
# A release that `make install` and `make package` take instead of building one; which packages to build.
BINARY ?=
ONLY ?=

.DEFAULT_GOAL := help
.PHONY: help run build test test-sanitized test-page fuzz soak bench bench-page docs format lint install uninstall dist \
	package clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' Makefile | awk -F'|' '{ printf "%-23s%s\n", $$1, $$2 }'

run: ## install what is missing, build a release, start the proxy (ARGS="--har session.har")
	@sh scripts/run $(ARGS)

build: ## install what is missing, build a release
	@sh scripts/build

test: ## install what is missing, test tools too, and run all tests
	@sh scripts/test

test-sanitized: ## the unit tests of wire, reactor, TLS and store under sanitizers (ARGS="--only ReactorTests --sanitizer thread")
	@sh scripts/test-sanitized $(ARGS)

test-page: ## the web page alone: types, layout, models, and every screen in Chromium (ARGS="test_list")
	@sh scripts/test-page $(ARGS)

fuzz: ## feed made-up input to what reads the wire (ARGS="--seconds 600 --only url,cookies")
	@sh scripts/fuzz $(ARGS)

soak: ## random commands beside a recording proxy that is killed (ARGS="--seconds 3600")
	@sh scripts/soak $(ARGS)

bench: ## measure against nginx, HAProxy, mitmproxy and a C relay (ARGS="--quick --only quiet")
	@sh scripts/bench $(ARGS)

bench-page: ## measure the web page in Chromium (ARGS="--quick")
	@sh scripts/bench-page $(ARGS)

docs: ## write docs/checks from the checks
	HARK_WRITE_DOCS=1 HARK_TESTS=ViewsTests swift test --disable-xctest --filter CheckDocsTests

format: ## format the Swift code by .swift-format
	swift format --in-place --parallel --recursive Package.swift Sources Tests Fuzzing Benchmarks

lint: ## check the layout and what must not be in the repository
	@sh scripts/lint

install: ## build a release and install it under PREFIX, stripped, with manual page and completions
	@BINARY='$(BINARY)' sh scripts/install '$(PREFIX)'

uninstall: ## remove what `make install` put under PREFIX
	@sh scripts/install '$(PREFIX)' remove

dist: ## build all packages and the archive of the sources for a release
	@sh scripts/check-release "$$(git describe --exact-match --tags HEAD 2>/dev/null || echo "v$$(sh scripts/version)")"
	@BINARY='$(BINARY)' ONLY=deb,rpm,tar,oci,source sh scripts/package

package: ## build a .deb, an .rpm, a tarball and an OCI image in dist/ (BINARY=path ONLY=deb,tar)
	@BINARY='$(BINARY)' ONLY='$(ONLY)' sh scripts/package

clean: ## remove everything that was built, the private Python environments too
	rm -rf .build .build-address .build-thread dist
