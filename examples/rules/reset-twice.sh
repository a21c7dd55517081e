#!/bin/sh
# Reset two connections
. "$(dirname "$0")/../lib.sh"

title 'Reset two connections'
start_hark --rules "$EXAMPLES/reset-twice.rules"
run 'for n in 1 2 3; do curl -o /dev/null -w "%{http_code}\n" http://demo.hark.test/echo 2>&1 || true; done'
expect 'curl: (56)' 200
look 'Does the client try again, and how often? A request that is not idempotent must not be repeated without asking.'
