#!/bin/sh
# Another number in JSON
. "$(dirname "$0")/../lib.sh"

title 'Another number in JSON'
start_hark --rules "$EXAMPLES/another-number.rules"
run 'curl http://demo.hark.test/api/v2/stations'
expect '"latitude": 90' '"pages": 1' Lighthouse
look 'Only the values that the paths name are changed; Content-Length was corrected.'
