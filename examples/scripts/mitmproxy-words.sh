#!/bin/sh
# Run a mitmproxy addon
. "$(dirname "$0")/../lib.sh"

title 'Run a mitmproxy addon'
start_hark --script "$EXAMPLES/mitmproxy-words.py" --set word=Hark --set by=HORK
run 'curl -i http://demo.hark.test/'
expect 'HORK demo site' 'x-count: 1'
look 'The addon is the file that mitmproxy runs with -s; its options are set with --set.'
