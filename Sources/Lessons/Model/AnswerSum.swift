/// The sum that a number comes from, with blanks for what stands in the messages: `lifetime ___ - Age ___ = ___ s`.
package struct AnswerSum: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case sign(String)
        /// What to read in the messages, under its name.
        case blank(String, Int64)
    }

    package let parts: [Part]

    /// nil without blanks.
    init?(_ parts: [Part]) {
        self.parts = parts
        guard numbers.contains(where: { $0 != nil }) else { return nil }
    }

    /// The sum in words, with something in each blank.
    ///
    /// - Parameters:
    ///   - result: after the sign of equality.
    ///   - fill: what is in a blank.
    package func text(_ result: String, _ fill: (Int64) -> String) -> String {
        let words = parts.map { part in
            switch part {
            case .sign(let sign): sign
            case .blank(let name, let value): name.isEmpty ? fill(value) : "\(name) \(fill(value))"
            }
        }
        return words.joined(separator: " ") + " = \(result)"
    }

    /// The numbers of the sum in their order, nil for those that are printed.
    private var numbers: [(name: String, value: Int64)?] {
        parts.flatMap { part -> [(name: String, value: Int64)?] in
            switch part {
            case .sign(let sign): Self.digits(sign).map { _ in nil }
            case .blank(let name, let value): [(name, value)]
            }
        }
    }

    private static func digits(_ text: String) -> [Substring] { text.split { !($0.isASCII && $0.isNumber) } }

    /// Takes apart what was answered: the result, and which blank has a wrong number. What is left blank is not asked.
    func read(_ given: String) -> (result: String, fault: String?) {
        guard let end = given.lastIndex(of: "=") else { return (given, nil) }
        let result = String(given[given.index(after: end)...]).trimmedBlanks
        let written = Self.digits(String(given[..<end]))
        guard written.count == numbers.count else { return (result, nil) }
        for (number, text) in zip(numbers, written) {
            guard let number, Int64(text) != number.value else { continue }
            let name = number.name.isEmpty ? "One of the numbers" : "“\(number.name)”"
            return (result, "\(name) is \(number.value).")
        }
        return (result, nil)
    }
}
