import Bytes
import FilterTestKit
import Flow

/// Examples of the lessons about messages and redirects.
enum MadeMessages {
    static let all: [MadeLesson] = heads + urls + methods + lengths + transfers + redirects

    private static let heads: [MadeLesson] = [
        MadeLesson(
            "request", shop("GET", "/a"),
            right: [
                "method": "GET", "target": "http://shop.example.com/a",
                "version": "HTTP/1.1",
            ], wrong: ["method": "POST", "target": "/b", "version": "HTTP/1.0"]),
        MadeLesson(
            "request", "DELETE http://b.example/x?y HTTP/1.0\nHost: b.example",
            right: ["method": "DELETE", "target": "http://b.example/x?y", "version": "HTTP/1.0"],
            wrong: ["method": "GET", "target": "http://b.example/x", "version": "HTTP/1.1"]),
        MadeLesson(
            "response", shop("GET", "/a"), "HTTP/1.1 404 Not Found",
            right: ["status": "404", "class": "4xx", "who-acts": "client"],
            wrong: ["status": "200", "class": "5xx", "who-acts": "server"]),
        MadeLesson(
            "response", shop("GET", "/a"), "HTTP/1.1 503 Service Unavailable",
            right: ["status": "503", "class": "5xx", "who-acts": "server"],
            wrong: ["status": "404", "class": "4xx", "who-acts": "nobody"]),
        MadeLesson(
            "fields", shop("GET", "/a", "User-Agent: probe/1", "Accept: */*"),
            right: ["value": "probe/1", "count": "3", "same": "user-agent,USER-AGENT"],
            wrong: ["value": "probe", "count": "4", "same": "user-agent"]),
        MadeLesson(
            "fields", shop("GET", "/a", "uSER-aGENT: b"),
            right: ["value": "b", "count": "2", "same": "USER-AGENT,user-agent"],
            wrong: ["value": "a", "count": "3", "same": "none"]),
        // "GET http://a.example/ HTTP/1.1" has 30 bytes, "Host: a.example" has 15, each with 2 more for its end.
        MadeLesson(
            "bytes", "GET http://a.example/ HTTP/1.1\nHost: a.example",
            right: ["head-end": "49", "head-size": "51", "line-end": "0d0a"],
            wrong: ["head-end": "50", "head-size": "49", "line-end": "0a"]),
        MadeLesson(
            "bytes", "GET http://a.example/bc HTTP/1.1\nHost: a.example",
            right: ["head-end": "51", "head-size": "53 bytes", "line-end": "0d0a"],
            wrong: ["head-end": "49", "head-size": "51", "line-end": "0d"]),
    ]

    private static let urls: [MadeLesson] = [
        MadeLesson(
            "url", shop("GET", "/a?b=c"),
            right: [
                "host": "SHOP.example.com", "port": "80",
                "order": "scheme,host,path,query",
            ],
            wrong: ["host": "example.com", "port": "443", "order": "host,scheme,path,query"]),
        MadeLesson(
            "url", "GET http://b.example:8081/?q=1 HTTP/1.1\nHost: b.example:8081",
            right: ["host": "b.example", "port": "8081", "order": "scheme,host,port,path,query"],
            wrong: ["host": "b.example:8081", "port": "80", "order": "scheme,host,port,query,path"]),
        MadeLesson(
            "percent", shop("GET", "/a?city=K%C3%B6ln"), right: ["decoded": "Köln", "plus": "1%2B1", "bytes": "2"],
            wrong: ["decoded": "K%C3%B6ln", "plus": "1+1", "bytes": "6"]),
        MadeLesson(
            "percent", shop("GET", "/a?x=1&sum=a+%26+b"),
            right: ["decoded": "a & b", "plus": "1%2B1", "bytes": "1 byte"],
            wrong: ["decoded": "a+&+b", "plus": "1%201", "bytes": "3"]),
        MadeLesson(
            "form", shop("POST", "/f", "Content-Type: application/x-www-form-urlencoded", "Content-Length: 21"),
            body: "name=Ada+L%C3%A9&c=Rom", right: ["count": "2", "value": "Ada Lé", "json": "no"],
            wrong: ["count": "1", "value": "Ada+L%C3%A9", "json": "yes"]),
        MadeLesson(
            "form", shop("POST", "/f", "Content-Type: application/x-www-form-urlencoded", "Content-Length: 11"),
            body: "a=b&c=d&e=f", right: ["count": "3", "value": "b", "json": "no"],
            wrong: ["count": "6", "value": "d"]),
    ]

