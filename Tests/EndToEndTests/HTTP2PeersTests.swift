import Bytes
import Foundation
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Field blocks and connections of HTTP/2 against other implementations: Python's hpack, and nghttp2's programs.
@Suite struct HTTP2PeersTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    // MARK: - Field blocks

    private static func fields(_ seed: UInt64) -> [[HPACKField]] {
        var generator = SeededGenerator(seed: seed)
        let names: [Bytes] = [":path", ":method", "cookie", "x-a", "etag", "server", "authorization", "content-type"]
        return (0..<120).map { _ in
            (0..<Int.random(in: 1...10, using: &generator)).map { _ in
                let length = Int.random(in: 0...40, using: &generator)
                let value = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let often: [Bytes] = ["", "a", "GET", "no-cache", Bytes(value)]
                return HPACKField(
                    names.randomElement(using: &generator) ?? "x", often.randomElement(using: &generator) ?? "",
                    isSensitive: Int.random(in: 0..<8, using: &generator) == 0)
            }
        }
    }

    private func ask<Answer: Decodable>(_ task: String, _ question: some Encodable) throws -> Answer {
        let text = String(decoding: try JSONEncoder().encode(question), as: UTF8.self)
        let path = try scratch.write("\(task).json", text)
        let result = try Tool.runScript("hpack_blocks.py", [task, path])
        #expect(result.code == 0, result.summary)
        return try JSONDecoder().decode(Answer.self, from: Data(result.output))
    }

    @Test func whatIsWrittenOthersRead() throws {
        let lists = Self.fields(11)
        var encoder = HPACKEncoder()
        let blocks = lists.map { fields in
            var block: [UInt8] = []
            encoder.encode(OutgoingFields(fields), into: &block)
            return Hex.text(block)
        }
        let read: [[[String]]] = try ask("read", blocks)
        #expect(read == lists.map { $0.map { [Hex.text($0.name), Hex.text($0.value)] } })
    }

    private struct Written: Encodable {
        let field: HPACKField

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(Hex.text(field.name))
            try list.encode(Hex.text(field.value))
            try list.encode(field.isSensitive)
        }
    }

    @Test func whatOthersWriteIsRead() throws {
        let lists = Self.fields(12)
        let blocks: [String] = try ask("write", lists.map { $0.map(Written.init) })
        #expect(blocks.count == lists.count)
        var decoder = HPACKDecoder()
        for (block, fields) in zip(blocks, lists) {
            let decoded = try decoder.decode(Bytes(Hex.decode(block.utf8) ?? []))
            let found = decoded.fields.lines.map { [decoded.fields.name(of: $0), decoded.fields.value(of: $0)] }
            #expect(found == fields.map { [$0.name, $0.value] })
            let forms = decoded.representations.filter(\.isField).map(\.form)
            // What the table has whole they name by its index, secret or not.
            for (form, field) in zip(forms, fields) where field.isSensitive {
                #expect(form == .never || form == .indexed)
            }
        }
    }

    // MARK: - Connections

    /// One side of a connection over a blocking socket; content that the windows did not let out waits.
    private final class Side {
        var connection: HTTP2Connection
        private let socket: RawConnection
        private var unread: [UInt8] = []
        private var waiting: [UInt32: Bytes] = [:]
        private let start = ContinuousClock.now

        init(_ role: HTTP2Connection.Role, _ socket: RawConnection) {
            connection = HTTP2Connection(role: role)
            self.socket = socket
        }

        func flush() throws {
            let output = connection.takeOutput()
            if !output.isEmpty { try socket.send(output) }
        }

        /// The content, as far as it goes; the rest when there is room again.
        func send(_ content: Bytes, on stream: UInt32) {
            let sent = content.withSpan { connection.sendData($0, on: stream, ends: true) }
            waiting[stream] = sent < content.count ? content.slice(sent..<content.count) : nil
        }

        /// What came next, content with it; nil at the end.
        func receive() throws -> [(HTTP2Event, Bytes)]? {
            try flush()
            guard let more = try socket.receive() else { return nil }
            unread += more
            var found: [(HTTP2Event, Bytes)] = []
            while !unread.isEmpty {
                let input = Bytes(unread)
                var events: [HTTP2Event] = []
                let now = UInt64(start.duration(to: .now) / .nanoseconds(1))
                let taken = input.withSpan { connection.receive($0, at: now, into: &events) }
                guard taken > 0 else { break }
                for event in events {
                    if case .content(let stream, let range) = event {
                        connection.consumed(range.count, on: stream)
                        found.append((event, input.slice(range)))
                    } else {
                        found.append((event, Bytes()))
                    }
                }
                unread.removeFirst(taken)
            }
            for (stream, content) in waiting { send(content, on: stream) }
            return found
        }
    }

    /// A server that answers each request with its method, its path and the size of its content, or with a download.
    private static func serve(_ socket: RawConnection) throws {
        let side = Side(.server, socket)
        var asked: [UInt32: String] = [:]
        var sizes: [UInt32: Int] = [:]
        while let events = try side.receive() {
            for (event, content) in events {
                switch event {
                case .requestHead(let stream, let head, _): asked[stream] = "\(head.method.name) \(head.targetBytes)"
                case .content(let stream, _): sizes[stream, default: 0] += content.count
                case .ended(let stream):
                    let text = "\(asked[stream] ?? "") \(sizes[stream, default: 0])\n"
                    let isDownload = asked[stream]?.hasSuffix("/download") == true
                    side.connection.sendFields(
                        [HPACKField(":status", "200"), HPACKField("x-seen", "yes")], on: stream, ends: false)
                    side.send(
                        isDownload ? Bytes([UInt8](repeating: 0x61, count: 1_000_000)) : Bytes(text), on: stream)
                case .failed(let error), .faulted(_, let error): throw error
                case .malformed(_, let fault, _): throw fault
                case .frame, .interimHead, .responseHead, .pieceStarted, .refusedContent, .trailers, .reset,
                    .windowOpened,
                    .settings, .settingsAcknowledged, .pingAcknowledged, .goAway, .unprocessed:
                    break
                }
            }
            for stream in asked.keys where side.connection.state(of: stream) == .closed(.ended) {
                side.connection.release(stream)
                asked[stream] = nil
            }
        }
    }

    @Test func nghttpIsServed() throws {
        let origin = try ScriptedOrigin { connection, _ in try Self.serve(connection) }
        let plain = try Tool.run(Tool.find("nghttp"), ["\(origin.url)/a", "\(origin.url)/b?c=d"])
        #expect(
            plain.code == 0 && Set(plain.text.split(separator: "\n")) == ["GET /a 0", "GET /b?c=d 0"], plain.summary)
        let upload = try scratch.write("upload", [UInt8](repeating: 0x62, count: 700_000))
        let posted = try Tool.run(
            Tool.find("nghttp"), ["-d", upload, "--trailer", "x-sum: 1", "-p", "3", "\(origin.url)/in"])
        #expect(posted.text == "POST /in 700000\n", posted.summary)
        let padded = try Tool.run(
            Tool.find("nghttp"),
            ["-b", "20", "-H", "x-long: \(String(repeating: "z", count: 9000))", "\(origin.url)/p"])
        #expect(padded.text == "GET /p 0\n", padded.summary)
        let download = try Tool.run(Tool.find("nghttp"), ["-w", "14", "\(origin.url)/download"])
        #expect(download.output.count == 1_000_000, download.summary)
        #expect(origin.problems.isEmpty, "\(origin.problems)")
    }

    @Test func manyStreamsOfH2loadAreServed() throws {
        let origin = try ScriptedOrigin { connection, _ in try Self.serve(connection) }
        let load = try Tool.run(Tool.find("h2load"), ["-n", "600", "-c", "3", "-m", "20", "\(origin.url)/x"])
        #expect(load.text.contains("600 succeeded, 0 failed, 0 errored, 0 timeout"), load.summary)
        #expect(origin.problems.isEmpty, "\(origin.problems)")
    }

    @Test func nghttpdIsAsked() throws {
        let body = String(repeating: "hello ", count: 50_000)
        _ = try scratch.write("file.txt", body)
        let port = try Loopback.freePort()
        let server = try Child(
            Tool.find("nghttpd"),
            ["--no-tls", "-a", "127.0.0.1", "-d", scratch.path, "-b", "30", "--echo-upload", "\(port)"],
            output: scratch.file("out"), diagnostics: scratch.file("err"))
        defer { withExtendedLifetime(server) {} }
        try eventually("nghttpd listens") { (try? RawConnection(port: port)) != nil }
        let side = Side(.client, try RawConnection(port: port))
        func fields(_ method: Bytes, _ path: Bytes) -> OutgoingFields {
            [
                HPACKField(":method", method), HPACKField(":scheme", "http"), HPACKField(":authority", "127.0.0.1"),
                HPACKField(":path", path),
            ]
        }
        // The server's SETTINGS come first.
        _ = try side.receive()
        let upload = Bytes([UInt8](repeating: 0x63, count: 200_000))
        for path: Bytes in ["/file.txt", "/none"] {
            _ = side.connection.openStream(fields("GET", path), method: .get, ends: true)
        }
        let opened = side.connection.openStream(fields("POST", "/echo"), method: .post, ends: false)
        let third = try #require(opened)
        side.send(upload, on: third)
        var statuses: [UInt32: Int] = [:]
        var contents: [UInt32: Int] = [:]
        var ended: Set<UInt32> = []
        while ended.count < 3, let events = try side.receive() {
            for (event, content) in events {
                switch event {
                case .responseHead(let stream, let head, _): statuses[stream] = head.status
                case .content(let stream, _): contents[stream, default: 0] += content.count
                case .ended(let stream): ended.insert(stream)
                case .failed(let error), .faulted(_, let error): throw error
                case .malformed(_, let fault, _): throw fault
                case .frame, .interimHead, .requestHead, .pieceStarted, .refusedContent, .trailers, .reset,
                    .windowOpened,
                    .settings, .settingsAcknowledged, .pingAcknowledged, .goAway, .unprocessed:
                    break
                }
            }
        }
        #expect(statuses == [1: 200, 3: 404, third: 200])
        #expect(contents[1] == body.utf8.count && contents[third] == upload.count)
    }
}
