#!/bin/sh
# A slow mobile network
. "$(dirname "$0")/../lib.sh"

title 'A slow mobile network'
start_hark --rules "$EXAMPLES/slow-mobile-day.rules"
run 'curl -o /dev/null -w "%{time_starttransfer} s until the first byte" http://demo.hark.test/echo'
at_least 0.7
look 'The latency of the network, and the 300 ms of the rule, come before the first byte.'
