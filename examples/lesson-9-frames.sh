#!/bin/sh
# Lesson 9, the same request in HTTP/1.1 and in HTTP/2, and what a client of HTTP/2 sends. The text is docs/lessons/9-frames.md.
. "$(dirname "$0")/lib.sh"

lesson '9: Frames and streams'

run 'hark run --har two.har -- sh -c '\''curl -s --http1.1 https://demo.hark.test/echo; curl -s --http2 https://demo.hark.test/echo'\'''
look 'The page sends back what reached the server: once lines of text, once only fields.'
run 'hark show 2 4 --session two.har --request --head'
look 'Find each word of the request line again: GET, /echo, the host. One is new, and there is no version.'
run 'printf '\''PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0\0\0\24\1\5\0\0\0\1\202\206\204A\017www.example.com'\'' > client.bin'
run 'hark explain --as h2-client client.bin'
look 'A number for the exchange, a flag in place of a length, and one byte for :method: GET.'

ask 'Which fields came from the table, and which bytes are they?' \
    'hark explain --as h2-client --bytes client.bin' \
    'static table'
ask 'A browser leaves a page, and an exchange ends with CANCEL. Is that a failure?' \
    'hark explain error-code CANCEL' \
    'no longer needed'
ask 'How many requests may a client begin at once?' \
    'hark explain setting MAX_CONCURRENT_STREAMS' \
    'may be open at once'
