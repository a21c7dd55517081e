import Bytes
import CZlib
import Flow
import Testing

@testable import Messages

/// What is held of messages that do not end is told, and can be let go of: their sizes are told all the same.
@Suite struct HeldMessagesTests {
    private static let long = [UInt8](repeating: 0x61, count: 50_000)

    /// A type, how a message begins, how it ends, and another one.
    private static let kinds: [(type: String, start: String, end: String, next: String)] = [
        ("text/event-stream", "event: e\nid: 7\ndata: ", "\n\n", "data: b\n\n"),
        ("multipart/mixed; boundary=x", "--x\r\nA: b\r\n\r\n", "\r\n--x\r\n", "\r\nb\r\n--x--\r\n"),
        ("application/x-ndjson", "", "\n", "b\n"), ("application/json-seq", "\u{1E}[", "]\n", "\u{1E}b\n"),
        ("application/grpc", "\u{0}\u{0}\u{0}\u{C3}\u{51}", "a", "\u{0}\u{0}\u{0}\u{0}\u{1}b"),
    ]

    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    @Test(arguments: kinds.indices)
    func whatIsUnderWayIsCountedAndLetGo(_ index: Int) {
        let kind = Self.kinds[index]
        for letsGo in [false, true] {
            var flow = FollowedFlow()
            flow.answer("Content-Type: \(kind.type)\r\n")
            #expect(flow.follower.held == 0)
            flow.content(Self.bytes(kind.start) + Self.long.prefix(20_000), step: 7_000)
            #expect((20_000..<20_200).contains(flow.follower.held))
            if letsGo {
                flow.letGo()
                #expect(flow.follower.held < 2_000)
            }
            flow.content(Array(Self.long.dropFirst(20_000)), step: 7_000)
            #expect((letsGo ? 0..<2_000 : 50_000..<50_200).contains(flow.follower.held))
            flow.content(Self.bytes(kind.end + kind.next))
            let list = flow.record.inner.list
            #expect(list.map(\.bytes).last == "b" && list.count == 2 && flow.record.inner.ends.isEmpty)
            #expect(list.first.map { $0.size >= 50_000 } == true)
            #expect(list.first?.bytes.count == (letsGo ? 0 : list.first.map { Int($0.size) }))
            // What follows is kept again.
            #expect(list.last?.isTruncated == false)
        }
    }

    @Test func anEventThatWasLetGoKeepsItsName() {
        var flow = FollowedFlow()
        flow.answer("Content-Type: text/event-stream\r\n")
        flow.content(Self.bytes("event: tick\nid: 7\ndata: a\nda"))
        flow.letGo()
        flow.content(Self.bytes("ta: b\n\ndata: c\n\n"))
        let list = flow.record.inner.list
        #expect(list.map(\.form) == [.event(.init(name: "tick", id: "7")), .event(.init(name: "message", id: "7"))])
        #expect(list.map(\.bytes) == ["", "c"] && list.map(\.isTruncated) == [true, false])
    }

    /// A name or an id without end takes no more room than one that is long.
    @Test func namesAndIdsThatWereLetGoAreShort() {
        var flow = FollowedFlow()
        flow.answer("Content-Type: text/event-stream\r\n")
        flow.content(
            Self.bytes("id: ") + Self.long + Self.bytes("\nevent: ") + Self.long + Self.bytes("\nid: ") + Self.long)
        #expect(flow.follower.held > 150_000)
        flow.letGo()
        #expect(flow.follower.held < 4_000)
        flow.content(Self.long)
        #expect(flow.follower.held < 4_000)
    }

    /// A window cannot be let go of: where it is large, reading ends.
    @Test func aLargeWindowEndsReadingAndASmallOneDoesNot() {
        let stream = Self.bytes("data: a\n\n")
        for (coding, bytes, goesOn) in [
            ("gzip", Deflated.gzip(stream), true),
            // A window of 16 MiB (RFC 7932 §9.1), then one of 16 KiB, and an uncompressed block of nine octets.
            ("br", [0x8F, 0x04, 0x00, 0x80] as [UInt8], false),
        ] {
            var flow = FollowedFlow()
            flow.answer("Content-Type: text/event-stream\r\nContent-Encoding: \(coding)\r\n")
            flow.content(Array(bytes.prefix(2)))
            #expect(flow.follower.held > (goesOn ? 64 << 10 : 16 << 20))
            flow.letGo()
            #expect(flow.follower.held < 256 << 10 && (flow.follower.held > 0) == goesOn)
            flow.content(Array(bytes.dropFirst(2)))
            #expect(flow.record.inner.list.map(\.bytes) == (goesOn ? ["a"] : []))
            #expect(flow.record.inner.ends.map(\.code) == (goesOn ? [] : ["noRoom"]))
        }
    }
}
