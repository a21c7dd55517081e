#!/bin/sh
# Capturing a HAR in CI: record what a test run sends, keep it as an artifact, fail when the traffic breaks a rule.
#
# Needs jq. Set OUT to a folder to keep the files.
. "$(dirname "$0")/lib.sh"

title 'Capturing a HAR in CI'
if ! command -v jq >/dev/null 2>&1; then
    echo 'This example reads the recording with jq; please install it.' >&2
    exit 69
fi
OUT=${OUT:-$WORK}

# In a pipeline this is the test run. Here it is three requests.
run_tests() {
    curl -o /dev/null "$1"
    curl -o /dev/null "$1"
    curl -o /dev/null "$1"
}

# The rule: no answer with 500 or above, and every exchange complete.
check() {
    jq -r '.log.entries[]
        | select(.response.status >= 500 or ._outcome.kind != "complete")
        | "  \(.request.method) \(.request.url): \(.response.status), \(._outcome.kind)"' "$1" >"$WORK/broken"
    if [ -s "$WORK/broken" ]; then
        echo 'The traffic broke the rule:'
        cat "$WORK/broken"
        return 1
    fi
    echo 'The traffic kept the rule.'
}

start_hark --quiet --har "$OUT/good.har" --log "$OUT/good.log"
run "run_tests http://demo.hark.test/gzip"
stop_hark
run "jq -r '.log.entries[] | \"\\(.request.method) \\(.request.url) \\(.response.status) \\(.response.content.size) bytes\"' '$OUT/good.har'"
run "check '$OUT/good.har'"
look 'The file is valid JSON at every moment, so it may be read, copied and uploaded while the proxy runs; nothing is lost when the job is killed.'

start_hark --quiet --har "$OUT/flaky.har" --log "$OUT/flaky.log"
run "run_tests http://demo.hark.test/flaky"
stop_hark
run "check '$OUT/flaky.har' || echo 'A pipeline would stop here, with the HAR as the evidence.'"
look 'This page fails one time in three. The client of this test run did not notice, but the recording shows it.'

run "jq -c '{url: .request.url, status: .response.status, time: .time}' '$OUT/flaky.log'"
look 'The log has the same entries, one per line, written as they finish: made for jq, grep and tail -f.'
