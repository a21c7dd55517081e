#!/bin/sh
# Lesson 10, a WebSocket and a stream of events, message by message. The text is docs/lessons/10-streams.md.
. "$(dirname "$0")/lib.sh"

lesson '10: WebSocket and events'

run 'hark run --har socket.har --messages -- curl -sN -o clock.bin -H '\''Connection: Upgrade'\'' -H '\''Upgrade: websocket'\'' -H '\''Sec-WebSocket-Version: 13'\'' -H '\''Sec-WebSocket-Key: SGFyayBpcyBsaXN0ZW5pbg=='\'' '\''http://demo.hark.test/socket/clock?count=3&every=300'\'''
look 'It began as a GET; after 101 the connection was no longer HTTP. The arrows show the direction of each message.'
run 'hark explain --entry "#1" --only messages socket.har'
look 'Only a server that knows WebSocket can compute the answer to the key.'
run 'hark run --har events.har --messages -- curl -sN '\''http://demo.hark.test/events?count=3&every=200'\'''
look 'This stayed HTTP to the end: one answer that takes its time.'
run 'hark run --har again.har --messages -- curl -sN -H '\''Last-Event-ID: 2'\'' '\''http://demo.hark.test/events?count=3'\'''
run 'hark explain --entry "#1" --only messages again.har'
look 'A browser that reconnects sends the id of the last event it saw, and gets the rest.'

ask 'How long does a browser wait before it connects again, and what does it send then?' \
    'hark explain --entry "#1" --only messages events.har' \
    'Last-Event-ID: 3'
ask 'The program says that the WebSocket closed with 1006. What happened?' \
    'hark explain close-code 1006' \
    'without a close frame'
ask 'May a script on a page choose the key itself?' \
    'hark explain header Sec-WebSocket-Key' \
    'cannot set it'
