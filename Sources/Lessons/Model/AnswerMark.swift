import Bytes

/// What an answer is worth.
package struct AnswerMark: Sendable, Hashable {
    package let isRight: Bool
    /// The belief that led to it, when it is a known one.
    package let misconception: Misconception?
    package let feedback: String
}

extension AskedQuestion {
    /// Marks an answer; nil when it is none: no option, no number.
    package func mark(_ given: String) -> AnswerMark? {
        let given = given.trimmedBlanks
        switch key {
        case .ids(let right): return mark(given, ids: right)
        case .number(let right, let tolerance):
            let (written, fault) = sum?.read(given) ?? (given, nil)
            guard let number = number(written) else { return nil }
            if let fault { return wronged(by: nil, fault) }
            return marked(abs(number - Double(right)) <= Double(tolerance)) { trap in
                self.number(trap.value) == number
            }
        case .text(let right, let ignoresCase):
            guard !given.isEmpty else { return nil }
            func isSame(_ other: String) -> Bool {
                ignoresCase ? Bytes(other).equalsIgnoringCase(Bytes(given)) : other == given
            }
            return marked(isSame(right)) { isSame($0.value) }
        case .bytes(let right):
            guard let number = Int(given) else { return nil }
            return marked(right.contains(number)) { $0.value == given }
        }
    }

    /// What an answer should look like.
    package var expected: String {
        switch kind {
        case .choice: "expected one of \(options.map(\.id).sorted().joined(separator: ", "))"
        case .several: "expected some of \(options.map(\.id).sorted().joined(separator: ", ")), with commas, or none"
        case .order: "expected all of \(options.map(\.id).sorted().joined(separator: ", ")), in order, with commas"
        case .number: "expected a number" + (unit.map { ", in \($0.rawValue)" } ?? "")
        case .byte: "expected the offset of a byte, counted from 0"
        case .text: "expected a text"
        }
    }

    private func mark(_ given: String, ids right: [String]) -> AnswerMark? {
        let isNone = kind == .several && given.lowercased() == "none" && !options.contains { $0.id == "none" }
        let parts = isNone ? [] : given.split(separator: ",").map { String($0).trimmedBlanks }
        var chosen: [AnswerOption] = []
        for part in parts {
            guard let option = option(part), !chosen.contains(where: { $0.id == option.id }) else { return nil }
            chosen.append(option)
        }
        let ids = chosen.map(\.id)
        switch kind {
        case .order where ids.count != options.count: return nil
        case .choice where ids.count != 1: return nil
        case .several where ids.isEmpty && !isNone: return nil
        case .choice, .several, .byte, .number, .text, .order: break
        }
        let isRight = kind == .order ? ids == right : Set(ids) == Set(right)
        if isRight { return AnswerMark(isRight: true, misconception: nil, feedback: because) }
        let wrong = chosen.first { !right.contains($0.id) }
        let missed = options.first { right.contains($0.id) && !ids.contains($0.id) && $0.misconception != nil }
        return wronged(by: wrong?.misconception ?? missed?.misconception, wrong?.feedback ?? "")
    }

    /// By its id; in any case where that names one option.
    private func option(_ id: String) -> AnswerOption? {
        if let exact = options.first(where: { $0.id == id }) { return exact }
        let alike = options.filter { $0.id.lowercased() == id.lowercased() }
        return alike.count == 1 ? alike[0] : nil
    }

    private func marked(_ isRight: Bool, _ isTrapped: (AnswerTrap) -> Bool) -> AnswerMark {
        if isRight { return AnswerMark(isRight: true, misconception: nil, feedback: because) }
        let trap = traps.first(where: isTrapped)
        return wronged(by: trap?.misconception, trap?.feedback ?? "")
    }

    /// The belief is named, then what disproves it.
    private func wronged(by misconception: Misconception?, _ feedback: String) -> AnswerMark {
        let parts = [misconception.map(\.text) ?? "", feedback, because].filter { !$0.isEmpty }
        return AnswerMark(isRight: false, misconception: misconception, feedback: parts.joined(separator: " "))
    }

    // MARK: Numbers

    /// Units that may follow a number, with what one of them is in the unit that is asked for.
    private var units: [String: Double] {
        let time: [String: Double] = [
            "ms": 0.001, "millisecond": 0.001, "milliseconds": 0.001, "s": 1, "sec": 1, "secs": 1, "second": 1,
            "seconds": 1, "min": 60, "minute": 60, "minutes": 60, "h": 3_600, "hour": 3_600, "hours": 3_600,
            "d": 86_400, "day": 86_400, "days": 86_400,
        ]
        switch unit {
        case .seconds: return time
        case .milliseconds: return time.mapValues { $0 * 1_000 }
        case .bytes:
            return [
                "b": 1, "byte": 1, "bytes": 1, "kib": 1_024, "kb": 1_000, "mib": 1_048_576, "mb": 1_000_000,
            ]
        case .percent: return ["%": 1, "percent": 1]
        case nil: return [:]
        }
    }

    /// `40`, `40 s`, `1,024 bytes`.
    private func number(_ given: String) -> Double? {
        guard given.utf8.count <= 40 else { return nil }
        let plain = given.lowercased().filter { $0 != "," && $0 != "_" && $0 != " " }
        let digits = plain.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        guard let number = Double(digits) else { return nil }
        let word = String(plain.dropFirst(digits.count))
        if word.isEmpty { return number }
        // In seconds, so that no rounding makes `0.3 s` another number than `300 ms`.
        return units[word].map { (number * $0 * 1_000).rounded() / 1_000 }
    }
}

extension String {
    /// Without white space at its ends.
    var trimmedBlanks: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text = text.dropFirst() }
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }
}