    private static let methods: [MadeLesson] = [
        MadeLesson(
            "methods", shop("DELETE", "/a"), right: ["safe": "no", "idempotent": "yes", "resend": "yes"],
            wrong: ["safe": "yes", "idempotent": "no", "resend": "no"]),
        MadeLesson(
            "methods", shop("POST", "/a"), right: ["safe": "no", "idempotent": "no", "resend": "no"],
            wrong: ["safe": "yes", "idempotent": "yes", "resend": "yes"]),
        MadeLesson(
            "errors", shop("GET", "/a"), "HTTP/1.1 410 Gone",
            right: ["who": "client", "same-again": "no", "what": "410"],
            wrong: ["who": "server", "same-again": "yes", "what": "404"]),
        MadeLesson(
            "errors", shop("GET", "/a"), "HTTP/1.1 503 Service Unavailable",
            right: ["who": "server", "same-again": "yes", "what": "503"],
            wrong: ["who": "client", "same-again": "no", "what": "400"]),
        MadeLesson(
            "head", shop("HEAD", "/a"), "HTTP/1.1 200 OK\nContent-Length: 77",
            right: ["body": "0", "would-be": "77 bytes", "repeat": "yes"],
            wrong: ["body": "77", "would-be": "0", "repeat": "no"]),
        MadeLesson(
            "head", shop("OPTIONS", "/a"), "HTTP/1.1 204 No Content\nAllow: GET, PUT",
            right: ["repeat": "yes", "allow": "PUT,GET"], wrong: ["repeat": "no", "allow": "GET"]),
    ]

    // "HTTP/1.1 200 OK" 17 bytes with its end, "Content-Length: 5" 19, the empty line 2: 38.
    private static let lengths: [MadeLesson] = [
        MadeLesson(
            "length", shop("GET", "/a"), "HTTP/1.1 200 OK\nContent-Length: 5", content: "hello",
            right: ["length": "5", "last": "42", "head-answer": "0"],
            wrong: [
                "length": "6", "last": "43",
                "head-answer": "5",
            ]),
        MadeLesson(
            "length", shop("GET", "/a"), "HTTP/1.1 200 OK\nContent-Length: 10", content: "0123456789",
            right: ["length": "10 bytes", "last": "48", "head-answer": "0"],
            wrong: ["length": "9", "last": "49", "head-answer": "10"]),
        MadeLesson(
            "chunks", shop("GET", "/a"), "HTTP/1.1 200 OK\nTransfer-Encoding: chunked",
            content: String(repeating: "x", count: 21), right: ["first": "16", "total": "21", "hex": "10"],
            wrong: ["first": "10", "total": "15", "hex": "16"], change: chunked(["10", "5", "0"])),
        MadeLesson(
            "chunks", shop("GET", "/a"), "HTTP/1.1 200 OK\nTransfer-Encoding: chunked",
            content: String(repeating: "x", count: 30), right: ["first": "4", "total": "30", "hex": "1A"],
            wrong: ["first": "5", "total": "5", "hex": "26"], change: chunked(["4", "1a;x=y", "0"])),
        MadeLesson(
            "type", shop("GET", "/a"), "HTTP/1.1 200 OK\nContent-Type: text/html; charset=UTF-8",
            right: ["type": "Text/HTML", "charset": "utf-8", "show": "shown"],
            wrong: ["type": "text/plain", "charset": "none", "show": "saved"]),
        MadeLesson(
            "type", shop("GET", "/a"), "HTTP/1.1 200 OK\nContent-Type: application/zip",
            right: ["type": "application/zip", "charset": "none", "show": "saved"],
            wrong: ["type": "zip", "charset": "utf-8", "show": "shown"]),
        MadeLesson(
            "compression", shop("GET", "/a"), "HTTP/1.1 200 OK\nContent-Encoding: gzip\nContent-Length: 25",
            content: String(repeating: "z", count: 25), right: ["coding": "GZIP", "decoded": "100", "saved": "75 %"],
            wrong: ["coding": "br", "decoded": "25", "saved": "25"],
            change: { $0.response.content.decoded = Bytes(String(repeating: "a", count: 100)) }),
        MadeLesson(
            "compression", shop("GET", "/a"), "HTTP/1.1 200 OK\nContent-Encoding: br\nContent-Length: 10",
            content: String(repeating: "z", count: 10), right: ["coding": "br", "decoded": "20", "saved": "50"],
            wrong: ["coding": "gzip", "decoded": "10", "saved": "10"],
            change: { $0.response.content.decoded = Bytes(String(repeating: "a", count: 20)) }),
    ]

    private static let parts =
        "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--X\r\n"
        + "Content-Disposition: form-data; name=\"f\"; filename=\"note.txt\"\r\n\r\nhello\r\n--X--\r\n"

