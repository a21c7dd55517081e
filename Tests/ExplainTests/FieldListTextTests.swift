import Bytes
import Flow
import HTTPModel
import TestKit
import Testing

@testable import Explain

/// A list of fields that somebody writes: a head of HTTP/2, as a text that has a grammar too.
@Suite struct FieldListTextTests {
    private static let request =
        ":method: GET\r\n:scheme: https\r\n:authority: a.test\r\n:path: /\r\naccept: */*\r\n\r\n"

    private static func read(_ text: String) throws -> Explanation {
        let reading = MessageReader().read(Bytes(text))
        #expect(reading.messages.count == 1 && reading.rest.isEmpty)
        return try #require(reading.messages.first)
    }

    /// What is marked: the text, and its rule.
    private static func marked(_ text: String) throws -> [String] {
        let bytes = Bytes(text)
        return try read(text).spans.flatMap { leaves($0) }.filter(\.isMalformed).map {
            "\($0.rule): \(bytes.slice($0.range).text)"
        }
    }

    private static func leaves(_ span: Span) -> [Span] {
        span.children.isEmpty ? [span] : span.children.flatMap { leaves($0) }
    }

    @Test func eachByteHasItsName() throws {
        let explanation = try Self.read(Self.request)
        #expect(explanation.kind == .request && explanation.length == Self.request.utf8.count)
        let leaves = explanation.spans.flatMap { Self.leaves($0) }
        var end = 0
        for leaf in leaves {
            #expect(leaf.range.lowerBound == end)
            end = leaf.range.upperBound
        }
        #expect(end == Self.request.utf8.count)
        #expect(leaves.count { $0.rule == "field-name" } == 5 && leaves.count { $0.rule == "field-value" } == 5)
        #expect(try Self.marked(Self.request).isEmpty)
    }

    @Test func aStatusMakesItAResponse() throws {
        #expect(try Self.read(":status: 200\r\nserver: s\r\n\r\n").kind == .response)
        #expect(try Self.marked(":status: 200\r\nserver: s\r\n\r\n").isEmpty)
    }

    @Test(arguments: [
        ("accept: */*", "Accept: */*", "field-name: Accept"), ("accept: */*", "accept */*", "field-name: accept */*"),
        ("accept: */*", "connection: close", "field-name: connection"),
        (":path: /", ":path: a", "field-value: a"), (":method: GET", ":method: G T", "field-value: G T"),
        (":path: /\r\n", "", "CRLF: \r\n"), ("accept: */*", ":x: 1", "field-name: :x"),
    ])
    func whatIsWrongIsMarkedWhereItStands(old: String, new: String, marked: String) throws {
        #expect(try Self.marked(Self.request.replacing(old, with: new)) == [marked])
    }

    /// An empty line may arise that ends the list: what is after it is said to be no part of it.
    @Test(arguments: 0..<4) func whateverIsWrittenIsNamedToItsEnd(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var bytes = Array(Self.request.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 1..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            let reading = MessageReader().read(Bytes(bytes))
            let list = try #require(reading.messages.first)
            #expect(list.spans.last?.range.upperBound == list.length, "\(bytes)")
            let read = reading.messages.reduce(0) { $0 + $1.length }
            #expect(read == reading.rest.lowerBound && reading.rest.upperBound == bytes.count, "\(bytes)")
        }
    }
}
