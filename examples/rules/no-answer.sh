#!/bin/sh
# An answer that stops half-way
. "$(dirname "$0")/../lib.sh"

title 'An answer that stops half-way'
start_hark --rules "$EXAMPLES/no-answer.rules"
run 'curl -o /dev/null -m 2 -w "%{size_download} bytes\n" http://demo.hark.test/download 2>&1 || true'
expect 'curl: (28)' '10240 bytes'
look 'The connection stays open: only a client with a time limit of its own gets out of this.'
