#!/bin/sh
# An API that is not built yet
. "$(dirname "$0")/../lib.sh"

title 'An API that is not built yet'
start_hark --rules "$EXAMPLES/mock-an-api.rules"
run 'curl http://api.example.com/users/7'
expect '{"id": "7", "name": "Ada"}'
run 'curl -i http://api.example.com/orders'
expect '404 Not Found' 'not mocked yet'
look 'No server was asked: there is no api.example.com. The rules stand in order, and the first one that answers has answered.'
