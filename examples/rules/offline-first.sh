#!/bin/sh
# Offline first
. "$(dirname "$0")/../lib.sh"

title 'Offline first'
start_hark --rules "$EXAMPLES/offline-first.rules"
run 'curl http://shop.example.com/cart; curl http://shop.example.com/cart; curl http://shop.example.com/cart'
expect '{"items": 1}' '{"items": 2}'
run 'curl "http://shop.example.com/search?q=tea&t=1732617600"'
expect 'Green tea'
run 'curl -o /dev/null -w "%{http_code}" http://demo.hark.test/'
expect 200
look 'The second request gets the second response, the third the last one again. An extra parameter still matches. What was not recorded is sent to the server.'
