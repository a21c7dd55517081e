#!/bin/sh
# Chunking: how a body of unknown length is sent, with extensions and trailers.
. "$(dirname "$0")/lib.sh"

title 'Chunking'
start_hark --verbose

run "curl -N --raw -i http://demo.hark.test/chunked"
expect ';part=5' 'Content-Digest: sha-256='
heard
expect 'chunk at ' '(the last)' 'Content-Digest'
look 'With --raw curl shows the coding: a line with the size in hexadecimal digits, the bytes, a line end, and so on, until a chunk of size 0. The size lines here have extensions, which few tools show. After the last chunk come trailers: header lines that could not be known before.'
look 'The lines came one by one, 400 ms apart; look at the times of the chunks. Hark forwards each as it arrives.'

run "curl -N 'http://demo.hark.test/events?count=3&every=300'"
expect 'data:'
heard
expect 'http://demo.hark.test/events' '(the last)'
look 'Server-sent events work the same way: one response, chunk after chunk, as long as there are events.'

run "printf 'sent in chunks' | curl -T - http://demo.hark.test/upload"
expect 'Received 14 bytes of content.' 'It came in chunks'
heard
expect 'PUT' 'Transfer-Encoding: chunked'
look 'Requests can be chunked too: curl does not know how long its standard input will be. Look for Transfer-Encoding in the request.'
