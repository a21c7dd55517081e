#!/bin/sh
# Disable compression
. "$(dirname "$0")/../lib.sh"

title 'Disable compression'
start_hark --rules "$EXAMPLES/no-compression.rules"
run 'curl -I -H "Accept-Encoding: gzip, br" http://demo.hark.test/gzip'
expect 'Content-Length: 4692' 'ETag: "lines-1"'
run 'curl -H "Accept-Encoding: gzip, br" http://demo.hark.test/gzip | head -n 2'
expect 'Line 1 of 100'
look 'The client offers gzip and br, but the server sees neither offer, so it sends readable text.'
