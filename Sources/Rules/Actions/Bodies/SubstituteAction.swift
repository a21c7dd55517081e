import Bytes
import Filter
import Flow
import HTTPModel

/// `substitute-request-body` and `substitute-response-body`: what a regular expression matches.
struct SubstituteAction: RuleAction {
    let kind: MessageKind
    let substitution: Substitution

    static let entries = MessageKind.allCases.map { kind in
        let word = RuleWords.name(kind)
        return ActionEntry(
            "substitute-\(word)-body", "/regex/text/flags",
            "replaces what a regular expression matches in the content of the \(word)"
        ) { reader throws(FilterError) in SubstituteAction(kind: kind, substitution: try reader.substitution()) }
    }

    var clause: String {
        let what = substitution.replacesAll ? "every match" : "the first match"
        return "replaces \(what) of \(substitution.expression.text) in the \(RuleWords.name(kind))'s content with "
            + "'\(substitution.replacement.text)'"
    }

    var stage: RuleStage { kind == .request ? .requestBody : .responseBody }
    var bodyKind: MessageKind? { kind }

    func change(
        _ work: inout BodyWork, of ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) throws(BodyWork.Hindrance) -> String? {
        let before = try work.decoded()
        guard let (text, count) = substitution.applied(to: before) else {
            let reason = "the regular expression needs too many steps for a text of this length"
            throw BodyWork.Hindrance(reason: reason)
        }
        guard count > 0, text != before else { return nil }
        work.put(text, ready.rule.source)
        return "\(count) \(count == 1 ? "place" : "places") of the content \(count == 1 ? "was" : "were") replaced."
    }
}

extension ActionReader {
    /// `/regex/text/flags`: a backslash makes a slash ordinary; blanks may stand in it.
    fileprivate mutating func substitution() throws(FilterError) -> Substitution {
        scanner.skipSpace()
        let start = scanner.position
        guard scanner.take(ASCII.slash) else {
            throw FilterError(start..<start, "missing /regex/text/: \(name) \(usage)")
        }
        let pattern = try part(from: start)
        let patternEnd = scanner.position - 1
        let replacement = try part(from: start)
        let flags = scanner.run { ASCII.isAlpha($0) }
        var inside = ""
        var replacesAll = false
        for (offset, flag) in scanner.text(flags).enumerated() {
            switch flag {
            case "g": replacesAll = true
            case "i", "s", "m": inside.append(flag)
            default:
                let place = flags.lowerBound + offset
                throw FilterError(
                    place..<(place + 1),
                    "unknown flag '\(flag)' (expected g: all, i: any case, m: lines, s: . matches line ends)")
            }
        }
        let lead = inside.isEmpty ? "" : "(?\(inside))"
        do throws(FilterError) {
            let expression = try RegularExpression(lead + pattern)
            return Substitution(expression: expression, replacement: Bytes(replacement), replacesAll: replacesAll)
        } catch {
            let first = start + 1 - lead.utf8.count
            let lower = min(max(start + 1, first + error.range.lowerBound), patternEnd)
            throw FilterError(lower..<min(max(lower, first + error.range.upperBound), patternEnd), error.message)
        }
    }

    /// Up to the next slash, which is stepped over.
    private mutating func part(from start: Int) throws(FilterError) -> String {
        var bytes: [UInt8] = []
        while let byte = scanner.peek, byte != ASCII.slash {
            _ = scanner.take(byte)
            if byte == ASCII.backslash, let escaped = scanner.peek {
                _ = scanner.take(escaped)
                if escaped != ASCII.slash { bytes.append(byte) }
                bytes.append(escaped)
            } else {
                bytes.append(byte)
            }
        }
        guard scanner.take(ASCII.slash) else {
            throw FilterError(
                start..<scanner.position, "/regex/text/ needs three slashes: one is missing")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
