#!/bin/sh
# HTTP/1.1 with the server
. "$(dirname "$0")/../lib.sh"

title 'HTTP/1.1 with the server'
# A server that speaks HTTP/2: another hark, which answers from a recording.
start_hark --ca-dir "$WORK/ca"
"$HARK" serve "$EXAMPLES/local/tour.har" --ca-dir "$WORK/ca" --no-store --quiet --listen https://127.0.0.1:0 2>"$WORK/server" &
SERVER_PID=$!
trap 'kill $SERVER_PID 2>/dev/null; finish' EXIT
until grep -q 'listening on' "$WORK/server"; do sleep 0.1; done
SERVER=$(sed -n 's/^hark: listening on //p' "$WORK/server")
stop_hark
start_hark --ca-dir "$WORK/ca" --upstream-ca "$WORK/ca/hark-ca.pem" --reverse "https://$SERVER" \
    --rules "$EXAMPLES/old-protocol.rules"
unset http_proxy
run 'curl --http2-prior-knowledge -w " over HTTP/%{http_version}" "http://$PROXY/cart"'
expect 'over HTTP/2'
heard
expect 'first line -> GET /cart HTTP/1.1'
run 'curl -I --http2-prior-knowledge "http://$PROXY/cart"'
heard
expect 'in frames'
look 'The client still uses HTTP/2; between Hark and the server it is HTTP/1.1 for requests that match the rule, and HTTP/2 for the HEAD after it.'
