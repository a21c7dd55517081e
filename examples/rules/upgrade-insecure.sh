#!/bin/sh
# Redirect http to https
. "$(dirname "$0")/../lib.sh"

title 'Redirect http to https'
start_hark --rules "$EXAMPLES/upgrade-insecure.rules"
run 'curl -i "http://demo.hark.test/echo?a=1"'
expect 'Location: https://demo.hark.test/echo?a=1'
look 'Path and query are kept. Links that still use http appear as redirects.'
