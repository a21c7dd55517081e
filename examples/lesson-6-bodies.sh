#!/bin/sh
# Lesson 6, how a message ends: lengths, chunks, trailers; and compression. The text is docs/lessons/6-bodies.md.
. "$(dirname "$0")/lib.sh"

lesson '6: Bodies and chunking'

run 'hark run --har bodies.har -- curl -s '\''http://demo.hark.test/chunked?every=50'\'''
run 'hark explain --entry "#1" bodies.har'
look 'Look at the size before each chunk, at the extensions, and at the trailers after the last chunk.'
run 'hark run --har gzip.har -- curl -s --compressed -o /dev/null http://demo.hark.test/gzip'
look 'A question below asks how much was saved.'

ask 'The answer had no Content-Length. How did curl know that it was over?' \
    'hark explain --entry "#1" --only framing bodies.har' \
    'The last chunk (size 0)'
ask 'What did compression save?' \
    'hark explain --entry "#1" --only compression gzip.har' \
    '% less'
ask 'What if a message declares two lengths?' \
    'printf '\''POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'\'' | hark explain --only framing' \
    'Content-Length'
