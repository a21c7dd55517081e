#!/bin/sh
# An expired certificate
. "$(dirname "$0")/../lib.sh"

title 'An expired certificate'
start_hark --ca-dir "$WORK/ca" --rules "$EXAMPLES/expired-certificate.rules"
CA=$WORK/ca/hark-ca.pem
run 'curl -x "http://$PROXY" --cacert "$CA" https://demo.hark.test/ 2>&1 || echo "curl ends with $?"'
expect 'expired' 'curl ends with 60'
run 'curl -x "http://$PROXY" --cacert "$CA" -o /dev/null -w "%{http_code}" https://hark.test/'
expect 200
look 'The signature and the name are good; only the validity has expired. Does the client report that?'
