#!/bin/sh
# Signed in without signing in
. "$(dirname "$0")/../lib.sh"

title 'Signed in without signing in'
start_hark --rules "$EXAMPLES/signed-in.rules"
run 'curl -H "Cookie: colour=blue" "http://demo.hark.test/echo?page=2"'
expect 'GET /echo?page=2&debug=1' 'Cookie: colour=blue; session=tester'
look 'The rule added a cookie and a parameter to those that the client sent.'
