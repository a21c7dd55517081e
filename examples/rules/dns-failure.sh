#!/bin/sh
# A host name that does not exist
. "$(dirname "$0")/../lib.sh"

title 'A host name that does not exist'
start_hark --rules "$EXAMPLES/dns-failure.rules"
run 'curl -i http://demo.hark.test/echo'
expect '502 Bad Gateway'
heard
expect 'demo.hark.test'
look 'What does the client show its user? Through a proxy it gets 502; without one it would get a name lookup error.'
