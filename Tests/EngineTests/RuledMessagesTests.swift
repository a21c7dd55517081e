import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Whatever rules make of a message, it is one: our own decoder finds its end, nothing stands behind it, and the next
/// one follows on the same connection.
@Suite struct RuledMessagesTests {
    private static let onRequests = [
        "set-request-header \"X-A: 1\"", "add-request-header \"Accept: b\"", "remove-request-header Content-Type",
        "set-request-trailer \"X-Sum: 1\"", "replace-request-body text new", "replace-request-body text \"\"",
        "replace-request-body json {\"a\": 1}", "substitute-request-body /o/0/g", "set-json-request $.n 2",
        "set-path /b%20c", "set-query \"q=a b\"", "set-method PUT", "set-cookie \"a=b\"", "no-compression",
        "throttle 10MiB/s",
    ]
    private static let onResponses = [
        "set-response-header \"X-A: 1\"", "add-response-header \"Server: b\"", "remove-response-header Content-Type",
        "set-trailer \"X-Sum: 1\"", "replace-response-body text new", "replace-response-body text \"\"",
        "replace-response-body json [1, 2]", "substitute-response-body /o/0/g", "set-json-response $.n 2",
        "set-response-cookie \"a=b\"", "no-cache", "no-cookies", "allow-cors", "no-csp", "corrupt-response 2",
        "delay each-chunk 1ms", "stall-response after 1MiB", "cut-response after 1MiB", "respond 203 text made",
    ]
    private static let bodies = ["", "one two", "{\"n\": 1}", String(repeating: "long ", count: 5_000)]

    enum Framed: CaseIterable, Sendable {
        case length, chunks, close

        func head(_ body: String) -> String {
            switch self {
            case .length: "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            case .chunks:
                "Transfer-Encoding: chunked\r\n\r\n"
                    + (body.isEmpty ? "" : "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n")
                    + "0\r\nX-Was: here\r\n\r\n"
            case .close: "Connection: close\r\n\r\n\(body)"
            }
        }
    }

    /// Messages of one side of a connection, as our own decoder finds them.
    private struct Reader {
        let connection: RawConnection
        var decoder: HTTP1Decoder
        var bytes: [UInt8] = []

        init(_ connection: RawConnection, _ role: HTTP1Decoder.Role) {
            self.connection = connection
            decoder = HTTP1Decoder(role: role)
        }

        private mutating func decode() throws -> Decoded? {
            let input = bytes
            return try decoder.decode(input.span)
        }

        /// Reads one to its end; nil when the other side ended instead. Whether another may follow.
        mutating func next(answering method: Method? = nil) throws -> Bool? {
            decoder.startNextMessage()
            if let method { decoder.expectResponse(to: method) }
            var (hasBegun, persists) = (false, true)
            while true {
                while let decoded = try decode() {
                    bytes.removeFirst(decoded.consumed)
                    hasBegun = true
                    switch decoded.part {
                    case .requestHead(let head, let framing):
                        persists = ConnectionReuse(head, framing, toProxy: false).isPersistent
                        try Failure.unless(head.quirks.isEmpty, "\(head.raw.text)")
                    case .responseHead(let head, let framing):
                        persists = ConnectionReuse(head, framing).isPersistent
                        try Failure.unless(head.quirks.isEmpty, "\(head.raw.text)")
                    case .end:
                        // One comes after the other, so nothing can be there yet.
                        try Failure.unless(
                            bytes.isEmpty, "behind its end stands \(String(decoding: bytes, as: UTF8.self))")
                        return persists
                    case .interimHead, .chunkStarted, .content, .chunkEnded, .trailers: break
                    }
                }
                guard let more = try connection.receive() else {
                    guard hasBegun else { return nil }
                    let part = try decoder.endOfInput(unread: bytes.count)
                    try Failure.unless(part == .end, "it was cut off")
                    return false
                }
                bytes += more
            }
        }
    }

    private static func rules(_ random: inout SeededGenerator) -> String {
        (1...3).map { number in
            let actions = (1...Int.random(in: 1...3, using: &random)).compactMap { _ in
                (Bool.random(using: &random) ? onRequests : onResponses).randomElement(using: &random)
            }
            return "r\(number): do \((actions + ["tag t"]).joined(separator: ", "))"
        }.joined(separator: "\n")
    }

    @Test(arguments: 0..<12)
    func eachIsOneMessageAndTheNextOneFollows(seed: UInt64) async throws {
        var random = SeededGenerator(seed: 20_261_127 + seed)
        for _ in 0..<4 {
            let rules = Self.rules(&random)
            let framings = (0..<6).map { _ in Framed.allCases.randomElement(using: &random) ?? .length }
            let contents = (0..<6).map { _ in Self.bodies.randomElement(using: &random) ?? "" }
            let origin = try ScriptedOrigin { connection, number in
                var reader = Reader(connection, .request)
                while let persists = try reader.next() {
                    let place = (number + (persists ? 0 : 1)) % framings.count
                    let framed = framings[place]
                    try connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: s=1\r\nETag: \"e\"\r\n"
                            + framed.head(contents[place]))
                    if framed == .close || !persists { return }
                }
            }
            try await withEngine(RuledProxy.proxy(rules, to: origin)) { engine in
                for place in framings.indices {
                    var reader = Reader(try engine.connect(), .response)
                    var persists = true
                    for _ in 0..<3 where persists {
                        let framed = framings[place] == .chunks ? Framed.chunks : .length
                        try reader.connection.send(
                            "POST /a?q=1 HTTP/1.1\r\nHost: a.test\r\nContent-Type: text/plain\r\nCookie: c=1\r\n"
                                + framed.head(contents[place]))
                        let follows = try reader.next(answering: .post)
                        persists = try #require(follows, "no answer: \(rules)")
                    }
                }
            }
            #expect(origin.problems.isEmpty, "\(origin.problems) by\n\(rules)")
        }
    }

    /// What a server left empty can be replaced, and what cannot have content stays without.
    @Test(arguments: [
        ("GET", "200 OK\r\nContent-Length: 0", "new"), ("GET", "404 Not Found\r\nContent-Length: 0", "new"),
        ("HEAD", "200 OK\r\nContent-Length: 0", nil), ("GET", "204 No Content", nil),
        ("GET", "304 Not Modified", nil),
    ])
    func anEmptyContentIsReplaced(method: String, answer: String, content: String?) async throws {
        let origin = try ScriptedOrigin { connection, _ in
            while try connection.receiveHead().isEmpty == false {
                try connection.send("HTTP/1.1 \(answer)\r\n\r\n")
            }
        }
        try await withEngine(RuledProxy.proxy("a: do replace-response-body text new", to: origin)) { engine in
            let client = try engine.connect()
            for _ in 0..<2 {
                try client.send("\(method) / HTTP/1.1\r\nHost: a.test\r\n\r\n")
                let head = try client.receiveHead()
                #expect(head.contains("Content-Length: 3") == (content != nil), "\(head)")
                guard let content else { continue }
                #expect(String(decoding: try client.receive(exactly: content.utf8.count), as: UTF8.self) == content)
            }
        }
    }
}
