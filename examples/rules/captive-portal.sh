#!/bin/sh
# A captive portal
. "$(dirname "$0")/../lib.sh"

title 'A captive portal'
start_hark --rules "$EXAMPLES/captive-portal.rules"
run 'curl -i -L http://news.example.com/today'
expect 'Location: http://hotel.example.com/' 'Room number, please.'
look 'Each http request is redirected to the portal, as on the Wi-Fi of a hotel.'
