"""requests_client.py PROXY ORIGIN: what a Python program does all day with the library requests, through the proxy.

ORIGIN is the nginx of the tests. Ends with `ok`, or with the assertion that failed.
"""

import sys

import requests


def main(proxy: str, origin: str) -> None:
    session = requests.Session()
    # The environment of the machine must not have a say.
    session.trust_env = False
    session.proxies = {"http": proxy}

    answer = session.get(origin + "/hello.txt")
    assert (answer.status_code, answer.text) == (200, "Hello from nginx\n"), answer.text

    answer = session.get(origin + "/text.txt")
    assert answer.headers["Content-Encoding"] == "gzip", answer.headers
    assert answer.text == "All the same words again. " * 2000

    answer = session.get(origin + "/redirect")
    assert [step.status_code for step in answer.history] == [302]
    assert answer.text == "Hello from nginx\n"

    session.get(origin + "/cookie")
    answer = session.get(origin + "/seen")
    assert answer.text.startswith("session=42|python-requests/"), answer.text

    answer = session.head(origin + "/hello.txt")
    assert answer.headers["Content-Length"] == "17" and answer.content == b""
    answer = session.get(origin + "/empty")
    assert answer.status_code == 204 and answer.content == b""
    answer = session.get(origin + "/missing")
    assert (answer.status_code, answer.text) == (404, "not here\n")

    answer = session.get(origin + "/random.bin", headers={"Range": "bytes=10-19"})
    assert answer.status_code == 206 and len(answer.content) == 10, answer.headers
    answer = session.get(origin + "/random.bin", stream=True)
    assert sum(len(piece) for piece in answer.iter_content(65536)) == 1_000_000

    # nginx answers 405 to a POST to a file, after it has read the body: what counts is that both went through.
    for body in ({"a": "1"}, b"\x00\x01" * 100_000, (b"piece" for _ in range(10))):
        answer = session.post(origin + "/hello.txt", data=body)
        assert answer.status_code == 405, answer.status_code
    print("ok")


main(sys.argv[1], sys.argv[2])
