#!/bin/sh
# A maintenance page
. "$(dirname "$0")/../lib.sh"

title 'A maintenance page'
start_hark --rules "$EXAMPLES/maintenance-page.rules"
run 'curl -i http://demo.hark.test/echo'
expect '503 Service Unavailable' 'Retry-After: 3600' 'text/html' 'We are back in an hour.'
run 'curl -o /dev/null -w "%{http_code}" http://demo.hark.test/status/204'
expect 204
look 'The page is a file beside the rules; the one address that the rule leaves out still reaches the server.'
