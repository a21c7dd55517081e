#!/bin/sh
# A local file instead of the deployed one
. "$(dirname "$0")/../lib.sh"

title 'A local file instead of the deployed one'
start_hark --rules "$EXAMPLES/local-file.rules"
run 'curl -i http://demo.hark.test/app/app.js'
expect 'text/javascript' 'from the local folder'
run 'curl -o /dev/null -w "%{http_code}" --path-as-is http://demo.hark.test/app/../local-file.rules'
expect 404
look 'The part that the * matched is looked up in the folder; nothing outside of it is served.'
