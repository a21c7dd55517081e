#!/bin/sh
# Lesson 2, the parts of a URL: its parts, and what is written with percent signs. The text is docs/lessons/2-urls.md.
. "$(dirname "$0")/lib.sh"

lesson '2: URLs'

run 'hark run --har urls.har -- curl -s '\''http://demo.hark.test/echo?name=Ada+Lovelace&city=K%C3%B6ln&sum=1%2B1'\'''
run 'hark explain --entry "#1" --only url urls.har'
look 'Look at + and %2B: in a form'\''s data the one is a space, the other a plus.'

ask 'Is /%7Eada another page than /~ada?' \
    'printf '\''GET /%%7Eada HTTP/1.1\r\nHost: a.example\r\n\r\n'\'' | hark explain --only url' \
    'the URL is equivalent without it'
ask 'A log shows /a%2520b. What went wrong there?' \
    'printf '\''GET /a%%2520b HTTP/1.1\r\nHost: a.example\r\n\r\n'\'' | hark explain --only url' \
    'Text that was already encoded was encoded again'
ask 'What does a path with two dots in it ask for?' \
    'printf '\''GET /shop/../admin HTTP/1.1\r\nHost: a.example\r\n\r\n'\'' | hark explain --only url' \
    'http://a.example/admin'
