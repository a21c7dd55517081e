#!/bin/sh
# Cut an event stream
. "$(dirname "$0")/../lib.sh"

title 'Cut an event stream'
start_hark --rules "$EXAMPLES/cut-feed.rules"
run 'curl "http://demo.hark.test/events?count=5&every=0" 2>&1 || true'
expect 'curl: (18)' 'event 2 of 5'
run 'curl -H "Last-Event-ID: 2" "http://demo.hark.test/events?count=5&every=0"'
expect 'event 3 of 5' 'that was all'
look 'Does the client reconnect with the id of its last event? Then it misses none.'
