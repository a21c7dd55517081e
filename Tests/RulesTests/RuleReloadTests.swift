import Filter
import FilterTestKit
import Flow
import TestKit
import Testing

@testable import Rules

/// Rules that are read again: what was known before is not read anew, and nobody can tell.
@Suite struct RuleReloadTests {
    private static let lines =
        RuleParserTests.contract.split(separator: "\n").map(String.init) + [
            "", "# nothing", "late: when time > -10m do pin", "late-too: when not time < 12:30 do tag old",
            "secret: do via http://me:secret@127.0.0.1:1", "last: when method = GET do no-cache, final",
            "body: when response.body contains x and host = a do replace-response-body text y",
        ]

    /// What a book says and does, so far as it can be seen.
    private func seen(_ book: RuleBook) -> [String] {
        book.ready.map { ready in
            let rule = ready.rule
            return
                "\(rule.name) \(rule.place.text) \(rule.filter.text) \(rule.turn) \(rule.steps) \(rule.isFinal) "
                + "\(ready.key) \(ready.stage) \(ready.gateStage) \(ready.globs.count) \(ready.matcher.filter.text) "
                + "\(String(describing: ready.gate?.filter.text))"
        } + ["\(book.stages) \(book.files)"]
    }

    private func load(_ text: String, after before: RuleBook?) -> Result<RuleBook, RuleError> {
        var loader = RuleLoader(after: before) { _ throws(RuleLoader.Unreadable) in text }
        do throws(RuleError) {
            try loader.add(file: "debug.rules")
            return .success(loader.book(Reading.clock))
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: 0..<200)
    func nobodyCanTellWhetherALineWasKnown(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var before: RuleBook?
        for _ in 0..<6 {
            var lines = Self.lines.shuffled(using: &random).prefix(Int.random(in: 0...Self.lines.count, using: &random))
            // A mistake, or a name that is taken, wherever.
            if Int.random(in: 0..<4, using: &random) == 0, let one = lines.randomElement(using: &random) {
                lines.insert(
                    Bool.random(using: &random) ? one : "x: do nonsense",
                    at: lines.indices.randomElement(using: &random) ?? 0)
            }
            let text = lines.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n")
            switch (load(text, after: nil), load(text, after: before)) {
            case (.success(let fresh), .success(let again)):
                #expect(seen(fresh) == seen(again))
                before = again
            case (.failure(let one), .failure(let other)): #expect(one.shown == other.shown)
            case (let one, let other): Issue.record("\(one) and \(other)")
            }
        }
    }

    @Test func whatIsKnownIsTakenOver() throws {
        let before = try load("a: when host = x do pin\nb: do pin", after: nil).get()
        #expect(before.byLine.count == 2)
        let again = try load("\n\nb: do pin\na: when host = x do pin", after: before).get()
        #expect(again.rules.map(\.place.line) == [3, 4] && again.rules.map(\.name) == ["b", "a"])
    }

    /// Two spellings of one letter are two lines.
    @Test func linesAreKnownByTheirOctets() throws {
        let (composed, apart) = ("a: do respond 200 text \"\u{E9}\"", "a: do respond 200 text \"e\u{301}\"")
        let again = try load(apart, after: load(composed, after: nil).get()).get()
        #expect(again.rules.compactMap(\.line).map { Array($0.utf8) } == [Array(apart.utf8)])
        #expect(seen(again) == seen(try load(apart, after: nil).get()))
    }

    /// A password is kept where the proxy is, and in no second place.
    @Test func aLineWithAPasswordIsReadEachTime() throws {
        let book = try load("secret: do via http://me:secret@a:1\nplain: do via http://a:1", after: nil).get()
        #expect(book.rules.map(\.line) == [nil, "plain: do via http://a:1"])
    }

    @Test func linesMayEndWithTwoBytes() throws {
        let book = try load("a: do pin\r\nb: do pin\r\n", after: nil).get()
        #expect(book.rules.map(\.name) == ["a", "b"] && book.rules.map(\.place.line) == [1, 2])
    }
}
