#!/bin/sh
# A download that breaks
. "$(dirname "$0")/../lib.sh"

title 'A download that breaks'
start_hark --rules "$EXAMPLES/broken-download.rules"
run 'curl http://demo.hark.test/echo 2>&1 || true'
expect 'curl: (18)'
look 'The head promised more than came: does the client notice?'