    private static let transfers: [MadeLesson] = [
        MadeLesson(
            "upload", shop("PUT", "/a", "Content-Type: text/plain; charset=utf-8", "Content-Length: 4"), body: "abcd",
            right: ["size": "4", "type": "text/plain", "ends": "length"],
            wrong: ["size": "5", "type": "text/html", "ends": "chunk"]),
        MadeLesson(
            "upload", shop("POST", "/a", "Content-Type: application/json", "Transfer-Encoding: chunked"), body: "{}",
            right: ["size": "2 bytes", "type": "application/json", "ends": "chunk"],
            wrong: ["size": "4", "type": "json", "ends": "length"]),
        MadeLesson(
            "multipart", shop("POST", "/f", "Content-Type: multipart/form-data; boundary=X", "Content-Length: 150"),
            body: parts, right: ["boundary": "X", "parts": "2", "filename": "note.txt"],
            wrong: ["boundary": "--X", "parts": "3", "filename": "f"]),
        MadeLesson(
            "multipart",
            shop("POST", "/f", "Content-Type: multipart/form-data; boundary=\"a b\"", "Content-Length: 80"),
            body: "--a b\r\nContent-Disposition: form-data; name=\"z\"; filename=\"q.png\"\r\n\r\n\r\n--a b--\r\n",
            right: ["boundary": "a b", "parts": "1", "filename": "q.png"],
            wrong: ["boundary": "\"a b\"", "parts": "2"]),
        MadeLesson(
            "download", shop("GET", "/a"),
            "HTTP/1.1 200 OK\nContent-Disposition: attachment; filename=\"a.txt\"\nContent-Length: 3", content: "abc",
            right: ["filename": "a.txt", "disposition": "save", "whole": "yes"],
            wrong: ["filename": "b.txt", "disposition": "show", "whole": "no"]),
        MadeLesson(
            "download", shop("GET", "/a", "Range: bytes=0-1"),
            "HTTP/1.1 206 Partial Content\nContent-Disposition: inline; filename=c.bin\nContent-Range: bytes 0-1/9\n"
                + "Content-Length: 2", content: "ab",
            right: ["filename": "c.bin", "disposition": "show", "whole": "no", "rest": "bytes=2-"],
            wrong: ["filename": "a", "disposition": "save", "whole": "yes", "rest": "bytes=1-"]),
        MadeLesson(
            "download", shop("GET", "/x/file.iso", "Range: bytes=0-1"),
            "HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-1/3\nContent-Length: 2", content: "ab",
            right: ["filename": "file.iso", "rest": "bytes=2-"], wrong: ["filename": "x"]),
        MadeLesson(
            "ranges", shop("GET", "/a", "Range: bytes=5-9"),
            "HTTP/1.1 206 Partial Content\nContent-Range: bytes 5-9/100\nContent-Length: 5", content: "56789",
            right: ["first": "5", "bytes": "5", "total": "100"], wrong: ["first": "9", "bytes": "4", "total": "5"]),
        MadeLesson(
            "ranges", shop("GET", "/a", "Range: bytes=0-0"),
            "HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-0/2048\nContent-Length: 1", content: "0",
            right: ["first": "0", "bytes": "1 byte", "total": "2 KiB"],
            wrong: ["first": "1", "bytes": "0", "total": "1"]),
    ]

    private static func answered(_ target: String, number: UInt64) -> FlowRecord {
        MadeFlow.make(shop("GET", target), "HTTP/1.1 200 OK\nContent-Type: text/plain", number: number)
    }

    private static let redirects: [MadeLesson] = [
        MadeLesson(
            "redirect", shop("GET", "/a/b?c"), "HTTP/1.1 302 Found\nLocation: ../d",
            right: ["next": "http://shop.example.com/d", "hops": "1", "sender": "client"],
            wrong: ["next": "../d", "hops": "2", "sender": "server"], others: [answered("/d", number: 6)]),
        MadeLesson(
            "redirect", shop("GET", "/a"), "HTTP/1.1 301 Moved Permanently\nLocation: http://shop.example.com/b#x",
            right: ["next": "http://shop.example.com/b", "hops": "2", "sender": "client"],
            wrong: ["next": "/b", "hops": "1", "sender": "proxy"],
            others: [
                MadeFlow.make(shop("GET", "/b"), "HTTP/1.1 307 Temporary Redirect\nLocation: /c", number: 6),
                answered("/c", number: 7),
            ]),
        MadeLesson(
            "redirect-method", shop("POST", "/a"), "HTTP/1.1 302 Found\nLocation: /d",
            right: ["method": "GET", "content": "no", "keeps": "307,308"],
            wrong: ["method": "POST", "content": "yes", "keeps": "302,307,308"]),
        MadeLesson(
            "redirect-method", shop("POST", "/a"), "HTTP/1.1 308 Permanent Redirect\nLocation: /d",
            right: ["method": "POST", "content": "yes", "keeps": "308,307"],
            wrong: ["method": "GET", "content": "no", "keeps": "308"]),
        MadeLesson(
            "permanent", shop("GET", "/a"), "HTTP/1.1 308 Permanent Redirect\nLocation: /d\nCache-Control: max-age=60",
            right: ["permanent": "yes", "twin": "307", "remembered": "yes"],
            wrong: ["permanent": "no", "twin": "301", "remembered": "no"]),
        MadeLesson(
            "permanent", shop("GET", "/a"), "HTTP/1.1 302 Found\nLocation: /d\nCache-Control: no-store",
            right: ["permanent": "no", "twin": "301", "remembered": "no"],
            wrong: ["permanent": "yes", "twin": "307", "remembered": "yes"]),
    ]
}
