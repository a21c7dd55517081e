#!/bin/sh
# Slow chunks
. "$(dirname "$0")/../lib.sh"

title 'Slow chunks'
start_hark --rules "$EXAMPLES/slow-chunks.rules"
run 'curl -o /dev/null -w "%{time_total} s until the last of five chunks" "http://demo.hark.test/chunked?every=50"'
at_least 0.8
look 'A client that renders partial content shows something after 0.2 s; one that waits for the whole body waits a second.'
