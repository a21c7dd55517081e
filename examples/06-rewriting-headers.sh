#!/bin/sh
# Rewriting headers: what the flags do, and how every change is recorded.
. "$(dirname "$0")/lib.sh"

title 'Rewriting headers'
start_hark \
    --set-request-header 'User-Agent: example/1.0' \
    --remove-request-header Accept \
    --add-request-header 'X-Debug: yes' \
    --set-response-header 'Cache-Control: no-store' \
    --remove-response-header Server

run "curl http://demo.hark.test/echo"
expect 'User-Agent: example/1.0' 'X-Debug: yes'
heard
expect '--set-request-header' '--remove-request-header' '--add-request-header'
look 'The page shows the request as it reached the server: another User-Agent, no Accept, and X-Debug at the end. Hark lists these changes next to those that every proxy has to make, and names the option for each.'

run "curl -i http://demo.hark.test/cache/fresh"
expect 'Cache-Control: no-store'
heard
expect '--set-response-header'
look 'The server said max-age=60, and curl got no-store: useful when a cache is in your way. The recorded response is still the original.'

stop_hark
look 'Hark refuses an invalid header at the start, and shows where it is wrong:'
run "\"\$HARK\" proxy --listen 127.0.0.1:0 --set-request-header 'Bad Name: x' || echo 'exit code '\$?" 2>&1
expect 'exit code 64'
