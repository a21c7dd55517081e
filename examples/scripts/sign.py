"""Sign the requests of an API: the HMAC of method, path and body, in a header."""

import hashlib
import hmac

import hark

key = hark.option("key", str, "secret", "what requests are signed with")


@hark.on_request("path ~ '/echo*'", body=True)
def sign(flow):
    request = flow.request
    text = f"{request.method} {request.path}\n".encode() + (request.body or b"")
    request.headers["X-Signature"] = hmac.new(key.value.encode(), text, hashlib.sha256).hexdigest()
    flow.tag("signed")
