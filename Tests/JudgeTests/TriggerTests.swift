import Bytes
import Explain
import Flow
import Formats
import Foundation
import HTTPModel
import HTTPSemantics
import Judge
import TestKit
import Testing

/// What keeps checks from being asked keeps nothing from being found: with and without it, the findings are the same.
@Suite struct TriggerTests {
    private func compare(_ facts: Facts, _ what: @autoclosure () -> String) {
        let found = Checks.findings(in: facts)
        let all = Checks.findings(in: facts, heedingTriggers: false)
        let isSame = found.map(\.check.code) == all.map(\.check.code) && found.map(\.range) == all.map(\.range)
        #expect(isSame, "\(found.map(\.check.code)) of \(all.map(\.check.code)): \(what())")
        #expect(found.map(\.arguments) == all.map(\.arguments), "\(what())")
    }

    /// An exchange of parts of another.
    private func made(
        of facts: Facts, request: RequestHead?, requestContent: Facts.Content? = nil, response: ResponseHead?,
        responseContent: Facts.Content? = nil, url: Bytes? = nil, knowsScheme: Bool? = nil
    ) -> Facts {
        Facts(
            request: request, requestContent: requestContent ?? facts.requestContent, url: url ?? facts.url?.raw,
            response: response, responseContent: responseContent ?? facts.responseContent, interim: facts.interim,
            knowsScheme: knowsScheme ?? facts.knowsScheme, clock: facts.clock, isReused: facts.isReused,
            hasOutcome: facts.hasOutcome, evidence: facts.evidence)
    }

    private static let examples = Checks.all.flatMap { $0.bad + $0.good }

    @Test func nothingIsLostOfAMessageByItself() throws {
        for example in Self.examples {
            let facts = try example.facts()
            compare(made(of: facts, request: nil, response: facts.response), example.text)
            compare(made(of: facts, request: facts.request, response: nil), example.text)
            compare(
                made(of: facts, request: facts.request, response: facts.response, knowsScheme: !facts.knowsScheme),
                example.text)
        }
    }

    @Test func nothingIsLostWithoutContent() throws {
        for example in Self.examples {
            let facts = try example.facts()
            let contents = [Facts.Content(), Facts.Content(size: 7), Facts.Content(bytes: "{\"a\": 1}")]
            for content in contents {
                compare(
                    made(
                        of: facts, request: facts.request, requestContent: content, response: facts.response,
                        responseContent: content), example.text)
            }
        }
    }

    /// Each with the answer of one of the next: methods, types, statuses and fields in new company.
    @Test(arguments: [1, 2, 7, 31])
    func nothingIsLostInOtherCompany(step: Int) throws {
        let all = try Self.examples.map { try $0.facts() }
        for (place, facts) in all.enumerated() {
            let other = all[(place + step) % all.count]
            compare(
                made(
                    of: facts, request: facts.request, response: other.response,
                    responseContent: other.responseContent), "\(Self.examples[place].text) with \(step)")
        }
    }

    /// Another method, and a target with what targets rarely have.
    @Test(arguments: ["GET", "HEAD", "POST", "DELETE", "TRACE", "get", "BREW"])
    func nothingIsLostByAnotherStartLine(method: String) throws {
        let targets = [
            "/", "/a?b=c&b=d", "/a;jsessionid=abcdefg", "/%7Ea/%2520b", "/a\\b|c", "/undefined/x", "/a/../b",
            "http://u:p@a.example/?token=abc", "/?q=a+b&password=x&pwd=y&m=a@b.example", "*", "/a//b?x",
        ]
        // Every ninth: what else is in the exchange matters little to a start line.
        for place in stride(from: 0, to: Self.examples.count, by: 9) {
            let example = Self.examples[place]
            let facts = try example.facts()
            guard let request = facts.request else { continue }
            for target in targets {
                let line = Bytes("\(method) \(target) HTTP/1.1")
                let range = method.utf8.count + 1..<method.utf8.count + 1 + target.utf8.count
                guard let head = Self.request(line, range, request) else { continue }
                let url = target.hasPrefix("/") ? Bytes("https://a.example" + target) : Bytes(target)
                compare(made(of: facts, request: head, response: facts.response, url: url), "\(line) \(example.text)")
            }
        }
    }

    private static func request(_ line: Bytes, _ target: Range<Int>, _ old: RequestHead) -> RequestHead? {
        let rest = old.fields.raw.slice((old.fields.lines.first.map { Int($0.start) } ?? 0)..<old.fields.raw.count)
        let text = Bytes(line.array + [13, 10] + rest.array + (old.fields.lines.isEmpty ? [13, 10] : []))
        return MessageReader(kind: .request).read(text).messages.first?.request
    }

    @Test(arguments: GoodTraffic.all)
    func nothingIsLostOfGoodTraffic(exchange: GoodTraffic.Exchange) {
        let text = exchange.request + (exchange.request.contains("\n\n") ? "" : "\n\n") + exchange.response
        let input = ExplainedInput(
            raw: Bytes(text.replacing("\n", with: "\r\n")), ExplainedInput.Circumstances(now: Example.moment))
        for record in input.exchanges { compare(Facts(record), exchange.name) }
    }

    @Test(.enabled(if: Corpora.arePresent, "the corpora are not beside the package (HARK_CORPORA)"))
    func nothingIsLostOfWhatOthersCollected() throws {
        var told = 0
        for corpus in ["http1_llhttp", "http1_picohttpparser"] {
            for item in try Corpora.cases(corpus) {
                guard let input = item.bytes("raw_with_host_b64") ?? item.bytes("raw_b64") else { continue }
                let explained = ExplainedInput(raw: input, ExplainedInput.Circumstances(now: Example.moment))
                for record in explained.exchanges {
                    compare(Facts(record), item.id)
                    told += 1
                }
            }
        }
        for item in try Corpora.cases("har_files") {
            guard let file = item.bytes("har_b64") else { continue }
            for record in HARReader.read(file).flows {
                compare(Facts(record), item.id)
                told += 1
            }
        }
        #expect(told > 30)
    }

    /// Most checks wait for something, and a plain exchange is asked few.
    @Test func aPlainExchangeIsAskedFew() throws {
        let example: Example = """
            > GET / | Host: a.example < 200 | Content-Type: text/plain | Content-Length: 13 || Hello, World!
            """
        var asked = 0
        Checks.asked(of: try example.facts()) { _ in asked += 1 }
        #expect(asked < 100, "\(asked)")
    }
}
