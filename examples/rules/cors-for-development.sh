#!/bin/sh
# CORS for development
. "$(dirname "$0")/../lib.sh"

title 'CORS for development'
start_hark --rules "$EXAMPLES/cors-for-development.rules"
run 'curl -i -H "Origin: http://localhost:3000" http://demo.hark.test/echo'
expect 'Access-Control-Allow-Origin: http://localhost:3000'
run 'curl -i -X OPTIONS -H "Origin: http://localhost:3000" -H "Access-Control-Request-Method: PUT" http://demo.hark.test/echo'
expect '204 No Content' 'Access-Control-Allow-Methods: PUT'
look 'The preflight was answered by the rule; the server never saw it.'
