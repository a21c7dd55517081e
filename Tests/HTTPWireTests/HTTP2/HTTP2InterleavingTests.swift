import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Streams on one connection do not touch each other: whatever order their frames come in, each has the outcome that it
/// has alone.
@Suite struct HTTP2InterleavingTests {
    /// What one stream's client does, frame by frame, without the block of its head.
    private struct Script {
        let fields: [(String, String)]
        let endsWithHead: Bool
        let rest: [(UInt32) -> [UInt8]]
    }

    private static func script(_ generator: inout SeededGenerator) -> Script {
        var fields = RawPeer.post
        fields[3].1 = "/\(Int.random(in: 0..<5, using: &generator))"
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: fields.append(("connection", "close"))
        case 1: fields.append(("content-length", "7"))
        case 2: fields.append(("content-length", "0"))
        case 3: fields.append(("x-long", String(repeating: "a", count: 200)))
        default: fields.append(("x-n", "\(Int.random(in: 0..<3, using: &generator))"))
        }
        let pieces = Int.random(in: 0..<5, using: &generator)
        if pieces == 0 { return Script(fields: fields, endsWithHead: true, rest: []) }
        var rest: [(UInt32) -> [UInt8]] = []
        for place in 0..<pieces {
            let text = String(repeating: "b", count: Int.random(in: 0...5, using: &generator))
            rest.append { RawPeer.data($0, text, ends: place == pieces - 1) }
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: rest.insert({ RawPeer.reset($0) }, at: Int.random(in: 0...rest.count, using: &generator))
        case 1: rest.append { RawPeer.windowUpdate($0, 3) }
        default: break
        }
        return Script(fields: fields, endsWithHead: false, rest: rest)
    }

    /// What came on a stream, without its number.
    private static func outcome(_ stream: UInt32, _ driver: ConnectionDriver) -> [String] {
        let prefix = "\(stream) "
        return driver.outline.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
            + [String(decoding: driver.contents[stream, default: []], as: UTF8.self)]
    }

    @Test(arguments: Array(1...40))
    func interleavedStreamsEndAsTheyWouldAlone(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let scripts = (0..<Int.random(in: 2...12, using: &generator)).map { _ in Self.script(&generator) }

        var alone: [[String]] = []
        for script in scripts {
            var driver = ConnectionDriver.open(.server)
            var peer = RawPeer()
            driver.feed(peer.headers(1, script.fields, ends: script.endsWithHead))
            for frame in script.rest { driver.feed(frame(1)) }
            #expect(driver.failure == nil)
            alone.append(Self.outcome(1, driver))
        }

        // Heads in the order of their numbers, as they have to be; the rest in any order.
        var driver = ConnectionDriver.open(.server)
        var peer = RawPeer()
        var opened = 0
        var waiting: [(stream: UInt32, frames: [[UInt8]])] = []
        var bytes: [UInt8] = []
        while opened < scripts.count || !waiting.isEmpty {
            let opens = opened < scripts.count && (waiting.isEmpty || Bool.random(using: &generator))
            if opens {
                let (script, stream) = (scripts[opened], UInt32(opened * 2 + 1))
                bytes += peer.headers(stream, script.fields, ends: script.endsWithHead)
                if !script.rest.isEmpty { waiting.append((stream, script.rest.map { $0(stream) })) }
                opened += 1
            } else {
                let place = Int.random(in: 0..<waiting.count, using: &generator)
                bytes += waiting[place].frames.removeFirst()
                if waiting[place].frames.isEmpty { waiting.remove(at: place) }
            }
        }
        // Cut anywhere as well.
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 1...60, using: &generator))
            driver.feed(Array(bytes[start..<end]))
            start = end
        }
        #expect(driver.failure == nil)
        for place in scripts.indices {
            #expect(Self.outcome(UInt32(place * 2 + 1), driver) == alone[place])
        }
    }

    @Test(arguments: Array(1...60))
    func anyFramesAtAllEndInEventsOrAnError(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for role in [HTTP2Connection.Role.server, .client] {
            var driver = ConnectionDriver.open(role)
            var peer = RawPeer()
            for _ in 0..<60 {
                let stream = UInt32.random(in: 0...7, using: &generator)
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    driver.feed(peer.headers(stream, RawPeer.get, ends: Bool.random(using: &generator)))
                    continue
                }
                let payload = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                driver.feed(
                    RawPeer.frame(
                        UInt8.random(in: 0...17, using: &generator), UInt8.random(in: 0...255, using: &generator),
                        stream, payload))
                _ = driver.sent()
            }
            // At most one failure, and nothing behind it.
            let failures = driver.outline.filter { $0.hasPrefix("failed") }
            #expect(failures.count <= 1)
            if let last = failures.first { #expect(driver.outline.last == last) }
        }
    }
}
