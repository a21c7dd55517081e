#!/bin/sh
# Block trackers
. "$(dirname "$0")/../lib.sh"

title 'Block trackers'
start_hark --rules "$EXAMPLES/block-a-tracker.rules"
run 'curl -i "http://eu.tracker.example/collect?id=7"'
expect '403 Forbidden'
run 'curl -i "http://news.example.com/pixel.gif?page=today"'
expect '204 No Content'
run 'curl -o /dev/null -w "%{http_code}" http://demo.hark.test/echo'
expect 200
look 'No server was contacted for the first two. Does the page still work?'
