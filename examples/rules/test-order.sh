#!/bin/sh
# Mark orders as tests
. "$(dirname "$0")/../lib.sh"

title 'Mark orders as tests'
start_hark --rules "$EXAMPLES/test-order.rules"
run 'curl -H "Content-Type: application/json" -d "{\"item\": 7, \"test\": false}" http://demo.hark.test/echo'
expect '"item": 7' '"test": true'
run 'curl -d "test=false" http://demo.hark.test/echo'
expect 'test=false'
look 'The server received the changed JSON with a correct Content-Length. The form is not JSON and was not changed.'
