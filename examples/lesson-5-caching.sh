#!/bin/sh
# Lesson 5, how long an answer is good, and how to ask whether it still is. The text is docs/lessons/5-caching.md.
. "$(dirname "$0")/lib.sh"

lesson '5: Caching'

run 'hark run --har caching.har -- curl -s http://demo.hark.test/cache/age'
run 'hark explain --entry "#1" --only caching caching.har'
look 'Every variable of the sum, with the line that it comes from.'
run 'hark run --har check.har -- curl -s -i -H '\''If-None-Match: "demo-1"'\'' http://demo.hark.test/cache/revalidate'
look '304: not one byte of content.'

ask 'And if the server had said max-age=30?' \
    'hark explain --entry "#1" --what-if '\''Cache-Control: max-age=30'\'' caching.har' \
    '30 > 40 is false'
ask 'Why was the second answer a 304 without content?' \
    'hark explain --entry "#1" --only conditional check.har' \
    '304 without a body is correct'
ask 'Does no-cache forbid storing a copy?' \
    'hark explain header '\''Cache-Control: no-cache'\''' \
    'Caches may store it'
