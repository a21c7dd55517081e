#!/bin/sh
# From http to https
. "$(dirname "$0")/../lib.sh"

title 'From http to https'
start_hark --rules "$EXAMPLES/upgrade-insecure.rules"
run 'curl -i "http://demo.hark.test/echo?a=1"'
expect 'Location: https://demo.hark.test/echo?a=1'
look 'Path and query stay. A link that still says http shows itself as a redirect.'
