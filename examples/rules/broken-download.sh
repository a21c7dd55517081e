#!/bin/sh
# Cut a download
. "$(dirname "$0")/../lib.sh"

title 'Cut a download'
start_hark --rules "$EXAMPLES/broken-download.rules"
run 'curl http://demo.hark.test/echo 2>&1 || true'
expect 'curl: (18)'
look 'Content-Length declares more bytes than came: does the client notice?'
