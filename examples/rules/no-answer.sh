#!/bin/sh
# A response that stops in the middle
. "$(dirname "$0")/../lib.sh"

title 'A response that stops in the middle'
start_hark --rules "$EXAMPLES/no-answer.rules"
run 'curl -o /dev/null -m 2 -w "%{size_download} bytes\n" http://demo.hark.test/download 2>&1 || true'
expect 'curl: (28)' '10240 bytes'
look 'The connection stays open: only a client with its own timeout stops waiting.'
