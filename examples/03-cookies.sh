#!/bin/sh
# Cookies: what was set, with which attributes, and what came back.
. "$(dirname "$0")/lib.sh"

title 'Cookies'
start_hark

run "curl -L -c '$WORK/jar' -b '$WORK/jar' -d name=ada http://demo.hark.test/login"
expect 'Hello, ada'
heard
expect ' 303 ' 'session' '__Host-locked' 'foreign' 'http://demo.hark.test/account'
look 'The login answered 303 and set eight cookies, one for each kind of attribute. Five came back with the next request. Look for the three that did not: secure_only and __Host-locked are for https, and foreign names a Domain that this host is not part of.'

run "cat '$WORK/jar'"
expect 'session' 'account_only'
look 'The jar as curl keeps it: domain, whether subdomains count, path, https only, expiry time (0: with the session), name, value.'

run "curl -c '$WORK/jar' -b '$WORK/jar' -o /dev/null http://demo.hark.test/cache/fresh"
heard
look 'account_only was left out this time: its Path is /account.'

# One curl for both: some versions read the old jar again when they write the new one.
run "curl -i -b '$WORK/jar' -X POST http://demo.hark.test/logout --next -sS -i http://demo.hark.test/account"
expect 'Set-Cookie: session=; Path=/; Max-Age=0' 'Location: /login'
heard
expect 'POST http://demo.hark.test/logout' ' 303 ' ' 302 '
look 'A server deletes a cookie by setting it again. Logging out sets each with the same path and an expiry in the past; the account then sends us back to the login.'
