#!/bin/sh
# Change a value in the JSON of a response
. "$(dirname "$0")/../lib.sh"

title 'Change a value in the JSON of a response'
start_hark --rules "$EXAMPLES/another-number.rules"
run 'curl http://demo.hark.test/api/v2/stations'
expect '"latitude": 90' '"pages": 1' Lighthouse
look 'Only the values at the given paths are changed; Content-Length was corrected.'
