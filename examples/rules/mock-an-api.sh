#!/bin/sh
# Mock an API that does not exist yet
. "$(dirname "$0")/../lib.sh"

title 'Mock an API that does not exist yet'
start_hark --rules "$EXAMPLES/mock-an-api.rules"
run 'curl http://api.example.com/users/7'
expect '{"id": "7", "name": "Ada"}'
run 'curl -i http://api.example.com/orders'
expect '404 Not Found' 'not mocked yet'
look 'No server was contacted: api.example.com does not exist. Rules apply in order, and the first answer counts.'
