#!/bin/sh
# Caching: how long an answer is good, and how to ask whether it still is.
. "$(dirname "$0")/lib.sh"

title 'Caching'
start_hark

run "curl -i http://demo.hark.test/cache/fresh"
run "curl -i http://demo.hark.test/cache/age"
run "curl -i http://demo.hark.test/cache/last-modified"
run "curl -i http://demo.hark.test/cache/no-store"
expect 'Cache-Control: no-store'
heard
expect 'max-age 60 - age 40' 'no-store'
look 'Four answers, four verdicts. The first may be used again for a minute. The second comes as if from a cache: 40 of its 60 seconds have passed. The third says only when it was changed, so a cache may guess. The fourth must not be stored. Look at the arithmetic under each line.'

run "curl -i http://demo.hark.test/cache/revalidate"
run "curl -i -H 'If-None-Match: \"demo-1\"' http://demo.hark.test/cache/revalidate"
expect 'HTTP/1.1 304 Not Modified'
heard
expect ' 200 ' ' 304 '
look 'no-cache does not mean "do not store"; it means "ask first". The second request asks, with the ETag of the first answer, and 304 says that the copy is still good. Look at the size: not one byte of content.'

run "curl -i -H 'Accept-Language: de' http://demo.hark.test/cache/vary"
expect 'Vary: Accept-Language' 'Requested language: de'
heard
expect 'http://demo.hark.test/cache/vary'
look 'Vary names the request fields on which the answer depends: a copy serves only requests in which they are the same.'
