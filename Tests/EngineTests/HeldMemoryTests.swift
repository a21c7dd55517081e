import Bytes
import Flow
import Foundation
import HTTPModel
import HTTPWire
import Rules
import TestKit
import Testing

@testable import Engine

/// What Hark holds itself has one bound for all connections: what is beyond it passes unchanged and says so, and
/// answers are made as they are taken.
@Suite struct HeldMemoryTests {
    private static let mebibyte = 1 << 20

    // MARK: - The count

    @Test func sharesAreCountedTogetherAndGivenBack() {
        let memory = HeldMemory(limit: 100)
        let first = HeldShare(of: memory)
        do {
            let second = HeldShare(of: memory)
            #expect(first.grow(by: 60) && second.grow(by: 40))
            #expect(!first.grow(by: 1) && !second.reserve(1))
            #expect(memory.used == 100 && memory.isFull)
            second.shrink(by: 1_000)
            #expect(memory.used == 60)
            #expect(second.grow(by: 10))
        }
        #expect(memory.used == 60)
        first.clear()
        #expect(memory.used == 0 && memory.peak == 100)
    }

    @Test func whatWasReservedTakesNoMoreRoomWhenItComes() {
        let memory = HeldMemory(limit: 100)
        let share = HeldShare(of: memory)
        let other = HeldShare(of: memory)
        #expect(share.reserve(90))
        #expect(other.grow(by: 10))
        for _ in 0..<9 { #expect(share.grow(by: 10)) }
        #expect(memory.used == 100)
        // More than was announced has to find room like anything else.
        #expect(!share.grow(by: 1))
    }

    // MARK: - Bodies that rules wait for

    private static func proxy(
        _ rules: String, to origin: ScriptedOrigin, _ memory: HeldMemory
    ) throws -> ProxyConfiguration {
        try RuledProxy.proxy(rules, to: origin, bodyLimit: 4 * mebibyte) { $0.held = memory }
    }

    /// Many servers answer at once and none of the clients reads: what is held stays within the bound, each body is
    /// whole, changed or as it came, and those that passed say why.
    @Test(arguments: [true, false])
    func bodiesBeyondTheBoundPassUnchanged(isLengthKnown: Bool) async throws {
        let size = Self.mebibyte / 2
        let memory = HeldMemory(limit: size * 5 / 2)
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            let framing = isLengthKnown ? "Content-Length: \(size)" : "Connection: close"
            try connection.send("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n")
            try connection.send([UInt8](repeating: 0x61, count: size - 1) + [0x79])
        }
        try await withEngine(Self.proxy("r: do substitute-response-body /y$/z/", to: origin, memory)) { engine in
            var clients: [RawConnection] = []
            for _ in 0..<8 {
                let client = try engine.connect(receiveBuffer: 16_384)
                try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
                clients.append(client)
            }
            var changed = 0
            for client in clients {
                let head = try client.receiveHead()
                let body =
                    if let length = ScriptedOrigin.contentLength(head) {
                        try client.receive(exactly: length)
                    } else {
                        Array(try client.receiveToEnd().text.utf8)
                    }
                #expect(body.count == size)
                #expect(body.dropLast().allSatisfy { $0 == 0x61 })
                if body.last == 0x7A { changed += 1 } else { #expect(body.last == 0x79) }
            }
            let flows = try engine.finished(8)
            // A body that is changed is there as it came and as it goes for a moment.
            #expect(memory.peak <= memory.limit + size)
            if isLengthKnown { #expect(changed >= 1) }
            let told = flows.count { $0.ruleActs.contains { $0.text.contains("passes unchanged") } }
            #expect(told == 8 - changed)
            #expect(flows.allSatisfy { $0.outcome?.kind == .complete })
        }
        try eventually("all is given back") { memory.used == 0 }
        #expect(origin.problems.isEmpty)
    }

    /// The same for requests: what the server gets is what was sent.
    @Test func requestsBeyondTheBoundPassUnchanged() async throws {
        let size = Self.mebibyte
        let memory = HeldMemory(limit: size / 2)
        let origin = try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            let body = try connection.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
            try connection.send(reply("\(body.count) \(body.last ?? 0)"))
        }
        try await withEngine(Self.proxy("r: do substitute-request-body /y$/z/", to: origin, memory)) { engine in
            let client = try engine.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: \(size)\r\n\r\n")
            try client.send([UInt8](repeating: 0x61, count: size - 1) + [0x79])
            #expect(try client.receiveResponse().body == "\(size) 121")
            #expect(try engine.finished(1)[0].ruleActs.contains { $0.text.contains("passes unchanged") })
        }
        #expect(memory.used == 0)
        #expect(origin.problems.isEmpty)
    }

    /// A small body is changed as ever, and nothing of it stays counted.
    @Test func whatHasRoomIsChangedAndGivenBack() async throws {
        let memory = HeldMemory(limit: Self.mebibyte)
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                let body = try connection.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
                try connection.send(reply(String(decoding: body, as: UTF8.self) + "y"))
            }
        }
        let rules = "r: do substitute-response-body /y/z/g, substitute-request-body /a/y/g"
        try await withEngine(Self.proxy(rules, to: origin, memory)) { engine in
            let client = try engine.connect()
            for _ in 0..<3 {
                try client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 200000\r\n\r\n")
                try client.send([UInt8](repeating: 0x61, count: 200_000))
                let body = try client.receiveResponse().body
                #expect(body.utf8.count == 200_001 && body.utf8.allSatisfy { $0 == 0x7A })
            }
            _ = try engine.finished(3)
            try eventually("all is given back") { memory.used == 0 }
        }
        #expect(memory.peak <= memory.limit)
        #expect(origin.problems.isEmpty)
    }

    // MARK: - Answers

    private static func file(_ size: Int) throws -> (path: String, bytes: [UInt8]) {
        let path = FileManager.default.temporaryDirectory.path + "/hark-answer-\(UUID().uuidString)"
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        try Data(bytes).write(to: URL(filePath: path))
        return (path, bytes)
    }

    enum Version: CaseIterable, Sendable { case http11, http20 }

    /// Clients that take nothing of a large file cost what sockets may hold, and all of it comes when they read.
    @Test(arguments: Version.allCases)
    func aFileIsReadAsItIsTaken(version: Version) async throws {
        let (path, bytes) = try Self.file(12 * Self.mebibyte)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let origin = try ScriptedOrigin(answering: reply("unused"))
        let rules = "m: when path = /map do map-file \(path)\nr: when path = /made do respond 201 file \(path)"
        try await withEngine(RuledProxy.proxy(rules, to: origin)) { engine in
            for path in ["/map", "/made"] {
                if version == .http20 {
                    let peer = HTTP2Peer(.client, try engine.connect())
                    peer.consumes = false
                    let streams = try (0..<6).map { _ in try peer.request(path, scheme: "http") }
                    try peer.wait("what the windows let in") { streams.allSatisfy { peer.messages[$0] != nil } }
                    try Self.expectLittle(engine, streams.count, of: bytes.count)
                    let other = try engine.connect()
                    try other.send("HEAD \(path) HTTP/1.1\r\nHost: a.test\r\n\r\n")
                    #expect(ScriptedOrigin.contentLength(try other.receiveHead()) == bytes.count)
                    continue
                }
                let clients = try (0..<6).map { _ in
                    let client = try engine.connect(receiveBuffer: 16_384)
                    try client.send("GET \(path) HTTP/1.1\r\nHost: a.test\r\n\r\n")
                    return client
                }
                let slow = clients[0]
                let head = try slow.receiveHead()
                #expect(ScriptedOrigin.contentLength(head) == bytes.count)
                try Self.expectLittle(engine, clients.count, of: bytes.count)
                // Others are served meanwhile.
                let other = try engine.connect()
                try other.send("GET \(path) HTTP/1.1\r\nHost: a.test\r\n\r\n")
                _ = try other.receiveHead()
                #expect(try other.receive(exactly: bytes.count) == bytes)
                #expect(try slow.receive(exactly: bytes.count) == bytes)
            }
        }
    }

    /// Of what these clients are sent none was told to the record whole: it is read no further than it is taken.
    private static func expectLittle(_ engine: EngineHost, _ count: Int, of size: Int) throws {
        try eventually("as much as fits") {
            engine.flows.count { !$0.isFinished } >= count
                && engine.flows.contains { engine.content(of: $0.id, .response).count > 0 }
        }
        #expect(engine.flows.allSatisfy { $0.isFinished || $0.response.contentSize < UInt64(size) })
    }

    @Test func aPartOfAFileIsThatPart() async throws {
        let (path, bytes) = try Self.file(3 * Self.mebibyte)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let origin = try ScriptedOrigin(answering: reply("unused"))
        try await withEngine(RuledProxy.proxy("m: do map-file \(path)", to: origin)) { engine in
            for part in [0..<1, 65_535..<65_537, 100_000..<2_900_000, bytes.count - 3..<bytes.count] {
                let client = try engine.connect()
                let range = "bytes=\(part.lowerBound)-\(part.upperBound - 1)"
                try client.send("GET /a HTTP/1.1\r\nHost: a.test\r\nRange: \(range)\r\n\r\n")
                let head = try client.receiveHead()
                #expect(head.hasPrefix("HTTP/1.1 206") && ScriptedOrigin.contentLength(head) == part.count)
                #expect(try client.receive(exactly: part.count) == Array(bytes[part]))
            }
            let client = try engine.connect()
            try client.send("HEAD /a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n")
            let (text, _) = try client.receiveToEnd()
            #expect(ScriptedOrigin.contentLength(text) == bytes.count && text.hasSuffix("\r\n\r\n"))
            for flow in try engine.finished(5) { #expect(flow.outcome?.kind == .complete) }
        }
    }

    /// A file that changes while it is sent: the client sees a body that is too short, and never half of each.
    @Test func aFileThatChangesIsCutOff() async throws {
        let (path, bytes) = try Self.file(12 * Self.mebibyte)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let origin = try ScriptedOrigin(answering: reply("unused"))
        try await withEngine(RuledProxy.proxy("m: do map-file \(path)", to: origin)) { engine in
            let client = try engine.connect(receiveBuffer: 16_384)
            try client.send("GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n")
            _ = try client.receiveHead()
            let handle = try FileHandle(forWritingTo: URL(filePath: path))
            try handle.truncate(atOffset: 1_000)
            try handle.close()
            var received = [UInt8]()
            while let piece = try? client.receive(), !piece.isEmpty { received += piece }
            #expect(received.count < bytes.count)
            #expect(received == Array(bytes.prefix(received.count)))
            #expect(try engine.finished(1)[0].outcome?.kind == .aborted)
        }
    }

    /// Throttled and unread: what rules let go slowly waits for its receiver too.
    @Test func whatGoesSlowlyWaitsForItsReceiver() async throws {
        let (path, bytes) = try Self.file(4 * Self.mebibyte)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let origin = try ScriptedOrigin(answering: reply("unused"))
        let rules = "m: do map-file \(path), throttle 400MiB/s"
        try await withEngine(RuledProxy.proxy(rules, to: origin)) { engine in
            let client = try engine.connect(receiveBuffer: 16_384)
            try client.send("GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n")
            _ = try client.receiveHead()
            #expect(try client.receive(exactly: bytes.count) == bytes)
            #expect(try engine.finished(1)[0].outcome?.kind == .complete)
        }
    }
}
