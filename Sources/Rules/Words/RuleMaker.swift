package import Bytes
import Filter
package import Flow
import HTTPModel

/// Makes rules from a flow that was recorded, so that one has to change a word and not to write a line. Pure.
package enum RuleMaker {
    /// A rule that may be wanted.
    package struct Made: Sendable {
        /// What the flow is to be made into: `answer`, `hold`, `localhost`, `block`, `slow`.
        package let kind: Kind
        /// The name of the rule, among those that are taken.
        package let name: String
        /// The line, with its name; nil when there can be none.
        package let line: String?
        /// Why there can be none, in a sentence.
        package let reason: String?
    }

    package enum Kind: String, Sendable, CaseIterable {
        case answer, hold, localhost, block, slow

        /// In a few words, as a menu has it.
        package var words: String {
            switch self {
            case .answer: "answer this request with this response"
            case .hold: "hold such exchanges at a breakpoint"
            case .localhost: "send this host to localhost"
            case .block: "block this host"
            case .slow: "make this host slow"
            }
        }
    }

    /// Bytes of content that a line may hold.
    private static let contentLimit = 40_000

    /// - Parameters:
    ///   - content: of the response, decoded; nil when it is not at hand.
    ///   - taken: names that others have.
    package static func rule(
        _ kind: Kind, from record: FlowRecord, content: Bytes?, taken: Set<String> = []
    ) -> Made {
        let name = name(kind, record, taken)
        func none(_ reason: String) -> Made { Made(kind: kind, name: name, line: nil, reason: reason) }
        let host = FilterSubject(record).host?.text ?? ""
        let sameHost = "host = \(FilterPrinter.quoted(host))"
        let same = "method = \(record.method.name.text) and url = \(FilterPrinter.quoted(record.url.text))"
        // Rules act on what is inside of a tunnel, and see no CONNECT.
        if record.method == .connect, kind == .answer || kind == .hold {
            return none("It opened a tunnel: make a rule for an exchange inside.")
        }
        let rest: String
        switch kind {
        case .answer:
            switch answer(record, content) {
            case .success(let text): rest = "when \(same) do \(text)"
            case .failure(let fault): return none(fault.reason)
            }
        case .hold: rest = "when \(same) do break both"
        case .localhost: rest = "when \(sameHost) do map-to http://localhost:3000"
        case .block: rest = "when \(sameHost) do block"
        case .slow: rest = "when \(sameHost) do throttle 3g"
        }
        let line = "\(name): \(rest)"
        // What came over the wire can have bytes that no rule can say.
        guard case .rule(let parsed)? = try? RuleParser.read(line, needsName: true),
            kind != .answer || isLiteral(parsed.steps)
        else { return none("The recording contains characters that a rule cannot contain.") }
        return Made(kind: kind, name: name, line: line, reason: nil)
    }

    private static func name(_ kind: Kind, _ record: FlowRecord, _ taken: Set<String>) -> String {
        let first = "\(kind.rawValue)-\(record.id.number)"
        guard taken.contains(first) else { return first }
        return (2...).lazy.map { "\(first)-\($0)" }.first { !taken.contains($0) } ?? first
    }

    private struct Fault: Error {
        let reason: String
    }

    private static func answer(_ record: FlowRecord, _ content: Bytes?) -> Result<String, Fault> {
        guard let head = record.responseHead, (200...599).contains(head.status) else {
            return .failure(Fault(reason: "There is no response to answer with."))
        }
        var words = ["respond \(head.status)"]
        let type = head.fields.first(.contentType)
        if let location = head.fields.first(.location) {
            words.append(quoted("Location: \(RuleTemplate.escaped(location.text))"))
        }
        let hasNone = head.status == 204 || head.status == 205 || head.status == 304
        guard !hasNone, record.response.content.size ?? 0 > 0, content?.isEmpty != true else {
            return .success(words.joined(separator: " "))
        }
        guard let content else { return .failure(Fault(reason: "The response's content was not recorded.")) }
        guard !record.response.content.isTruncated else {
            return .failure(Fault(reason: "Only the beginning of the response's content was recorded."))
        }
        guard content.count <= contentLimit else {
            return .failure(
                Fault(
                    reason:
                        "The content has \(content.count) bytes, too many for a rule: save it and write 'do map-file "
                        + "PATH'."))
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            return .failure(Fault(reason: "The content is not text: save it and write 'do map-file PATH'."))
        }
        if let type { words.append(quoted("Content-Type: \(RuleTemplate.escaped(type.text))")) }
        words.append("text \(quoted(RuleTemplate.escaped(text)))")
        return .success(words.joined(separator: " "))
    }

    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return json.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Nothing that was recorded is taken for a value: it would be filled with what later clients send.
    private static func isLiteral(_ steps: [RuleStep]) -> Bool {
        steps.allSatisfy(\.action.isLiteral)
    }
}
