import Foundation
import TestKit
import Testing

/// Exported commands and programs are run, and what they send is compared with what was captured.
@Suite struct ExportProgramTests {
    private static let texts: [String] = [
        "GET ORIGIN/plain HTTP/1.1\r\nHost: HOST\r\nUser-Agent: a/1\r\nAccept: */*\r\n\r\n",
        "GET ORIGIN/bare HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET ORIGIN/order HTTP/1.1\r\nzeta: 1\r\nhOsT: HOST\r\nALPHA: 2\r\nx-Empty:\r\nzeta: 3\r\naccept: a\r\n\r\n",
        "GET ORIGIN/space HTTP/1.1\r\nHost:HOST\r\nX-None:v\r\nX-Two:  v \r\nX-Tab:\tv\r\n\r\n",
        "GET ORIGIN/a/../b/./%2e%2F?q=[1-3]{a,b}&x=a|b^c&&=$' HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET ORIGIN HTTP/1.1\r\nHost: HOST\r\nAccept-Encoding: gzip\r\n\r\n",
        "GET ORIGIN/quotes HTTP/1.1\r\nHost: HOST\r\nX-Q: it's \"all\" $HOME `id` $(id) \\ !! %s ; & | * ? ~ #\r\n\r\n",
        "HEAD ORIGIN/head HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "DELETE ORIGIN/gone HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "M-SEARCH ORIGIN/odd HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET ORIGIN/old HTTP/1.0\r\nHost: HOST\r\nConnection: close\r\n\r\n",
        "POST ORIGIN/json HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n"
            + "{\"a\":\"it's \\\"b\\\" $x\"}",
        "POST ORIGIN/none HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n",
        "POST ORIGIN/untyped HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nX-After: 1\r\n\r\n@file",
        "PUT ORIGIN/lines HTTP/1.1\r\nHost: HOST\r\nContent-Length: 14\r\n\r\na\r\nb\n\tc\\ 'q'!\n",
        "GET ORIGIN/with-body HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\n\r\nabc",
        "PATCH ORIGIN/end HTTP/1.1\r\nHost: HOST\r\nContent-Length: 11\r\n\r\nEND\nEND\nEOF",
    ]

    /// To a proxy; the server is to get the same, addressed to itself.
    private static let requests: [[UInt8]] = {
        var requests = texts.map { Array($0.utf8) }
        func post(_ path: String, _ fields: [UInt8], _ body: [UInt8]) {
            var request = Array("POST ORIGIN\(path) HTTP/1.1\r\nHost: HOST\r\n".utf8)
            request += fields
            request += Array("Content-Length: \(body.count)\r\n\r\n".utf8)
            requests.append(request + body)
        }
        post("/bytes", [], Array(0...255))
        post("/high", Array("X-L: ".utf8) + [0xE9, 0xFF, 0x80, 13, 10], [0xFF, 0xFE, 39, 92])
        post("/controls", [], Array("it's \u{1}\u{1B}[2J\u{7F} \u{202E}%s%n \\ $(id) `id`\n\n".utf8))
        post("/begins", Array("X-Begins: -x; 'q' \\' !\r\n".utf8), Array("-n @file\n".utf8))
        post("/wrong", Array("X-A: 1\r\n".utf8), [])
        post("/large", [], [UInt8](repeating: UInt8(ascii: "x"), count: 300_000))
        return requests
    }()

    /// What the server is to get: a target without scheme and host.
    private func expected(_ request: [UInt8], _ scene: ExportScene) -> [UInt8] {
        let text = Array("ORIGIN".utf8)
        guard let start = request.indices.first(where: { request[$0...].starts(with: text) }) else { return request }
        let rest = request[(start + text.count)...]
        let slash: [UInt8] = rest.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
        return scene.filled(Array(request[..<start]) + slash + Array(rest))
    }

