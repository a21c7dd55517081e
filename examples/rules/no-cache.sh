#!/bin/sh
# Disable caching
. "$(dirname "$0")/../lib.sh"

title 'Disable caching'
start_hark --rules "$EXAMPLES/no-cache.rules"
run 'curl -i -H "If-None-Match: \"x\"" http://demo.hark.test/cache/fresh'
expect 'Cache-Control: no-cache, no-store'
heard
expect 'If-None-Match'
look 'The server gets no conditional request, and the client stores nothing.'
