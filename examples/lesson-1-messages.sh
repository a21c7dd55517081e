#!/bin/sh
# Lesson 1, one request and its answer, line by line, then byte by byte. The text is docs/lessons/1-messages.md.
. "$(dirname "$0")/lib.sh"

lesson '1: Messages'

run 'hark run --har messages.har -- curl -s http://demo.hark.test/echo'
run 'hark explain --entry "#1" messages.har'
look 'Each line of the message is as it was on the wire; below it is what it says.'
run 'hark explain --entry "#1" --bytes messages.har'
look 'Every byte has a name: the single space, the colon, the two bytes that end a line.'

ask 'Where does the answer end, and who says so?' \
    'hark explain --entry "#1" --only framing messages.har' \
    'by Content-Length (rule 6)'
ask 'May a program send a GET again by itself when the connection broke?' \
    'hark explain method GET' \
    'idempotent yes'
ask 'You get 503. Who failed, and what can you do?' \
    'hark explain status 503' \
    'server error'
