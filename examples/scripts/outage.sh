#!/bin/sh
# Answer every other request with 503
. "$(dirname "$0")/../lib.sh"

title 'Answer every other request with 503'
start_hark --script "$EXAMPLES/outage.py"
run 'curl -i http://demo.hark.test/'
expect '200 OK'
run 'curl -i http://demo.hark.test/'
expect '503 Service Unavailable' 'Retry-After: 5' 'overloaded'
look 'The second request did not reach the server.'
