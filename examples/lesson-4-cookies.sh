#!/bin/sh
# Lesson 4, a login: cookies with every attribute, what is kept, what comes back. The text is docs/lessons/4-cookies.md.
. "$(dirname "$0")/lib.sh"

lesson '4: Cookies'

run 'hark run --har cookies.har -- curl -s -L -c jar -b jar -d name=ada http://demo.hark.test/login'
run 'hark explain --session cookies.har --only cookies'
look 'This is the client'\''s side: what it keeps, and what it should send.'

ask 'Eight cookies were set, and five came back. Why not the others?' \
    'hark explain --entry "#1" --only cookies cookies.har' \
    'Domain example.com is neither the host demo.hark.test nor a parent of it'
ask 'What keeps a script of the page from stealing the session?' \
    'hark explain header '\''Set-Cookie: session=1; HttpOnly'\''' \
    'Scripts cannot read the cookie'
ask 'Would this session cookie survive if it were Secure?' \
    'hark explain --entry "#1" --what-if '\''Set-Cookie: session=1; Secure'\'' --only cookies cookies.har' \
    'came over plain http'
