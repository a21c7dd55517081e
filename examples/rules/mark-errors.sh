#!/bin/sh
# Tag errors
. "$(dirname "$0")/../lib.sh"

title 'Tag errors'
start_hark --rules "$EXAMPLES/mark-errors.rules" --store "$WORK/session.hark"
run 'for path in echo status/204 status/503; do curl -o /dev/null -w "%{http_code} " "http://demo.hark.test/$path"; done'
expect '200 204 503'
stop_hark
run '"$HARK" flows --session "$WORK/session.hark" --columns id,status,path,comment "pinned and tag = bug"'
expect '/status/503' 'look at this'
run '"$HARK" flows --session "$WORK/session.hark" --count'
expect 2
look 'Three exchanges passed; two are recorded, and one of them is tagged.'
