import Explain
import Flow
import HTTPModel
import Judge
import Testing
import Views

/// What holds of every check, from the list of checks alone.
@Suite struct ChecksTests {
    /// One example of one check.
    struct Case: Sendable, CustomTestStringConvertible {
        let check: Check
        let example: Example
        let place: Int
        var testDescription: String { "\(check.code) \(place)" }
    }

    static let bad = Checks.all.flatMap { check in
        check.bad.enumerated().map { Case(check: check, example: $0.element, place: $0.offset) }
    }
    static let good = Checks.all.flatMap { check in
        check.good.enumerated().map { Case(check: check, example: $0.element, place: $0.offset) }
    }

    @Test func codesAreUnique() {
        let codes = Checks.all.map(\.code)
        #expect(codes.count > 400)
        #expect(Set(codes).count == codes.count)
    }

    /// Of every kind: exchanges, sessions, connections, messages in octets.
    @Test func everyCheckHasTwoExamplesOfBothKinds() {
        #expect(Checks.byCode.count > 600)
        for check in Checks.byCode.values {
            let bad = [check.bad.count, check.badSessions.count, check.badConnections.count, check.badOctets.count]
            let good = [
                check.good.count, check.goodSessions.count, check.goodConnections.count, check.goodOctets.count,
            ]
            #expect(bad.reduce(0, +) >= 2, "\(check.code) has too few examples that yield it")
            #expect(good.reduce(0, +) >= 2, "\(check.code) has too few examples that do not yield it")
        }
    }

    /// A reader of its page sees what makes the difference: what is not in the messages is written beside them.
    @Test func noExampleLooksLikeAnother() {
        for check in Checks.byCode.values {
            let all = CheckPage.bad(check) + CheckPage.good(check)
            for (place, example) in all.enumerated() {
                #expect(!all[..<place].contains(example), "\(check.code): \(example.joined(separator: " | "))")
            }
        }
    }

    /// Not only the values of a message, of which a page has none.
    @Test func everyPageIsASentenceWithoutAMessage() {
        for check in Checks.byCode.values {
            let words = check.about.pieces.map { if case .text(let text) = $0 { text } else { "" } }.joined()
            #expect(words.split(separator: " ").count > 1, "\(check.code): \(check.about.text)")
        }
    }

    /// What is wrong can be mended, and what is worth knowing can be used: a report says how apart from what it leads
    /// to.
    @Test func everyFaultHasItsAdvice() {
        for check in Checks.byCode.values where check.level >= .info {
            #expect(check.advice != nil, "\(check.code)")
            // What is a value is a whole sentence.
            let text = check.advice?.filled(with: []).text ?? "."
            #expect(text.hasSuffix(".") || text.wholeMatch(of: /‹[^›]+›/) != nil, "\(check.code)")
        }
    }

    /// A word of a message among the words of a sentence has quotation marks; what has marks of its own needs none.
    @Test(
        arguments: [
            ("Content-Type: text/html; charset=klingon", "charset-unknown", "“klingon”", true),
            ("Cache-Control: kitten", "cache-directive-unknown", "“kitten”", true),
            ("Referrer-Policy: none", "referrer-policy-unknown", "“none”", true),
            ("X-Frame-Options: none", "frame-options-unknown", "“none”", true),
            ("> GET / | Expect: miracles < 417", "expect-unknown", "“miracles”", true),
            ("Cache-Control: no-cache, no-cache", "cache-directive-repeated", "“no-cache”", false),
            ("ETag: \"a\" | ETag: \"b\"", "field-repeated", "“ETag”", false),
            ("Retry-After: 1 min", "retry-after-malformed", "“1 min”", false),
        ] as [(String, String, String, Bool)])
    func aWordOfAMessageIsQuoted(message: String, code: String, quoted: String, isQuoted: Bool) throws {
        let findings = Checks.findings(in: try Example(message).facts())
        let text = try #require(findings.first { $0.check.code == code }, "\(findings.map(\.check.code))").text.text
        #expect(text.contains(quoted) == isQuoted, "\(text)")
        #expect(!text.contains("““") && !text.contains("”=") && !text.contains(": “"), "\(text)")
    }

    /// What a note tells a reader has both.
    @Test func aNoteEndsWithItsAdvice() throws {
        for made in Self.bad.prefix(200) {
            for finding in Checks.findings(in: try made.example.facts()) {
                let (note, advice) = (finding.note.text.text, finding.advice?.text ?? "")
                #expect(note.hasSuffix(advice) && note.hasPrefix(finding.text.text), "\(finding.check.code)")
            }
        }
    }

