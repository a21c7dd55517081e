#!/bin/sh
# Another language, another program
. "$(dirname "$0")/../lib.sh"

title 'Another language, another program'
start_hark --rules "$EXAMPLES/another-language.rules"
run 'curl -e http://search.example.com/ http://demo.hark.test/echo'
expect 'Accept-Language: de' 'User-Agent: Phone/1.0'
run 'curl -e http://search.example.com/ http://demo.hark.test/echo | grep -c Referer || true'
expect 0
look 'The server answers in the language that the rule asks for.'
