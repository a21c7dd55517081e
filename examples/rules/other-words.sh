#!/bin/sh
# Replace text in a page
. "$(dirname "$0")/../lib.sh"

title 'Replace text in a page'
start_hark --rules "$EXAMPLES/other-words.rules"
run 'curl -i http://demo.hark.test/echo'
expect 'User-Agent: a browser'
look 'Content-Length was corrected.'
