import Foundation
import TestKit
import Testing

/// What was recorded answers again, and nobody is asked.
@Suite struct ServeTests {
    /// A recording of two requests for one thing, and the origin gone.
    private static func recorded(_ scratch: Scratch, _ flag: String, _ file: String) throws -> (
        path: String, url: String
    ) {
        let numbers = Handover<Int>()
        for number in 1...9 { numbers.put(number) }
        let origin = try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            let body = "\(head.split(separator: " ")[1]) number \(try numbers.take("a number"))"
            try connection.send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: s=1\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n"
                    + "Connection: close\r\n\r\n\(body)")
        }
        let path = scratch.file(file)
        let proxy = try RunningProxy(arguments: [flag, path])
        for place in ["/a?x=1", "/a?x=1", "/b"] {
            let result = try Tool.curl("-s", "-x", proxy.url, origin.url + place)
            #expect(result.code == 0, result.summary)
        }
        try proxy.stop()
        return (path, origin.url)
    }

    @Test(arguments: [("--har", "tour.har"), ("--log", "tour.log"), ("--store", "tour.hark")])
    func aRecordingAnswersAsAProxyAndAsTheServer(flag: String, file: String) throws {
        let scratch = try Scratch()
        let (path, url) = try Self.recorded(scratch, flag, file)
        let serve = try RunningProxy(["serve", path], arguments: [])
        let proxied = try ["/a?x=1", "/a?x=1", "/a?x=1", "/b"].map {
            try Tool.curl("-si", "-x", serve.url, url + $0).text
        }
        #expect(
            proxied.map { $0.split(separator: "\r\n").last } == [
                "/a?x=1 number 1", "/a?x=1 number 2", "/a?x=1 number 2", "/b number 3",
            ])
        #expect(proxied[0].contains("Set-Cookie: s=1\r\n"))
        let direct = try Tool.curl("-s", serve.url + "/b?later=1")
        #expect(direct.text == "/b number 3", direct.summary)
        let unknown = try Tool.curl("-si", "-x", serve.url, url + "/c")
        #expect(unknown.text.hasPrefix("HTTP/1.1 404 "), unknown.summary)
        #expect(unknown.text.hasSuffix("Nothing was recorded that answers GET \(url)/c\n"))
        try serve.stop()
    }

    @Test func strictAnswersTheSameRequestAlone() throws {
        let scratch = try Scratch()
        let (path, url) = try Self.recorded(scratch, "--har", "tour.har")
        let serve = try RunningProxy(["serve", path, "--match", "strict"], arguments: [])
        #expect(try Tool.curl("-s", "-x", serve.url, url + "/b").text == "/b number 3")
        for other in ["/b?later=1", "/a"] {
            let result = try Tool.curl("-s", "-o", "/dev/null", "-w", "%{http_code}", "-x", serve.url, url + other)
            #expect(result.text == "404", result.summary)
        }
        let posted = try Tool.curl(
            "-s", "-o", "/dev/null", "-w", "%{http_code}", "-x", serve.url, "-d", "x", url + "/b")
        #expect(posted.text == "404", posted.summary)
    }

    /// As the server itself, whatever it is called: on plain listeners, on those of TLS, in both versions.
    @Test func strictServesAnyHostAsTheServerItself() throws {
        let scratch = try Scratch()
        let (path, url) = try Self.recorded(scratch, "--har", "tour.har")
        let serve = try RunningProxy(
            ["serve", path, "--match", "strict"], arguments: [], listen: ["127.0.0.1:0", "https://127.0.0.1:0"])
        let ports = serve.listeners.map { $0.split(separator: ":").last ?? "" }
        for (place, flag) in [
            ("http://127.0.0.1:\(ports[0])", "--http1.1"), ("http://127.0.0.1:\(ports[0])", "--http2-prior-knowledge"),
            ("https://127.0.0.1:\(ports[1])", "--http1.1"), ("https://127.0.0.1:\(ports[1])", "--http2"),
            ("https://127.0.0.1:\(ports[0])", "--http2"),
        ] {
            let ask = { (path: String) in
                try Tool.curl("-s", flag, "--cacert", serve.authority, "-w", " %{http_code}", place + path).text
            }
            #expect(try ask("/b") == "/b number 3 200", "\(place) \(flag)")
            #expect(try ask("/b?later=1").hasSuffix(" 404"), "\(place) \(flag)")
        }
        // As a proxy it knows which host is meant.
        let other = try Tool.curl(
            "-s", "-o", "/dev/null", "-w", "%{http_code}", "-x", serve.url, "http://other.invalid/b")
        #expect(other.text == "404", other.summary)
        #expect(try Tool.curl("-s", "-x", serve.url, url + "/b").text == "/b number 3")
    }

    /// Neither the names nor the servers have to be there: what is inside of a tunnel is answered as well.
    @Test func aSiteOfHTTPSIsAnsweredOffline() throws {
        let scratch = try Scratch()
        let har = scratch.file("tour.har")
        let proxy = try RunningProxy("--har", har)
        let seen = try Tool.curl(
            "-s", "--cacert", proxy.authority, "-x", proxy.url, "https://demo.hark.test/",
            "http://demo.hark.test/chunked")
        #expect(seen.code == 0, seen.summary)
        try proxy.stop()
        let renamed = try String(contentsOfFile: har, encoding: .utf8).replacing(
            "demo.hark.test", with: "shop.x.invalid")
        let path = try scratch.write("shop.har", renamed)
        let log = scratch.file("log")
        let serve = try RunningProxy(["serve", path], arguments: ["--log", log])
        let again = try Tool.curl(
            "-s", "--cacert", serve.authority, "-x", serve.url, "https://shop.x.invalid/",
            "http://shop.x.invalid/chunked")
        #expect(again.code == 0, again.summary)
        #expect(again.text == seen.text.replacing("demo.hark.test", with: "shop.x.invalid"))
        #expect(!again.text.isEmpty)
        let unknown = try Tool.curl(
            "-s", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", serve.authority, "-x", serve.url,
            "https://other.invalid/none")
        #expect(unknown.text == "404", unknown.summary)
        try serve.stop()
        let kept = try String(contentsOfFile: log, encoding: .utf8)
        #expect(kept.contains("Answered from "))
        #expect(!kept.contains("\"serverIPAddress\""))
    }

    @Test func aListenerWithTLSAnswersInBothVersions() throws {
        let scratch = try Scratch()
        let (path, _) = try Self.recorded(scratch, "--har", "tour.har")
        let serve = try RunningProxy(["serve", path], arguments: [], listen: ["https://127.0.0.1:0"])
        let port = serve.listeners[0].split(separator: ":").last ?? ""
        for (flag, version) in [("--http1.1", "1.1"), ("--http2", "2")] {
            let result = try Tool.curl(
                "-s", flag, "-w", " %{http_version}", "--cacert", serve.authority, "https://127.0.0.1:\(port)/b")
            #expect(result.text == "/b number 3 \(version)", result.summary)
        }
    }

    /// TLS with the proxy, a CONNECT in it, TLS in that, and nobody behind it: by a listener of its own, and by the
    /// first bytes on any.
    @Test(arguments: ["https://127.0.0.1:0", "127.0.0.1:0"])
    func aListenerWithTLSServesWhatIsInsideOfATunnel(listen: String) throws {
        let scratch = try Scratch()
        let (path, url) = try Self.recorded(scratch, "--har", "tour.har")
        let renamed = try String(contentsOfFile: path, encoding: .utf8).replacing(url, with: "https://shop.x.invalid")
        let har = try scratch.write("shop.har", renamed)
        let rule = "when host = mocked.invalid do respond 200 text \"mock\""
        let serve = try RunningProxy(["serve", har], arguments: ["--rule", rule], listen: [listen])
        let port = serve.listeners[0].split(separator: ":").last ?? ""
        for flag in ["--http1.1", "--http2"] {
            for (host, text) in [("shop.x.invalid/b", "/b number 3"), ("mocked.invalid/", "mock")] {
                let result = try Tool.run(
                    Tool.find("curl"),
                    [
                        "-q", "-sS", "-m", "30", flag, "-x", "https://127.0.0.1:\(port)", "--noproxy", "", "--cacert",
                        serve.authority, "--proxy-cacert", serve.authority, "https://\(host)",
                    ])
                #expect(result.text == text, result.summary)
            }
        }
    }

    @Test func aRuleAnswersWhatWasRecordedAndTheRestGoesOn() throws {
        let scratch = try Scratch()
        let (path, url) = try Self.recorded(scratch, "--har", "tour.har")
        let origin = try RecordingOrigin()
        let rules = try scratch.write("debug.rules", "old: do answer-from tour.har\n")
        let log = scratch.file("log")
        let proxy = try RunningProxy("--rules", rules, "--log", log)
        #expect(try Tool.curl("-s", "-x", proxy.url, url + "/b").text == "/b number 3")
        #expect(try Tool.curl("-s", "-x", proxy.url, origin.url + "/new").text == "ok")
        try proxy.stop()
        let kept = try String(contentsOfFile: log, encoding: .utf8)
        #expect(kept.contains("tour.har has no matching response, so the request was forwarded."))
        #expect(path == scratch.file("tour.har"))
    }

    @Test func whatCannotBeServedIsSaidBeforeAnythingListens() throws {
        let scratch = try Scratch()
        let empty = try scratch.write(
            "empty.har", "{\"log\": {\"version\": \"1.2\", \"creator\": {}, \"entries\": []}}")
        for (arguments, text) in [
            (["serve", scratch.file("none.har")], "none.har"),
            (["serve", empty], "no exchange with a complete response"),
            (["serve", empty, "--resolve", "a:127.0.0.1"], "contacts no server"),
            (["rules", "check", try scratch.write("a.rules", "a: do answer-from gone.har\n")], "gone.har"),
        ] {
            let result = try Tool.run(Tool.hark(), arguments)
            #expect(result.code != 0, result.summary)
            #expect(result.diagnostics.contains(text), result.summary)
        }
    }
}
