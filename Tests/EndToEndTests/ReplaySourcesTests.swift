import Foundation
import TestKit
import Testing

/// `hark replay` sends what was recorded, whoever recorded it: a HAR, a log, and what other tools wrote, as it is or
/// imported.
@Suite struct ReplaySourcesTests {
    private final class Scene: Sendable {
        let seen = Handover<String>()
        let origin: ScriptedOrigin
        let scratch: Scratch
        let home: PrivateHome

        init() throws {
            let seen = seen
            origin = try ScriptedOrigin { connection, _ in
                seen.put(try connection.receive(through: "\r\n\r\n"))
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            scratch = try Scratch()
            home = try PrivateHome()
        }

        /// The same file as it is, and imported.
        func replay(_ path: String, _ words: String...) throws -> [Tool.Result] {
            let session = scratch.file("\(UUID().uuidString).hark")
            let imported = try home.hark("import", "--store", session, path)
            #expect(imported.code == 0, imported.summary)
            let own = imported.text.contains("flow") ? session : path
            return try [path, own].map { source in
                try home.hark(arguments: ["replay", "1", "--no-store", "--session", source] + words)
            }
        }
    }

    private static func entry(_ url: String, isNew: Bool, _ more: String = "") -> String {
        let connect = isNew ? #""dns":1,"connect":2"# : #""dns":-1,"connect":-1"#
        return #"{"startedDateTime":"2024-01-01T00:00:00.000Z","time":9,"request":{"method":"GET","url":"\#(url)","#
            + #""httpVersion":"HTTP/1.1","headers":[{"name":"Host","value":"shop.test"}],"bodySize":0},"#
            + #""response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"#
            + #""content":{"size":2,"text":"ok"},"bodySize":2},"#
            + #""timings":{"blocked":1,\#(connect),"ssl":-1,"send":1,"wait":2,"receive":1}\#(more)}"#
    }

    private static func har(_ entry: String) -> String {
        #"{"log":{"version":"1.2","creator":{"name":"made","version":"1"},"entries":[\#(entry)]}}"#
    }

    /// A rule for port 80 of the name leads to the server of the test: any other port would not.
    private func check(_ scene: Scene, _ path: String, _ sent: String = "GET /x HTTP/1.1\r\n") throws {
        let place = scene.origin.host
        for result in try scene.replay(path, "--resolve", "shop.test:80:\(place)") {
            #expect(result.code == 0 && result.text.hasPrefix("200"), "\(path): \(result.summary)")
            #expect(try scene.seen.take("the request").hasPrefix(sent), "\(path)")
        }
    }

    @Test(arguments: [true, false], ["", #","serverIPAddress":"192.0.2.1""#])
    func aHARHasThePortOfItsScheme(isNew: Bool, more: String) throws {
        let scene = try Scene()
        let entry = Self.entry("http://shop.test/x", isNew: isNew, more)
        try check(scene, try scene.scratch.write("a.har", Self.har(entry)))
    }

    @Test func aLogHasThePortOfItsScheme() throws {
        let scene = try Scene()
        let more = #","_id":1,"_connection":{"client":1,"upstream":2,"reused":false},"serverIPAddress":"192.0.2.1""#
        try check(scene, try scene.scratch.write("a.log", Self.entry("http://shop.test/x", isNew: true, more) + "\n"))
    }

    @Test func whatCurlPrintedIsWhole() throws {
        let scene = try Scene()
        let text =
            "*   Trying 192.0.2.1:80...\n* Connected to shop.test (192.0.2.1) port 80\n> GET /x HTTP/1.1\n"
            + "> Host: shop.test\n> Accept: */*\n> \n< HTTP/1.1 200 OK\n< Content-Length: 2\n< \nok\n"
        try check(scene, try scene.scratch.write("curl.txt", text))
        // curl shows no body: nothing is sent without it, and nobody says that it was cut off.
        let post = text.replacing("GET", with: "POST").replacing("> Accept", with: "> Content-Length: 3\n> Accept")
        for result in try scene.replay(try scene.scratch.write("post.txt", post), "--to", scene.origin.url) {
            #expect(result.code == 65 && result.diagnostics.contains("not kept"), result.summary)
        }
        #expect(scene.origin.connectionCount == 2)
    }

    @Test func aRawMessageGoesWhereItsHostSays() throws {
        let scene = try Scene()
        try check(scene, try scene.scratch.write("raw.txt", "GET /x HTTP/1.1\r\nHost: shop.test\r\n\r\n"))
        let secret = "GET /x HTTP/1.1\r\nHost: shop.test\r\nCookie: a=b\r\n\r\n"
        for result in try scene.replay(try scene.scratch.write("secret.txt", secret)) {
            #expect(result.code == 65 && result.diagnostics.contains("--to https://shop.test"), result.summary)
        }
        for result in try scene.replay(try scene.scratch.write("hostless.txt", "GET /x HTTP/1.0\r\nX: y\r\n\r\n")) {
            #expect(result.code == 65 && result.diagnostics.contains("does not name its server"), result.summary)
        }
        #expect(scene.origin.connectionCount == 2)
    }

    @Test func anArchiveOfFiddlerIsWhole() throws {
        let scene = try Scene()
        let path = scene.scratch.file("a.saz")
        let files = ["raw/1_c.txt": "GET http://shop.test/x HTTP/1.1\r\nHost: shop.test\r\n\r\n"]
        let script =
            "import zipfile, sys, json\nwith zipfile.ZipFile(sys.argv[1], 'w') as z:\n"
            + "    for name, text in json.loads(sys.argv[2]).items(): z.writestr(name, text)\n"
        let json = String(decoding: try JSONEncoder().encode(files), as: UTF8.self)
        #expect(try Tool.run(Tool.find("python3"), ["-c", script, path, json]).code == 0)
        try check(scene, path, "GET http://shop.test/x HTTP/1.1\r\n")
    }

    @Test func mitmproxysFlowsHaveTheirServer() throws {
        let scene = try Scene()
        func string(_ text: String) -> String { "\(text.utf8.count):\(text)," }
        func wrap(_ text: String, _ type: String) -> String { "\(text.utf8.count):\(text)\(type)" }
        func dictionary(_ pairs: [(String, String)]) -> String {
            wrap(pairs.map { string($0.0) + $0.1 }.joined(), "}")
        }
        let request = dictionary([
            ("method", string("GET")), ("scheme", string("http")), ("host", string("shop.test")),
            ("port", wrap("80", "#")), ("path", string("/x")), ("http_version", string("HTTP/1.1")),
            ("headers", wrap(wrap(string("Host") + string("shop.test"), "]"), "]")), ("content", string("")),
            ("timestamp_start", wrap("1700000000.25", "^")), ("timestamp_end", wrap("1700000000.5", "^")),
        ])
        let server = dictionary([
            ("timestamp_start", wrap("1700000000.3", "^")), ("timestamp_tcp_setup", wrap("1700000000.4", "^")),
        ])
        let flow = dictionary([("type", string("http")), ("request", request), ("server_conn", server)])
        try check(scene, try scene.scratch.write("flows.mitm", flow))
    }
}
