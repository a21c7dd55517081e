#!/bin/sh
# Remove cookies
. "$(dirname "$0")/../lib.sh"

title 'Remove cookies'
start_hark --rules "$EXAMPLES/strip-cookies.rules"
run 'curl -H "Cookie: session=1" http://demo.hark.test/echo | grep -c Cookie || true'
expect 0
look 'The server did not get the cookie, and the client did not get the one that the server set.'
