#!/bin/sh
# Lesson 7, basic and Digest: a challenge, the credentials, and what is in them. The text is docs/lessons/7-authentication.md.
. "$(dirname "$0")/lib.sh"

lesson '7: Authentication'

run 'hark run --har basic.har -- curl -s -u '\''demo:let me in'\'' http://demo.hark.test/auth/basic'
run 'hark explain --entry "#1" --only authentication basic.har'
look 'Base64 hides nothing: name and password can be read.'
run 'hark run --har digest.har -- curl -s --digest -u '\''demo:let me in'\'' http://demo.hark.test/auth/digest'
look 'Two requests: the first was refused with a challenge.'

ask 'Which request brought the credentials that 401 asked for?' \
    'hark explain --entry "#1" --only authentication digest.har' \
    '#2 sends Digest'
ask 'Does the answer to the challenge contain the password?' \
    'hark explain --entry "#2" --only authentication digest.har' \
    'They do not contain the password'
ask 'How is the hash made, and is it right?' \
    'hark explain --entry "#2" --only authentication --password '\''let me in'\'' digest.har' \
    'match'
