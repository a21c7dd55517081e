#!/bin/sh
# Lesson 3, a chain of redirects, and a POST that lost its content on the way. The text is docs/lessons/3-redirects.md.
. "$(dirname "$0")/lib.sh"

lesson '3: Redirects'

run 'hark run --har redirects.har -- curl -s -L http://demo.hark.test/redirect/1'
run 'hark explain --session redirects.har --only redirects'
look 'Four hops and an end. Look at what each says about the method.'
run 'hark run --har post.har -- curl -s -L -d message=hello '\''http://demo.hark.test/redirect/post?code=302'\'''
look 'The request was sent twice: once as POST, then as GET.'

ask 'The form'\''s message did not arrive. Where was it lost?' \
    'hark explain --session post.har --only redirects' \
    'clients change POST to GET, and the body is dropped'
ask 'Which status would have kept it?' \
    'hark explain status 307' \
    'the method must not change'
ask 'Location says /redirect/2 only. How does the client know the rest?' \
    'hark explain --entry "#1" --only redirects redirects.har' \
    'scheme and host apply'
