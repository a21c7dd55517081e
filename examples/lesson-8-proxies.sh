#!/bin/sh
# Lesson 8, what a proxy has to change, and what a rule of yours changes. The text is docs/lessons/8-proxies.md.
. "$(dirname "$0")/lib.sh"

lesson '8: What proxies change'

run 'hark run --har proxies.har -- curl -s -H '\''Connection: X-Note'\'' -H '\''X-Note: for this connection'\'' http://demo.hark.test/echo'
run 'hark explain --entry "#1" --only changes proxies.har'
look 'The page shows what reached the server. Look for what is missing, and what was shortened.'
run 'hark run --har rule.har --set-request-header '\''Accept-Language: de'\'' -- curl -s http://demo.hark.test/echo'
look 'Changes by your rule are recorded too.'

ask 'The server got another request than the client sent. What changed it?' \
    'hark explain --entry "#1" --only changes rule.har' \
    'set-request-header'
ask 'Why did X-Note end at the proxy?' \
    'hark explain header '\''Connection: X-Note'\''' \
    'X-Note'
ask 'How would a proxy announce itself?' \
    'hark explain header Via' \
    'prox'
