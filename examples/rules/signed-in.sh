#!/bin/sh
# Signed in without signing in
. "$(dirname "$0")/../lib.sh"

title 'Signed in without signing in'
start_hark --rules "$EXAMPLES/signed-in.rules"
run 'curl -H "Cookie: colour=blue" "http://demo.hark.test/echo?page=2"'
expect 'GET /echo?page=2&debug=1' 'Cookie: colour=blue; session=tester'
look 'What the client sent is still there; the rule added to it.'
