#!/bin/sh
# Nothing from a cache
. "$(dirname "$0")/../lib.sh"

title 'Nothing from a cache'
start_hark --rules "$EXAMPLES/no-cache.rules"
run 'curl -i -H "If-None-Match: \"x\"" http://demo.hark.test/cache/fresh'
expect 'Cache-Control: no-cache, no-store'
heard
expect 'If-None-Match'
look 'The server is asked without conditions, and the client keeps nothing.'
