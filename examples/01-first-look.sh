#!/bin/sh
# First look: one request through the proxy, and what Hark says about it.
. "$(dirname "$0")/lib.sh"

title 'First look'
start_hark --verbose
look "Hark listens on $PROXY. curl reads this from the environment, like most programs: http_proxy=$http_proxy. The site demo.hark.test is built in, so no network is needed."

run "curl -i 'http://demo.hark.test/cookies?set=colour%3Dblue'"
expect 'HTTP/1.1 200 OK' 'Set-Cookie: colour=blue'
heard
expect 'GET http://demo.hark.test/cookies' ' 200 ' 'set-cookie' 'User-Agent: curl'
look 'Look at the first line: method, URL, status, size and time. With --verbose every header line follows, as it was on the wire. Below them are only the notes that matter: here, that a cookie was set, and its attributes.'

run "curl http://demo.hark.test/echo"
expect 'GET /echo HTTP/1.1'
heard
expect 'GET http://demo.hark.test/echo' 'RFC 9112'
look 'This page sends the request back as it reached the server. The target was a whole URL when curl sent it, because that is the form of requests to a proxy; the server got only the path. Hark lists this and every other change, with the RFC section that requires it.'

look "Hark itself answers at http://hark.test/ (status, and how to set the proxy in other programs)."
run "curl http://hark.test/status.json"
expect '"version"' '"listeners"'
