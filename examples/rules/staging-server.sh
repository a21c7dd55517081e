#!/bin/sh
# A staging server for one part of an API
. "$(dirname "$0")/../lib.sh"

title 'A staging server for one part of an API'
start_hark --rules "$EXAMPLES/staging-server.rules"
run 'curl http://api.example.com/echo?a=1'
expect 'GET /echo?a=1' 'Host: demo.hark.test'
look 'Path and query are kept, and Host names the staging server.'