    /// Content is read through its coding, where all of it is there.
    @Test func codedContentIsJudgedAsWhatItSays() throws {
        // [0,]
        let deflated = "x\u{9C}\u{8B}6\u{D0}\u{89}\u{5}\u{0}\u{2}\u{B5}\u{1}\u{15}"
        func codes(_ content: String) throws -> [String] {
            let text = "< 200 | Content-Type: application/json | Content-Encoding: deflate | ETag: \"a\" || "
            return Checks.findings(in: try Example(text + content, isLatin: true).facts()).map(\.check.code)
        }
        #expect(try codes(deflated).contains("json-malformed"))
        #expect(try !codes(deflated).contains("content-coding-corrupt"))
        // What cannot be read is corrupt, and no JSON.
        let cut = String(deflated.dropLast())
        #expect(try codes(cut).contains("content-coding-corrupt") && !codes(cut).contains("json-malformed"))
    }

    @Test func everySpecificationIsKnownByItsAddress() {
        // What no specification says is called practice.
        for check in Checks.all where check.spec.text != "practice" {
            #expect(check.spec.url != nil, "\(check.code): \(check.spec.text)")
        }
    }

    @Test(arguments: bad)
    func aBadExampleYieldsItsCheck(made: Case) throws {
        let findings = Checks.findings(in: try made.example.facts())
        let found = findings.filter { $0.check.code == made.check.code }
        let finding = try #require(found.first, "yields only \(findings.map(\.check.code)) for \(made.example.text)")
        #expect(finding.check.level == made.check.level)
        let marked = made.example.response?.marked ?? made.example.request?.marked
        if let marked {
            let isInResponse = made.example.response?.marked != nil
            let lies = "\(finding.range) of the \(finding.message.map { "\($0)" } ?? "exchange"), not \(marked)"
            #expect(finding.message == (isInResponse ? .response : .request), "\(lies)")
            #expect(finding.range == marked, "\(lies)")
        } else {
            #expect(finding.range.isEmpty, "it lies at \(finding.range), and no bytes of the example are marked")
        }
    }

    @Test(arguments: bad)
    func theWordsHaveNoGaps(made: Case) throws {
        for finding in Checks.findings(in: try made.example.facts()) where finding.check.code == made.check.code {
            let given = Set(finding.arguments.map(\.slot))
            let needed = made.check.summary.slots.union(made.check.text.slots).union(made.check.advice?.slots ?? [])
            #expect(needed.subtracting(given).isEmpty, "\(made.check.code) needs \(needed)")
            let note = finding.note
            #expect(!note.summary.text.isEmpty && note.text.text.hasSuffix("."), "\(note.text.text)")
            if let advice = finding.advice { #expect(advice.text.hasSuffix("."), "\(advice.text)") }
        }
    }

    @Test func everyFaultOfTheWireSaysWhatToSend() {
        for check in WireChecks.all {
            #expect(check.advice?.slots.isEmpty == true, "\(check.code)")
        }
    }

    @Test(arguments: good)
    func aGoodExampleYieldsNothingOfItsTopic(made: Case) throws {
        let findings = Checks.findings(in: try made.example.facts())
        #expect(!findings.contains { $0.check.code == made.check.code }, "\(made.example.text)")
        // What is not worth praise may well be wrong; beside anything else nothing of the topic is.
        guard made.check.level != .good else { return }
        let others = findings.filter { $0.check.topic == made.check.topic && $0.check.level >= .warning }
        #expect(others.map(\.check.code) == [], "\(made.example.text)")
    }

    @Test(arguments: bad + good)
    func noExampleHasAFaultThatNobodyListed(made: Case) throws {
        let findings = Checks.findings(in: try made.example.facts())
        let faults = findings.filter { $0.check.level == .bad && $0.check.code != made.check.code }
        let unlisted = faults.map(\.check.code).filter { !made.check.besides.contains($0) }
        #expect(unlisted == [], "\(made.example.text)")
    }

    @Test(arguments: bad + good)
    func placesLieWithinTheHeads(made: Case) throws {
        let facts = try made.example.facts()
        for finding in Checks.findings(in: facts) {
            let length =
                switch finding.message {
                case .request?: facts.request?.raw.count ?? 0
                case .response?: facts.response?.raw.count ?? 0
                case nil: 0
                }
            #expect(finding.range.lowerBound >= 0 && finding.range.upperBound <= length, "\(finding.check.code)")
        }
    }

    @Test(arguments: bad + good)
    func nothingIsFoundThatATriggerRulesOut(made: Case) throws {
        let facts = try made.example.facts()
        let all = Checks.findings(in: facts, heedingTriggers: false)
        let found = Checks.findings(in: facts)
        #expect(found.map(\.check.code) == all.map(\.check.code), "\(made.example.text)")
        #expect(found.map(\.range) == all.map(\.range))
        #expect(found.map(\.arguments) == all.map(\.arguments))
    }

    @Test func whatIsFoundComesRequestFirstAndInTheOrderOfItsBytes() throws {
        let example: Example = """
            > GET /a%2520b | Authorization: Basic YTpi | If-None-Match: x \
            < 200 | ETag: x | Content-Type: text/plain || abc
            """
        let findings = Checks.findings(in: try example.facts())
        let keys = findings.map { ($0.message == .request ? 0 : 1_000_000) + $0.range.lowerBound }
        #expect(keys == keys.sorted())
        #expect(findings.count > 4)
    }
}
