#!/bin/sh
# Without cookies
. "$(dirname "$0")/../lib.sh"

title 'Without cookies'
start_hark --rules "$EXAMPLES/strip-cookies.rules"
run 'curl -H "Cookie: session=1" http://demo.hark.test/echo | grep -c Cookie || true'
expect 0
look 'The server did not see the cookie, and what it sets does not come back.'
