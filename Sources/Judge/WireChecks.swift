import Bytes
package import Explain
package import Flow
import HTTPModel

/// What the decoder of the wire finds, as checks: what makes a message malformed, and what was tolerated.
///
/// The decoder has found it already when a flow is judged. Codes are those of `WireError` and `Quirk`, with hyphens.
package enum WireChecks {
    /// Each code once. Where some senders are forgiven what others are refused for, it is that of the refusal.
    package static let all: [Check] =
        WireError.Code.allCases.map { errors[$0.rawValue] ?? check($0) }
        + Quirk.Code.allCases.filter { errors[$0.rawValue] == nil }.map { quirks[$0.rawValue] ?? check($0) }

    private static let errors = Dictionary(
        uniqueKeysWithValues: WireError.Code.allCases.map { ($0.rawValue, check($0)) })
    private static let quirks = Dictionary(
        uniqueKeysWithValues: Quirk.Code.allCases.map { ($0.rawValue, check($0)) })

    /// What was found in the messages of a flow, as they were received.
    package static func findings(of record: borrowing FlowRecord) -> [Finding] {
        var found: [Finding] = []
        if record.hasQuirks {
            for kind in MessageKind.allCases {
                let isPasted = record[kind].sent == nil
                for quirk in record.quirks(kind) {
                    // That is what editors do to a text, and no sender.
                    if isPasted, quirk.code == .bareLineFeed { continue }
                    found.append(finding(quirk, kind, isPasted ? quirk.observation : quirk.text))
                }
            }
        }
        if let outcome = record.outcome, let error = outcome.error {
            found.append(finding(error, outcome.by == .client ? .request : .response))
        }
        return found
    }

    /// A note of the decoder as a finding; nil for any other note.
    ///
    /// - Parameter start: where its message begins in what the note counts in.
    package static func finding(of note: Note, from start: Int) -> Finding? {
        guard let check = errors[note.code] ?? quirks[note.code] else { return nil }
        return Finding(
            check: check, message: note.message, range: note.offset - start..<note.offset - start + note.length,
            arguments: [Argument(.rule, .words(note.text))], level: note.level)
    }

    /// The code with hyphens: `missing-host` for `missingHost`. What has no capitals is left as it is.
    package static func code(of name: String) -> String {
        var code = ""
        for character in name {
            if character.isUppercase, !code.isEmpty, code.last != "-" { code.append("-") }
            code += character.lowercased()
        }
        return code.replacing("h-t-t-p10", with: "http10")
    }

    private static func finding(_ quirk: Quirk, _ kind: MessageKind, _ text: String) -> Finding {
        Finding(
            check: errors[quirk.code.rawValue] ?? quirks[quirk.code.rawValue] ?? check(quirk.code), message: kind,
            range: quirk.offset..<quirk.offset + max(0, quirk.length),
            arguments: [Argument(.rule, .words(Prose(stringLiteral: text)))], level: .warning)
    }

    private static func finding(_ error: WireError, _ kind: MessageKind) -> Finding {
        // Offsets of errors of a body count from the body's first byte: there is no place in the head.
        let isOfHead = error.bytes.isEmpty == false && error.offset >= 0
        return Finding(
            check: errors[error.code.rawValue] ?? check(error.code), message: kind,
            range: isOfHead ? error.offset..<error.offset + max(0, error.length) : 0..<0,
            arguments: [Argument(.rule, .words(Prose(stringLiteral: error.text)))])
    }

    private static func check(_ code: WireError.Code) -> Check {
        check(code.rawValue, .bad, WireError(code, offset: 0).spec, "A strict reader refuses this message")
    }

    private static func check(_ code: Quirk.Code) -> Check {
        check(code.rawValue, .warning, Quirk(code, offset: 0, length: 0).spec, "Accepted, but not correct")
    }

    private static func check(_ name: String, _ level: Note.Level, _ spec: String, _ summary: Template) -> Check {
        Check(
            code(of: name), level, .framing, .wire, Spec(stringLiteral: spec), summary, "\(.rule)", bad: [], good: []
        ) { _, _ in }
    }
}
