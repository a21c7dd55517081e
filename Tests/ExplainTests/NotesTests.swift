import Bytes
import Explain
import Flow
import HTTPModel
import Testing

/// Every code is produced by some input, and every input yields the code that it was written for.
@Suite struct NotesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let code: String
        let exchange: FlowRecord
        var testDescription: String { code }
    }

    static func make(
        _ code: String, _ request: String, _ response: String? = nil, scheme: String = "http",
        change: (inout FlowRecord) -> Void = { _ in }
    ) -> Case {
        Case(code: code, exchange: MadeExchange.make(request, response, scheme: scheme, change: change))
    }

    static let cases: [Case] =
        urls + methods + statuses + dates + validators + ranges + negotiation + cors + credentials + contents + others
        + cookies + caching + redirects

    @Test(arguments: cases)
    func anInputYieldsItsNote(made: Case) throws {
        let notes = Notes.all(about: made.exchange)
        let note = try #require(
            notes.first { $0.code == made.code }, "yields only \(notes.map(\.code)) instead of \(made.code)")
        #expect(!note.summary.text.isEmpty && !note.text.text.isEmpty && !note.spec.isEmpty)
    }

    @Test func everyCodeIsProducedBySomeInput() {
        var produced: Set<String> = []
        for made in Self.cases { produced.formUnion(Notes.all(about: made.exchange).map(\.code)) }
        let missing = Notes.families.flatMap { $0.codes }.filter { !produced.contains($0) }
        #expect(missing.isEmpty)
    }

    @Test func everyNoteHasAListedCode() {
        for family in Notes.families {
            let listed = Set(family.codes)
            for made in Self.cases {
                for note in family.notes(about: made.exchange) {
                    #expect(listed.contains(note.code), "\(note.code) is not listed in \(family)")
                }
            }
        }
    }

    @Test func noCodeIsListedTwice() {
        let codes = Notes.families.flatMap { $0.codes }
        #expect(codes.count >= 35)
        #expect(Set(codes).count == codes.count)
    }

    @Test func rangesLieWithinTheHeads() {
        for made in Self.cases {
            for note in Notes.all(about: made.exchange) {
                let length =
                    switch note.message {
                    case .request?: made.exchange.requestFields.raw.count
                    case .response?: made.exchange.responseHead?.raw.count ?? 0
                    case nil: 0
                    }
                #expect(note.offset >= 0 && note.offset + note.length <= length, "\(note.code)")
            }
        }
    }

    @Test func notesComeRequestFirstAndInTheOrderOfTheirBytes() {
        let exchange = MadeExchange.make(
            "GET /a%2520b HTTP/1.1\nHost: a.example\nAuthorization: Basic YTpi\nIf-None-Match: x",
            "HTTP/1.1 200 OK\nETag: x\nContent-Type: text/plain\n\nabc")
        let notes = Notes.all(about: exchange)
        let keys = notes.map { note in (note.message == .request ? 0 : 1_000_000) + note.offset }
        #expect(keys == keys.sorted())
        #expect(notes.count > 4)
    }

    @Test func aNotePointsAtTheBytesItSpeaksOf() throws {
        let exchange = MadeExchange.make(
            "GET /a%2520b HTTP/1.1\nHost: a.example\nAuthorization: Basic YTpi",
            "HTTP/1.1 200 OK\nContent-Type: text/plain\n\nabc")
        func quoted(_ code: String) throws -> Bytes {
            let note = try #require(Notes.all(about: exchange).first { $0.code == code })
            let raw = note.message == .request ? exchange.requestFields.raw : try #require(exchange.responseHead?.raw)
            return raw.slice(note.offset..<note.offset + note.length)
        }
        #expect(try quoted("url-double-encoded") == "%2520")
        #expect(try quoted("basic-without-tls") == "Basic YTpi")
        #expect(try quoted("charset-missing") == "text/plain")
        #expect(try quoted("date-missing") == "HTTP/1.1 200 OK")
    }

    @Test func aCleanExchangeHasNoBadNotes() {
        let exchange = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a.example\nAccept: text/html, */*;q=0.1\nAccept-Encoding: gzip",
            """
            HTTP/1.1 200 OK
            Date: Sun, 06 Nov 1994 08:49:37 GMT
            Content-Type: text/html; charset=utf-8
            ETag: "a"
            Vary: Accept-Encoding
            Content-Length: 15

            <!doctype html>
            """, scheme: "https")
        let notes = Notes.all(about: exchange)
        #expect(notes.allSatisfy { $0.level < .warning })
        #expect(notes.contains { $0.level == .good })
    }
}
