/// Why a word is no value.
struct TOMLWordFault: Error {
    let code: TOMLError.Code
}

// Values that are written without quotes.
extension TOMLValue {
    /// The value of a word; `true`, `-17`, `6.5e3`, `2027-03-01`.
    init(word: String) throws(TOMLWordFault) {
        switch word {
        case "": throw TOMLWordFault(code: .expectedValue)
        case "true": self = .boolean(true)
        case "false": self = .boolean(false)
        default:
            let sign = word.first == "+" || word.first == "-"
            let rest = sign ? word.dropFirst() : Substring(word)
            guard let first = rest.utf8.first, (ASCII.zero...ASCII.nine).contains(first) else {
                throw TOMLWordFault(code: Self.fault(ofWord: word, rest))
            }
            if Self.looksLikeDate(word) {
                self = .date(try Self.date(word))
            } else {
                self = try Self.number(word, rest)
            }
        }
    }

    private static func fault(ofWord word: String, _ rest: Substring) -> TOMLError.Code {
        switch rest {
        case "inf", "nan": .notFinite
        case "": .badNumber
        default:
            if ["true", "false"].contains(word.lowercased()) {
                .upperCaseBoolean
            } else {
                // `.5` and `-x` are numbers gone wrong.
                rest.first == "." || rest.count < word.count ? .badNumber : .unquotedString
            }
        }
    }

    private static func looksLikeDate(_ word: String) -> Bool {
        word.contains(":")
            || word.utf8.dropFirst().dropLast().contains(ASCII.hyphen) && !word.contains("e-")
                && !word.contains("E-")
    }

    private static func date(_ word: String) throws(TOMLWordFault) -> TOMLDate {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        if word.contains(":") { throw TOMLWordFault(code: .dateTime) }
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy(isDigits),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            let date = TOMLDate(year: year, month: month, day: day)
        else { throw TOMLWordFault(code: .badDate) }
        return date
    }

    private static func number(_ word: String, _ rest: Substring) throws(TOMLWordFault) -> TOMLValue {
        let bad = TOMLWordFault(code: .badNumber)
        if ["0x", "0o", "0b"].contains(rest.prefix(2)) { throw TOMLWordFault(code: .otherBase) }
        let parts = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard mantissa.count <= 2, mantissa.allSatisfy(isNumber) else { throw bad }
        // A leading zero would be octal elsewhere.
        guard mantissa[0] == "0" || mantissa[0].first != "0" else { throw bad }
        let plain = word.filter { $0 != "_" }
        if mantissa.count == 1, parts.count == 1 {
            guard let integer = Int64(plain) else { throw TOMLWordFault(code: .integerTooLarge) }
            return .integer(integer)
        }
        if parts.count == 2 {
            let exponent = parts[1]
            let digits = exponent.first == "+" || exponent.first == "-" ? exponent.dropFirst() : exponent
            guard isNumber(digits) else { throw bad }
        }
        guard let float = Double(plain) else { throw bad }
        guard float.isFinite else { throw TOMLWordFault(code: .notFinite) }
        return .float(float)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (ASCII.zero...ASCII.nine).contains($0) }
    }

    /// Digits, with an underscore only between two of them.
    private static func isNumber(_ text: Substring) -> Bool {
        text.split(separator: "_", omittingEmptySubsequences: false).allSatisfy(isDigits)
    }
}
