import Bytes
import Testing

@testable import Formats

/// What people give in place of a message is named, and messages are not taken for it.
@Suite struct PlainlyNoMessageTests {
    @Test(
        arguments: [
            ("curl -X POST https://a.example/v1 -H 'a: b' -d '{}'\n", .command),
            ("$ curl 'https://a.example/x' \\\n  -H 'accept: */*' \\\n  --compressed\n", .command),
            ("curl.exe https://a.example/", .command), ("wget https://a.example/x\n", .command),
            ("http POST a.example/x a=1", .command), ("# curl https://a.example/\n", .command),
            ("fetch(\"https://a.example/x\", {\n  \"method\": \"GET\"\n});", .fetchCode),
            ("await fetch(\"https://a.example/x\", {});", .fetchCode),
            ("Invoke-WebRequest -UseBasicParsing -Uri \"https://a.example/x\"", .powerShell),
            (
                "$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\nInvoke-WebRequest -Uri x",
                .powerShell
            ),
            ("https://a.example/x?a=1\n", .address),
            ("content-type: text/html\ncache-control: no-store\nset-cookie: a=b\n", .fields),
            ("Accept: */*\r\nHost: a.example\r\n", .fields),
            ("Content-Security-Policy: a;\n  b\nServer: x\n", .fields),
            ("<!doctype html>\n<p>hi</p>\n", .markup), ("<?xml version=\"1.0\"?>\n<a/>\n", .markup),
            ("\n<html>\n", .markup), ("{\"error\":\"not found\"}\n", .json), ("[{\"id\":1}]", .json),
            ("{\n  \"error\": 1\n}\n", .json),
            ("192.0.2.1 - - [26/Nov/2026:10:12:00 +0000] \"GET /a HTTP/1.1\" 200 612 \"-\" \"curl/8\"\n", .accessLog),
            ("a.example 192.0.2.1 - u [26/Nov/2026:10:12:00 +0000] \"POST / HTTP/2.0\" 201 5\n", .accessLog),
            ("### Login\nPOST https://a.example/ HTTP/1.1\n\n{}\n", .requestFile),
            ("@host = a.example\n\nGET https://{{host}}/\n", .requestFile),
            ("--> POST https://a.example/v1 http/1.1\nContent-Length: 7\n", .clientLog),
            (
                "2026-11-29 12:00:00.123 DEBUG 1 --- [exec-1] Filter : Before request [GET /a?b=1, client=::1]",
                .serverLog
            ),
            ("2026-11-29T12:00:00Z INFO request: GET /a HTTP/1.1 200 12ms\n", .serverLog),
            ("[2026-11-29 12:00:00] local.INFO: Request {\"method\":\"GET\"}\n", .serverLog),
            ("Started GET \"/users/1\" for 127.0.0.1 at 2026-11-29 12:00:00 +0000\nProcessing by A\n", .serverLog),
            ("[GIN] 2026/11/29 - 12:00:00 | 200 | 1.2ms | 127.0.0.1 | GET \"/ping\"\n", .serverLog),
            ("INFO:     127.0.0.1:5000 - \"GET /a HTTP/1.1\" 200 OK\n", .serverLog),
            ("12:00:00.123 [main] DEBUG org.acme.Client - sending GET https://a.example/\n", .serverLog),
            ("2026/11/29 12:00:00 http: proxy error: EOF\n", .serverLog),
        ] as [(String, PlainlyNoMessage)])
    func whatPeoplePasteInsteadIsNamed(text: String, kind: PlainlyNoMessage) {
        #expect(PlainlyNoMessage(Bytes(text)) == kind)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\nHost: a\n\n", "HTTP/1.1 200 OK\nServer: a\n\n", "HTTP/2 200 \nserver: a\n\n",
        "$ curl -i https://a.example/\nHTTP/1.1 200 OK\nServer: a\n\n",
        "curl -v https://a.example/\n* Trying 1.2.3.4:443...\n",
        "curl: (6) Could not resolve host: a.example\n", ":method: GET\n:path: /\n:scheme: https\n:authority: a\n",
        "x-own: 1\nx-other: 2\n", "Host: a.example\n", "", "\n\n", "{\"log\":{}}", "http nonsense HTTP/1.1\nHost: a\n",
        "< content-type: text/html\n", "{\n\"log\": {}}", "192.0.2.1 said \"GET it\" to me\n", "- - - HTTP/1.1\n",
        "{\"a\":1}\nHTTP/1.1 200 OK\nServer: a\n\n",
        "2026-11-29T12:00:00Z GET / HTTP/1.1\n2026-11-29T12:00:00Z Host: a\n2026-11-29T12:00:00Z \n",
        "12:00:00.123456 > GET / HTTP/1.1\n12:00:00.123457 > Host: a\n12:00:00.123458 > \n",
        "INFO / HTTP/1.1\nHost: a\n\n", "TRACE / HTTP/1.1\nHost: a\n\n", "Started / HTTP/1.1\nHost: a\n\n",
        "2026 / HTTP/1.1\nHost: a\n\n",
    ])
    func whatIsAMessageOrNobodyKnowsIsNot(text: String) {
        #expect(PlainlyNoMessage(Bytes(text)) == nil)
    }

    @Test(arguments: PlainlyNoMessage.allCases) func eachSaysWhatToGive(kind: PlainlyNoMessage) {
        #expect(kind.text.hasPrefix("this is ") && !kind.text.hasSuffix("."))
        #expect(["hark run", "HAR", "line before it"].contains { kind.text.contains($0) })
    }
}
