import Bytes
import Filter
import Flow
import Foundation
import HTTPModel
import HTTPWire
import Store
import TestKit
import Testing

/// The words of flows: what is found by them, and that nothing is missed.
@Suite struct SearchTests {
    private static let clock = FilterClock(now: 1_800_000_000_000_000)

    private func candidates(_ text: String, _ session: TemporarySession) throws -> [UInt64] {
        let sql = FilterSQL(try FlowFilter("\"\(text)\""), Self.clock, .session(version: 3))
        return try SessionReader(session.path).numbers(FlowQuery(sql))
    }

    /// Those of them that are read: their bytes have been looked through.
    private func read(_ text: String, _ session: TemporarySession) throws -> [UInt64] {
        let sql = FilterSQL(try FlowFilter("\"\(text)\""), Self.clock, .session(version: 3))
        return try SessionReader(session.path).flows(FlowQuery(sql)).map(\.record.id.number)
    }

    @Test func fewFlowsAreReadForARareWord() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        for number in 1...1_000 {
            let body = number == 500 ? "nothing but the Needle here" : "hay of \(number)"
            writer.submit(text(UInt64(number), body).changes)
        }
        writer.finish()
        let found = try candidates("needle", session)
        #expect(found.contains(500) && found.count <= 128, "\(found.count)")
        #expect(try read("NEEDLE here", session) == [500])
        #expect(try candidates("no such word at all", session).isEmpty)
        #expect(try candidates("hay of 77", session).contains(77))
        #expect(try candidates("ay", session).count == 1_000)
    }

    /// Words that occur, in any of the places that are searched, in flows of any size.
    @Test func noWordThatOccursIsMissed() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        var random = SeededGenerator(seed: 5)
        var bodies: [String] = []
        for number in 1...200 {
            let length = [3, 40, 2_000, 9_000].randomElement(using: &random) ?? 3
            let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEF 0123456789é\"<")
            let body = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
            bodies.append(body)
            writer.submit(text(UInt64(number), body, path: "/p\(number * 7_919)").changes)
            try eventually("the writer takes more") { !writer.holdsUp }
        }
        writer.finish()
        for (index, body) in bodies.enumerated().filter({ $0.offset % 7 == 0 }) {
            let start = Int.random(in: 0...(body.count - 3), using: &random)
            let word = String(body.dropFirst(start).prefix(12)).replacing("\"", with: "\\\"")
            #expect(try candidates(word, session).contains(UInt64(index + 1)), "\(word)")
            #expect(try read(word, session).contains(UInt64(index + 1)), "\(word)")
            #expect(try read("/p\((index + 1) * 7_919)", session).contains(UInt64(index + 1)))
        }
    }

    /// Content is searched decoded.
    @Test func aCodedContentIsLookedInto() throws {
        let session = try TemporarySession()
        // "a needle in gzip", by gzip(1).
        let coded = Bytes([
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4b, 0x54, 0xc8, 0x4b, 0x4d, 0x4d, 0xc9, 0x49,
            0x55, 0xc8, 0xcc, 0x53, 0x48, 0xaf, 0xca, 0x2c, 0x00, 0x00, 0x2e, 0xad, 0xd4, 0x25, 0x10, 0x00, 0x00, 0x00,
        ])
        var flow = text(1, "")
        flow.record = record(1, "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n")
        flow.responseContent = coded
        let writer = try session.writer()
        writer.submit(flow.changes)
        for number in 2...80 { writer.submit(text(UInt64(number), "plain").changes) }
        writer.finish()
        #expect(try candidates("needle", session).contains(1))
        #expect(try read("needle", session) == [1])
        #expect(try candidates("haystack", session).isEmpty)
    }

    /// A content that comes over some time is in the file in parts by then.
    @Test func aContentThatCameBitByBitIsLookedInto() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        var open = record(1, "Content-Type: text/plain\r\n")
        open.outcome = nil
        for (index, piece) in ["a nee", "dle in ", "parts"].enumerated() {
            writer.submit([.progressed(open), .content(open.id, .response, Bytes(piece))])
            // The first piece is in `body`. Pieces that wait together are written as one.
            try eventually("\(index + 1) pieces are in the file") {
                try session.sqlite("SELECT (SELECT count(*) FROM body) + (SELECT count(*) FROM body_part)")
                    == "\(index + 1)\n"
            }
        }
        writer.submit([.finished(record(1, "Content-Type: text/plain\r\n"))])
        for number in 2...80 { writer.submit(text(UInt64(number), "plain").changes) }
        writer.finish()
        #expect(try session.sqlite("SELECT count(*) FROM body_part") == "2\n")
        #expect(try read("needle in parts", session) == [1])
        #expect(try candidates("haystack", session).isEmpty)
    }

    /// What is not over yet, and what the writer has not gathered a row of, may have any word.
    @Test func flowsOfWhichNothingIsKnownYetAreRead() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        var open = MadeFlow.plain(1).record
        open.outcome = nil
        writer.submit([.progressed(open)] + text(2, "hay").changes)
        try session.holds(2)
        #expect(try candidates("needle", session) == [1, 2])
        writer.submit([.finished(MadeFlow.plain(1).record)])
        writer.finish()
        #expect(try candidates("needle", session).isEmpty)
    }

    /// The grams of a deleted flow are not left behind, and its neighbours are found as before.
    @Test func whatIsDeletedIsNotSearchedAnyMore() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...100).flatMap { text(UInt64($0), "word\($0)").changes })
        let editor = try SessionEditor(session.path)
        #expect(try editor.delete([5]).count == 1)
        editor.close()
        #expect(try session.sqlite("SELECT count(*) FROM search WHERE id IN (SELECT search FROM flow)") == "1\n")
        #expect(try session.sqlite("SELECT count(*) FROM search") == "1\n")
        for number in [4, 6, 99] { #expect(try candidates("word\(number)", session).contains(UInt64(number))) }
        #expect(try !candidates("word5", session).contains(5))
    }

    /// Somebody else's change lets the writer begin a new row; nothing is missed before, between and after.
    @Test func marksMeanwhileLoseNoWord() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        for number in 1...30 {
            writer.submit(text(UInt64(number), "word\(number)x").changes)
            try session.flow(UInt64(number))
            if number % 10 == 5 { _ = try SessionEditor(session.path).pin([UInt64(number)]) }
        }
        writer.finish()
        for number in 1...30 { #expect(try candidates("word\(number)x", session).contains(UInt64(number))) }
    }

    private func text(_ number: UInt64, _ body: String, path: String = "/") -> MadeFlow {
        var flow = MadeFlow.plain(number, path: path, body: body)
        flow.record = record(number, "Content-Type: text/plain\r\n", path: path)
        return flow
    }

    private func record(_ number: UInt64, _ fields: String, path: String = "/") -> FlowRecord {
        var record = FlowRecord(id: FlowID(number), run: RunID(1), openedAt: Instant(nanoseconds: 5))
        func happen(_ fact: FlowEvent.Fact) {
            record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: fact))
        }
        let request = Bytes("GET http://example.com\(path) HTTP/1.1\r\nHost: example.com\r\n\r\n")
        happen(.requestHeadReceived(RecordedHead.request(request).head, Framing(.none, rule: 7)))
        let response = Bytes("HTTP/1.1 200 OK\r\n\(fields)\r\n")
        if let head = RecordedHead.response(response, to: .get).head {
            happen(.responseHeadReceived(head, Framing(.close, rule: 8)))
        }
        happen(.finished(.complete))
        return record
    }
}
