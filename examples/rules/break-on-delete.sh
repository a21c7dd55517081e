#!/bin/sh
# Hold DELETE requests
. "$(dirname "$0")/../lib.sh"

title 'Hold DELETE requests'
start_hark --rules "$EXAMPLES/break-on-delete.rules" --store "$WORK/session.hark"
# In the background, because the decision is made in this terminal.
delete() {
    curl -i -X DELETE http://demo.hark.test/echo >"$WORK/answer" &
    tries=0
    until "$HARK" held --proxy "$WORK/session.hark" | grep -q DELETE; do
        tries=$((tries + 1))
        [ "$tries" -lt 50 ] || exit 1
        sleep 0.1
    done
}
delete
run '"$HARK" held --proxy "$WORK/session.hark"'
expect 'DELETE http://demo.hark.test/echo'
run '"$HARK" held --proxy "$WORK/session.hark" 1 respond "409 text \"not today\"" && wait $! && cat "$WORK/answer"'
expect '409 Conflict' 'not today'
delete
run '"$HARK" held --proxy "$WORK/session.hark" 2 send && wait $! && cat "$WORK/answer"'
expect '200 OK' 'DELETE /echo HTTP/1.1'
look 'The client waits until you decide. The first one never reached the server, the second one did, unchanged.'
