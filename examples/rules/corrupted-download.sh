#!/bin/sh
# Corrupt a download
. "$(dirname "$0")/../lib.sh"

title 'Corrupt a download'
start_hark --rules "$EXAMPLES/corrupted-download.rules"
run 'curl -o "$WORK/changed" -w "%{http_code}, %{size_download} bytes" http://demo.hark.test/download'
expect '200, 1048576 bytes'
stop_hark
start_hark
run 'curl -o "$WORK/whole" -w "%{http_code}, %{size_download} bytes" http://demo.hark.test/download'
expect '200, 1048576 bytes'
run 'echo "$(cmp -l "$WORK/whole" "$WORK/changed" | wc -l) bytes differ"'
expect '3 bytes differ'
look 'Status and length are right, the content is not: only a client that checks a digest notices.'
