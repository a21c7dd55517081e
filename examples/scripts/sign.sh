#!/bin/sh
# Sign the requests of an API
. "$(dirname "$0")/../lib.sh"

title 'Sign the requests of an API'
start_hark --script "$EXAMPLES/sign.py" --set key=abc
run 'curl -d a=1 http://demo.hark.test/echo'
expect 'X-Signature: '
heard
expect 'added (script sign)'
look 'The server got a header that the client did not send; the exchange names the script that added it.'
