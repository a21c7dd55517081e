#!/bin/sh
# An order that is none
. "$(dirname "$0")/../lib.sh"

title 'An order that is none'
start_hark --rules "$EXAMPLES/test-order.rules"
run 'curl -H "Content-Type: application/json" -d "{\"item\": 7, \"test\": false}" http://demo.hark.test/echo'
expect '"item": 7' '"test": true'
run 'curl -d "test=false" http://demo.hark.test/echo'
expect 'test=false'
look 'The server received what the rule says, with a Content-Length that fits; the form was no JSON and stayed as it was.'
