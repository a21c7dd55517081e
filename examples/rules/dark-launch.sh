#!/bin/sh
# A dark launch by header
. "$(dirname "$0")/../lib.sh"

title 'A dark launch by header'
start_hark --rules "$EXAMPLES/dark-launch.rules"
run 'curl -i http://demo.hark.test/api/v1/stations'
expect 'Deprecation:' '["Lighthouse"'
run 'curl -i -H "X-Preview: on" http://demo.hark.test/api/v1/stations'
expect 'Vary: X-Preview' '"page": 1'
look 'The same URL has two answers, so caches need to know the header that decides: Vary names it.'