    private func check(
        _ format: String, expecting change: ([UInt8]) -> [UInt8] = { $0 },
        run: (ExportScene, String) throws -> Tool.Result
    ) throws {
        let scene = try ExportScene(Self.requests)
        for (index, request) in Self.requests.enumerated() {
            let path = try scene.file("\(format)-\(index)", format, ["id = \(index + 1)"])
            let result = try run(scene, path)
            let sent = try scene.origin.next()
            let expected = change(expected(request, scene))
            #expect(
                sent == expected,
                """
                \(String(decoding: expected.prefix(600), as: UTF8.self).debugDescription)
                \(String(decoding: sent.prefix(600), as: UTF8.self).debugDescription)
                \(result.summary)
                """)
        }
    }

    /// Where chunks begin is the sender's own affair; the content is the same.
    @Test func aChunkedBodyIsSentAsOne() throws {
        let request =
            "POST ORIGIN/c HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"
        let scene = try ExportScene([request])
        let expected = expected(Array(request.utf8), scene)
        _ = try Tool.run(Tool.python(), [scene.file("a.py", "python")], seconds: 60)
        #expect(try scene.origin.next() == expected)
        _ = try Tool.run(Tool.find("node"), [scene.file("a.js", "javascript")], seconds: 60)
        #expect(try scene.origin.next() == expected)
        _ = try Tool.run("/bin/bash", [scene.file("a.sh", "curl")], seconds: 60)
        let sent = String(decoding: try scene.origin.next(), as: UTF8.self)
        #expect(sent.hasSuffix("Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n"), "\(sent)")
    }

    /// Without a body curl would name chunks and send none, and the server would wait.
    @Test func anEmptyChunkedBodyHasItsLastChunk() throws {
        let request = "POST ORIGIN/e HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        let scene = try ExportScene([request])
        _ = try Tool.run("/bin/bash", [scene.file("a.sh", "curl")], seconds: 60)
        #expect(try scene.origin.next() == expected(Array(request.utf8), scene))
    }

    /// The shells that are here; people run what they saved as `.sh` with any of them.
    static let shells = ["/bin/sh", "/bin/dash", "/bin/bash", "/bin/zsh", "/bin/ksh"].filter {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(arguments: shells)
    func curlSendsTheSameBytes(shell: String) throws {
        try check("curl", expecting: Self.countedLast) { scene, path in
            try Tool.run(shell, [path], environment: ["HOME": scene.home.scratch.file("home")], seconds: 60)
        }
    }

    /// A length that is right is counted by curl, which says it behind the other fields.
    private static func countedLast(_ request: [UInt8]) -> [UInt8] {
        guard let end = request.indices.first(where: { request[$0...].starts(with: Array("\r\n\r\n".utf8)) }) else {
            return request
        }
        let body = request[(end + 4)...]
        let head = request[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            Array(line.last == 13 ? line.dropLast() : line)
        }
        let length = Array("Content-Length: \(body.count)".utf8)
        guard !body.isEmpty, head.contains(length) else { return request }
        let lines = head.filter { $0 != length } + [length]
        return Array(lines.map { $0 + [13, 10] }.joined()) + [13, 10] + Array(body)
    }

    @Test func pythonSendsTheSameBytes() throws {
        try check("python") { _, path in try Tool.run(Tool.python(), [path], seconds: 60) }
    }

    @Test func nodeSendsTheSameBytes() throws {
        try check("javascript") { _, path in try Tool.run(Tool.find("node"), [path], seconds: 60) }
    }

    /// HTTPie puts fields in an order of its own, and writes some itself.
    @Test func httpieSendsAnEqualRequest() throws {
        let requests = [
            "GET ORIGIN/a?b=c&d=%20 HTTP/1.1\r\nHost: HOST\r\nX-One: 1\r\nUser-Agent: a\r\n\r\n",
            "GET ORIGIN/signs HTTP/1.1\r\nHost: HOST\r\nA: =1\r\nB: @/etc/hostname\r\nC: a=b\\c:d\r\nE: :x\r\n\r\n",
            "GET ORIGIN/quotes HTTP/1.1\r\nHost: HOST\r\n"
                + "X-Q: it's \"all\" $HOME `id` $(id) \\ !! %s ; & | * ? ~ #\r\n\r\n",
            "POST ORIGIN/b HTTP/1.1\r\nHost: HOST\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n@a\r\n'b'=c",
            "DELETE ORIGIN/c HTTP/1.1\r\nhost: other.test\r\n\r\n",
        ]
        let scene = try ExportScene(requests)
        let path = (try Tool.python() as NSString).deletingLastPathComponent + ":" + Tool.searchPath
        let environment = ["PATH": path, "HOME": scene.home.scratch.file("home")]
        for (index, request) in requests.enumerated() {
            let file = try scene.file("http-\(index)", "httpie", ["id = \(index + 1)"])
            let result = try Tool.run("/bin/sh", [file], environment: environment, seconds: 60)
            let sent = lines(try scene.origin.next())
            let wanted = lines(expected(Array(request.utf8), scene))
            #expect(sent.start == wanted.start && sent.body == wanted.body, result.summary)
            // The library beneath HTTPie adds it to methods that may have a body.
            #expect(sent.fields.filter { $0 != "content-length:0" } == wanted.fields, result.summary)
        }
    }

    private func lines(_ request: [UInt8]) -> (start: String, fields: [String], body: String) {
        let text = String(decoding: request, as: UTF8.self)
        let end = text.range(of: "\r\n\r\n")
        let head = text[..<(end?.lowerBound ?? text.endIndex)].components(separatedBy: "\r\n")
        let fields = head.dropFirst().filter { !$0.hasSuffix(":") }.map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts[0].lowercased() + ":" + (parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        return (head[0], fields.sorted(), String(text[(end?.upperBound ?? text.endIndex)...]))
    }

    /// All requests in one file are one program that sends all.
    @Test(arguments: ["curl", "python", "javascript"])
    func oneFileSendsAll(format: String) throws {
        let scene = try ExportScene(Array(Self.requests.prefix(3)))
        let path = try scene.file("all", format)
        let program = ["curl": "/bin/sh", "python": try Tool.python(), "javascript": try Tool.find("node")][format]
        let result = try Tool.run(try #require(program), [path], seconds: 60)
        for request in Self.requests.prefix(3) { #expect(try scene.origin.next() == expected(request, scene)) }
        #expect(result.text.components(separatedBy: "ok").count >= 4, result.summary)
    }

    @Test(arguments: ["swift", "go", "k6", "javascript", "python", "curl"])
    func everyProgramIsReadByItsLanguage(format: String) throws {
        let scene = try ExportScene(Self.requests)
        // Node.js tells by the name what a file is.
        let endings = ["k6": "mjs", "javascript": "js", "swift": "swift"]
        let path = try scene.file("all." + (endings[format] ?? "txt"), format)
        let result: Tool.Result
        switch format {
        case "swift": result = try Tool.run(Tool.find("swiftc"), ["-parse", path], seconds: 120)
        case "go":
            guard let gofmt = try? Tool.find("gofmt") else { return }
            result = try Tool.run(gofmt, ["-e", "-l", path], seconds: 60)
        case "k6", "javascript": result = try Tool.run(Tool.find("node"), ["--check", path], seconds: 60)
        case "python": result = try Tool.run(Tool.python(), ["-m", "py_compile", path], seconds: 60)
        default: result = try Tool.run("/bin/bash", ["-n", path], seconds: 60)
        }
        #expect(result.code == 0, result.summary)
    }
}
