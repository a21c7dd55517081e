import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import Synchronization
import Testing

@testable import Rules

/// Rules and messages for tests.
enum Reading {
    static let clock = FilterClock(now: MadeFlow.noon)

    static let request =
        "GET http://shop.example.com/a/b?x=1&y=2 HTTP/1.1\nHost: shop.example.com\nAccept: */*"
        + "\nCookie: a=1; b=2\nIf-None-Match: \"e\""
    static let response =
        "HTTP/1.1 200 OK\nContent-Type: text/plain\nETag: \"e\"\nSet-Cookie: a=1; Path=/\nSet-Cookie: b=2"

    /// What these rules would have done to an exchange.
    static func trial(
        _ rules: String, _ request: String = request, body: String = "", _ response: String = response,
        content: String = "one two two", counting: Counting = Counting()
    ) throws -> RuleTrial {
        let record = MadeFlow.make(request, body: body, response, content: content)
        return RuleTrial(
            try book(rules), record, counting: counting, seed: 7, reader: FilterReader(),
            files: { $0 == "file.json" ? "{\"of\": \"a file\"}" : nil })
    }

    /// The rules of this text, as if it were a file.
    static func book(_ text: String, file: String = "debug.rules") throws -> RuleBook {
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in text }
        try loader.add(file: file)
        return loader.book(clock)
    }

    /// What is said of a text that is no rules file: line, column, and the sentence.
    static func fault(_ text: String) -> (line: Int, column: Int, message: String)? {
        do {
            _ = try book(text)
            return nil
        } catch let error as RuleError {
            return (error.place.line, error.column, error.fault.message)
        } catch {
            return nil
        }
    }

    static func actions(_ text: String) throws -> [any RuleAction] { try rule("a: do \(text)").steps.map(\.action) }

    /// A line as it is read.
    static func rule(_ line: String) throws -> Rule {
        guard case .rule(let parsed) = try RuleParser.read(line, needsName: true) else {
            throw RuleLoader.Unreadable("is no rule")
        }
        return Rule(
            name: parsed.name ?? "", filter: parsed.filter, turn: parsed.turn, steps: parsed.steps,
            isFinal: parsed.isFinal, place: RulePlace(file: "debug.rules", line: 1))
    }
}

extension [RuleTrial.Line] {
    /// `+ ` before what is new, `- ` before what was.
    var marked: [String] { map { ($0.isNew ? "+ " : "- ") + $0.text.text } }
}

/// Counters of one test.
final class Counting: RuleCounting {
    private let numbers = Mutex<[String: UInt64]>([:])

    func next(_ name: String) -> UInt64 {
        numbers.withLock { numbers in
            numbers[name, default: 0] += 1
            return numbers[name, default: 0]
        }
    }
}
