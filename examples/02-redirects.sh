#!/bin/sh
# Redirects: where each leads, what happens to the method, and what must not go along.
. "$(dirname "$0")/lib.sh"

title 'Redirects'
start_hark

run "curl -L http://demo.hark.test/redirect/1"
expect 'Arrived with  GET'
heard
expect ' 301 ' ' 302 ' ' 307 ' ' 308 ' ' 200 ' 'http://demo.hark.test/redirect/end'
look 'Five exchanges for one command: 301, 302, 307, 308, and the page at the end. Look at the hop numbers and at where each Location leads.'

run "curl -L -d message=hello 'http://demo.hark.test/redirect/post?code=302'"
expect 'Arrived with  GET' '0 bytes'
run "curl -L -d message=hello 'http://demo.hark.test/redirect/post?code=307'"
expect 'Arrived with  POST' '13 bytes'
heard
expect ' 302 ' ' 307 ' 'http://demo.hark.test/redirect/landing'
look 'The same POST twice. After 302 it arrived as a GET without content, after 307 as the POST it was (RFC 9110 15.4.3 and 15.4.8). A form that "loses its data" is often just this.'

run "curl -L -u me:secret -o /dev/null -w 'arrived at %{url_effective}' http://demo.hark.test/redirect/away"
expect 'arrived at http://hark.test/'
heard
expect 'http://demo.hark.test/redirect/away' 'http://hark.test/'
look 'This redirect leads to another host. The first request had Authorization; look whether the second still has it. A careful client removes it.'

run "curl -L --max-redirs 3 http://demo.hark.test/redirect/loop || echo 'curl gave up, with exit code '\$?"
expect 'exit code 47'
heard
expect 'http://demo.hark.test/redirect/loop'
look 'A redirect to itself: it ends only when the client gives up.'
