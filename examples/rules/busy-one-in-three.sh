#!/bin/sh
# Fail one request in three
. "$(dirname "$0")/../lib.sh"

title 'Fail one request in three'
start_hark --rules "$EXAMPLES/busy-one-in-three.rules" --seed 1
run 'for n in 1 2 3 4 5 6 7 8 9 10 11 12; do curl -o /dev/null -w "%{http_code} " http://demo.hark.test/echo; done'
expect 200 503
look 'Does the client try again, and does it wait as Retry-After says? With the same --seed the same requests fail.'
