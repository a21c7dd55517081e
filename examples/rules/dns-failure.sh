#!/bin/sh
# A name that does not exist
. "$(dirname "$0")/../lib.sh"

title 'A name that does not exist'
start_hark --rules "$EXAMPLES/dns-failure.rules"
run 'curl -i http://demo.hark.test/echo'
expect '502 Bad Gateway'
heard
expect 'demo.hark.test'
look 'What does the client show its user? A proxy says 502 where a browser without one would say that the server was not found.'
