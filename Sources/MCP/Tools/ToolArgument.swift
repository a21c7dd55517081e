/// An argument of a tool: what a client may write, and how it is described to a model.
package struct ToolArgument: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case text
        case flag
        case integer(ClosedRange<Int64>)
        case choice([String])
        /// A flow number, or a text such as `last`.
        case flow
        /// Several of them.
        case flows
        case texts
        case captured
    }

    package let name: String
    package let kind: Kind
    package let isRequired: Bool
    /// Empty where the name says it.
    package let words: String

    package init(_ name: String, _ kind: Kind, isRequired: Bool = false, _ words: String = "") {
        (self.name, self.kind, self.isRequired, self.words) = (name, kind, isRequired, words)
    }

    /// As JSON Schema.
    var schema: RPCValue {
        let type: RPCValue =
            switch kind {
            case .text: ["type": "string"]
            case .flag: ["type": "boolean"]
            case .integer(let range):
                ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
            case .choice(let names): ["type": "string", "enum": .array(names.map { .string($0) })]
            case .flow: ["type": ["integer", "string"]]
            case .flows: ["type": ["integer", "string", "array"], "items": ["type": ["integer", "string"]]]
            case .texts: ["type": "array", "items": ["type": "string"]]
            case .captured: ["type": "object"]
            }
        return words.isEmpty ? type : type.adding("description", .string(words))
    }

    /// What is wrong with a value; nil when nothing is.
    func mistake(_ value: RPCValue) -> String? {
        switch (kind, value) {
        case (.text, .string), (.flag, .boolean), (.flow, .integer), (.flow, .string), (.flows, .integer),
            (.flows, .string), (.captured, .object):
            return nil
        case (.integer(let range), .integer(let number)):
            if number > range.upperBound { return "argument \(name): \(number) is more than \(range.upperBound)" }
            if number < range.lowerBound { return "argument \(name): \(number) is less than \(range.lowerBound)" }
            return nil
        case (.choice(let names), .string(let text)):
            guard !names.contains(text) else { return nil }
            return
                "argument \(name): '\(CapturedText.cut(text, to: 80))' is not one of \(names.joined(separator: ", "))"
        case (.flows, .array(let elements)):
            let isPlain = elements.allSatisfy { $0.text != nil || $0.integer != nil }
            guard isPlain, !elements.isEmpty else {
                return "argument \(name): expected flow numbers, such as 12 or [12, 15]"
            }
            return nil
        case (.texts, .array(let elements)) where elements.allSatisfy { $0.text != nil }: return nil
        default: return "argument \(name): expected \(expectation)"
        }
    }

    private var expectation: String {
        switch kind {
        case .text: "a string"
        case .flag: "true or false"
        case .integer(let range): "a whole number, \(range.lowerBound) to \(range.upperBound)"
        case .choice(let names): "one of \(names.joined(separator: ", "))"
        case .flow: "a flow number, such as 12, or a text such as \"last\""
        case .flows: "flow numbers, such as 12 or [12, 15]"
        case .texts: "a list of strings"
        case .captured: "an object"
        }
    }
}

/// The arguments of one call, checked against those of the tool.
package struct ToolArguments: Sendable, Hashable {
    private let values: RPCValue

    /// Throws what is wrong, in a sentence for the model.
    package init(_ values: RPCValue, of tool: AgentTool) throws(Mistake) {
        guard let members = values.members else { throw Mistake(text: "the arguments are an object") }
        for member in members where member.name != ToolArguments.budget.name {
            guard let argument = tool.arguments.first(where: { $0.name == member.name }) else {
                let names = tool.arguments.map(\.name).joined(separator: ", ")
                throw Mistake(
                    text: "\(tool.name) has no argument '\(CapturedText.cut(member.name, to: 80))'. "
                        + (names.isEmpty ? "It takes none." : "It takes: \(names)"))
            }
            // Clients write null for what they leave out.
            if member.value != .null, let mistake = argument.mistake(member.value) { throw Mistake(text: mistake) }
        }
        if let limit = values[ToolArguments.budget.name], limit != .null, let mistake = Self.budget.mistake(limit) {
            throw Mistake(text: mistake)
        }
        for argument in tool.arguments where argument.isRequired {
            guard let value = values[argument.name], value != .null else {
                throw Mistake(text: "argument \(argument.name) is missing. Example: \(tool.example)")
            }
        }
        self.values = values
    }

    package struct Mistake: Error, Sendable {
        package let text: String
    }

    /// Every tool has it.
    static let budget = ToolArgument("max_bytes", .integer(256...65_536))

    package var budget: Int? { values[Self.budget.name]?.integer.map { Int($0) } }

    package func text(_ name: String) -> String? { values[name]?.text }

    package func integer(_ name: String) -> Int? { values[name]?.integer.map { Int($0) } }

    package func flag(_ name: String) -> Bool? {
        if case .boolean(let value)? = values[name] { value } else { nil }
    }

    package func texts(_ name: String) -> [String] {
        guard case .array(let elements)? = values[name] else { return values[name]?.text.map { [$0] } ?? [] }
        return elements.compactMap(\.text)
    }

    /// Flows as words of the language that selects flows.
    package func flows(_ name: String) -> [String] {
        func word(_ value: RPCValue) -> String? { value.text ?? value.integer.map { String($0) } }
        guard case .array(let elements)? = values[name] else { return values[name].flatMap(word).map { [$0] } ?? [] }
        return elements.compactMap(word)
    }

    /// What was asked, for a log: texts that may be long, or hold secrets, only by their size.
    package func audited(of tool: AgentTool) -> String { Self.audited(values, of: tool) }

    /// The same of arguments that may be wrong: what none of the tool's is, only by its size, too.
    static func audited(_ values: RPCValue, of tool: AgentTool) -> String {
        func size(_ value: RPCValue) -> RPCValue { .string("(\(value.json.count) bytes)") }
        guard let members = values.members else { return values == .null ? "{}" : "(\(values.json.count) bytes)" }
        let shown = members.prefix(20).map { member -> RPCValue.Member in
            let known = (tool.arguments + [budget]).first { $0.name == member.name }
            let isPlain = known.map { $0.mistake(member.value) == nil && !hidden.contains($0.name) } ?? false
            let name = known == nil ? CapturedText.cut(CapturedText.plain(member.name), to: 40) : member.name
            return RPCValue.Member(name, isPlain ? member.value : size(member.value))
        }
        return CapturedText.cut(String(decoding: RPCValue.object(shown).json, as: UTF8.self), to: 2_000)
    }

    private static let hidden: Set<String> = ["body", "text", "answer", "headers", "set"]
}
