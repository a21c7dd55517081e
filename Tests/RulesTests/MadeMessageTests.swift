import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Rules

/// What rules make is one message, and the one that was wanted.
@Suite struct MadeMessageTests {
    /// Whatever a request says: what a rule answers is one response, whose end our own decoder finds at its end.
    @Test func anAnswerIsAlwaysOneMessage() throws {
        var random = SystemRandomNumberGenerator()
        let rules = try Reading.book(
            """
            a: when path ~ "/json*" do respond 200 "X-Q: {request.query.q}" json {"q": "{request.query.q}"}
            b: when path ~ "/text*" do respond 418 "X-H: {request.header.h}" text "{request.header.h}{url}"
            c: when path ~ "/redirect*" do redirect 302 "https://{host}/{request.query.q}"
            d: when path ~ "/block*" do block, set-response-header "X: y", set-response-cookie "a=b"
            e: when path ~ "/none*" do respond 204, allow-cors
            f: when path ~ "/host*" do dns-fail
            """)
        for _ in 0..<400 {
            let path = ["json", "text", "redirect", "block", "none", "host"].randomElement(using: &random) ?? ""
            let noise = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                ["%0d%0a", "%22", "a", "%00", "{", "}", "%C3%A9", "%FF", "/", "%5C", "&", "="]
                    .randomElement(using: &random) ?? ""
            }.joined()
            let record = MadeFlow.make(
                "GET http://h\(path).example/\(path)?q=\(noise) HTTP/1.1\nHost: x\nOrigin: null\nH: \"\(noise)\\")
            guard record.requestHead != nil else { continue }
            var run = RuleRun(rules, counting: Counting(), seed: 1)
            guard case .answer(let answer)? = run.request(RuleSubject(record), hasBody: false).ending,
                case .bytes(let content) = answer.content
            else {
                Issue.record("/\(path) was not answered")
                continue
            }
            let sent = try #require(answer.written(content, isHead: false, date: "Mon, 23 Nov 2026 00:00:00 GMT"))
            try expectOneResponse(Bytes(sent.head.array + sent.body.array))
        }
    }

    /// What a rule says of a content's type stands there once, however it is written.
    @Test(arguments: ["Content-Type", "content-type", "CONTENT-TYPE"])
    func aTypeThatIsSaidIsNotSaidAgain(name: String) throws {
        let record = MadeFlow.make(Reading.request)
        let rules = try Reading.book("a: do respond 200 \"\(name): text/html\" text x")
        var run = RuleRun(rules, counting: Counting(), seed: 1)
        guard case .answer(let answer)? = run.request(RuleSubject(record), hasBody: false).ending else {
            Issue.record("it was not answered")
            return
        }
        #expect(answer.fields.map(\.value.text) == ["text/html"])
    }

    private func expectOneResponse(_ bytes: Bytes) throws {
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: .get)
        var offset = 0
        var hasEnded = false
        while !hasEnded {
            let decoded = try bytes.slice(offset..<bytes.count).withSpan { span in try decoder.decode(span) }
            let part = try #require(decoded, "more is expected than was sent: \(bytes.text)")
            offset += part.consumed
            if case .responseHead(let head, _) = part.part {
                #expect(head.quirks.allSatisfy { $0.code == .obsoleteText })
            }
            if case .end = part.part { hasEnded = true }
        }
        #expect(offset == bytes.count)
    }

    /// Rules on random flows: what is changed in a head makes a head that is read again, and says what was wanted.
    @Test func aChangedRequestIsAlwaysOneMessage() throws {
        var random = SystemRandomNumberGenerator()
        let actions = RuleRunTests.plays.map(\.action).filter {
            $0.hasPrefix("set-") || $0.hasPrefix("add-") || $0.hasPrefix("remove-") || $0.hasPrefix("no-")
                || $0.hasPrefix("map-to")
        }
        for number in 1...300 {
            let record = RandomFlow.make(number: UInt64(number), &random)
            guard let head = record.requestHead else { continue }
            let chosen = (0..<3).compactMap { _ in actions.randomElement(using: &random) }.joined(separator: ", ")
            var run = RuleRun(try Reading.book("a: do \(chosen)"), counting: Counting(), seed: 1)
            let orders = run.request(RuleSubject(record), hasBody: false)
            var edits = head.fields.edits(by: orders.fields).map(\.action)
            if let line = orders.line {
                edits.append(.replaceStartLine(Bytes([line.method, " ", line.target, " HTTP/1.1"].flatMap { $0 })))
            }
            let written = try HeadEncoder.apply(edits, to: head.fields)
            var decoder = HTTP1Decoder(role: .request)
            let part = try written.withSpan { span in try decoder.decode(span) }
            #expect(part?.consumed == written.count, "\(chosen): \(written.text)")
        }
    }
}
