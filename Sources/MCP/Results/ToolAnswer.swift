/// What a tool answers, before it is written: what Hark says, what was captured, and the same facts as members.
package struct ToolAnswer: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case said(String)
        case captured(String)
    }

    private var parts: [Part] = []
    /// Members of the structured content that Hark vouches for.
    private var facts: [RPCValue.Member] = []
    private var captured: [RPCValue.Member] = []
    /// How to ask for what a result has no room for.
    package var rest = "Ask for less, or raise max_bytes."
    package private(set) var isError = false
    package private(set) var isCut = false

    package init() {}

    /// Why there is no result, and what to call next.
    package static func failure(_ text: String) -> ToolAnswer {
        var answer = ToolAnswer()
        answer.say(text)
        answer.isError = true
        return answer
    }

    /// A sentence of Hark's own; no captured text is in it.
    package mutating func say(_ text: String) { parts.append(.said(text)) }

    package mutating func add(captured text: String) { parts.append(.captured(CapturedText.plain(text))) }

    package mutating func fact(_ name: String, _ value: RPCValue) { facts.append(.init(name, value)) }

    /// A member of the captured content.
    package mutating func fact(captured name: String, _ value: RPCValue) {
        captured.append(.init(name, CapturedText.plain(value)))
    }

    /// Says how many credentials were replaced in what it holds.
    package mutating func countSecrets() {
        let count = parts.reduce(0) { sum, part in
            switch part {
            case .said(let text), .captured(let text): sum + Self.secrets(in: text)
            }
        }
        if !isError, count > 0 { fact("redacted", .integer(Int64(count))) }
    }

    /// Tags such as `[secret 3f2a]`.
    private static func secrets(in text: String) -> Int {
        text.split(separator: "[secret ", omittingEmptySubsequences: false).dropFirst().count { rest in
            guard let end = rest.utf8.prefix(20).firstIndex(of: UInt8(ascii: "]")) else { return false }
            let tag = rest.utf8[..<end]
            return tag.count >= 4 && tag.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        }
    }

    /// The first of what Hark says itself.
    package var firstLine: String { saidText.split(separator: "\n").first.map(String.init) ?? "" }

    /// A fact that was added before.
    package func fact(_ name: String) -> RPCValue? { facts.last { $0.name == name }?.value }

    /// It holds less than there is.
    package mutating func markCut() { isCut = true }

    // MARK: Writing

    /// A few bytes are left for what says that something was cut.
    private static let margin = 400

    /// The result of a call, in which neither the text nor the structured content is longer than the budget.
    package func result(budget: Int, random: () -> UInt32) -> RPCValue {
        guard !isError else {
            let text = CapturedText.cut(saidText, to: budget)
            return ["content": [["type": "text", "text": .string(text)]], "isError": true]
        }
        var (text, wasCut) = (self.text(budget: budget, random), isCut)
        let longest = parts.contains { if case .captured = $0 { true } else { false } }
        if text.utf8.count > budget || (longest && wholeSize > budget) {
            wasCut = true
            text =
                self.text(budget: budget - Self.margin - rest.utf8.count, random) + "\nCut at \(budget) bytes. \(rest)"
        }
        let structure = structure(budget: budget, isCut: &wasCut)
        return [
            "content": [["type": "text", "text": .string(CapturedText.cut(text, to: budget))]],
            "structuredContent": structure, "isError": false,
        ]
    }

    private var saidText: String {
        parts.map { part in
            switch part {
            case .said(let text), .captured(let text): text
            }
        }.joined(separator: "\n")
    }

    /// With its fences.
    private var wholeSize: Int {
        parts.reduce(0) { sum, part in
            switch part {
            case .said(let text): sum + text.utf8.count + 1
            case .captured(let text): sum + text.utf8.count + Self.fenceSize
            }
        }
    }

    private static let fenceSize = "<captured 00000000>\n\n</captured 00000000>\n".utf8.count

    private func text(budget: Int, _ random: () -> UInt32) -> String {
        let all = parts.compactMap { if case .captured(let text) = $0 { text } else { nil } }.joined()
        let fence = CapturedText.fence(for: all, random)
        let said = parts.reduce(0) { sum, part in
            switch part {
            case .said(let text): sum + text.utf8.count + 1
            case .captured: sum + Self.fenceSize
            }
        }
        var room = max(0, budget - said)
        let lines = parts.map { part -> String in
            switch part {
            case .said(let text): return text
            case .captured(let text):
                let shown = CapturedText.cut(text, to: room)
                room -= shown.utf8.count
                return "<captured \(fence)>\n\(shown)\n</captured \(fence)>"
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Where there is no room for all that was captured, long texts in it are cut, and at last left out.
    private func structure(budget: Int, isCut: inout Bool) -> RPCValue {
        func made(
            _ captured: [RPCValue.Member], _ isCut: Bool, _ facts: [RPCValue.Member]? = nil
        ) -> RPCValue {
            let content = captured.isEmpty ? [] : [RPCValue.Member("captured", .object(captured))]
            return .object((facts ?? self.facts) + [.init("truncated", .boolean(isCut))] + content)
        }
        var content = captured
        var limit = budget
        while true {
            let value = made(content, isCut)
            if value.json.count <= budget { return value }
            isCut = true
            limit = limit * 3 / 4
            guard limit > 64 else { break }
            content = captured.map { .init($0.name, Self.cut($0.value, to: limit)) }
        }
        // Lists are cut last: how many there are is told beside them.
        var kept = facts
        while true {
            let value = made([], true, kept)
            let longest = kept.compactMap(\.value.elements?.count).max() ?? 0
            guard value.json.count > budget, longest > 0 else { return value }
            kept = kept.map { member in
                guard let elements = member.value.elements else { return member }
                return .init(member.name, .array(Array(elements.prefix(longest / 2))))
            }
        }
    }

    private static func cut(_ value: RPCValue, to limit: Int) -> RPCValue {
        switch value {
        case .null, .boolean, .integer, .number: value
        case .string(let text): .string(CapturedText.cut(text, to: limit))
        case .array(let elements): .array(elements.map { cut($0, to: limit) })
        case .object(let members): .object(members.map { RPCValue.Member($0.name, cut($0.value, to: limit)) })
        }
    }
}
