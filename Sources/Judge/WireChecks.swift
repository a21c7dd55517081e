import Bytes
package import Explain
package import Flow
package import HTTPModel

/// What the decoder of the wire finds, as checks: what makes a message malformed, and what was tolerated.
///
/// The decoder has found it already when a flow is judged. Codes are the names of `WireError` and `Quirk`.
package enum WireChecks {
    /// Each code once. Where some senders are forgiven what others are refused for, it is that of the refusal.
    package static let all: [Check] =
        WireError.Code.allCases.map { check($0) }
        + Quirk.Code.allCases.filter { WireError.Code(name: $0.name) == nil && $0 != .unencodedTarget }.map {
            check($0)
        }

    /// What checks of URLs and statuses say of any recording, and how much it matters by the character or the length.
    private static let saidByChecks: Set<Quirk.Code> = [.unencodedTarget, .framingWithoutBody]

    private static let byCode = Dictionary(
        all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    /// What was found in the messages of a flow, as they were received.
    package static func findings(of record: borrowing FlowRecord) -> [Finding] {
        var found: [Finding] = []
        if record.hasQuirks {
            for kind in MessageKind.allCases {
                found += findings(record.quirks(kind), in: kind, isPasted: record[kind].sent == nil)
            }
        }
        if let outcome = record.outcome, let error = outcome.error {
            found.append(finding(error, outcome.by == .client ? .request : .response))
        }
        return found
    }

    /// What was tolerated in a message.
    ///
    /// - Parameter isPasted: it was not received.
    package static func findings(_ quirks: [Quirk], in kind: MessageKind, isPasted: Bool) -> [Finding] {
        quirks.compactMap { quirk in
            // That is what editors do to a text, and no sender.
            if isPasted && quirk.code == .bareLineFeed || saidByChecks.contains(quirk.code) { return nil }
            return finding(quirk, kind, isPasted ? quirk.observation : quirk.text)
        }
    }

    /// A note of the decoder as a finding; nil for any other note.
    ///
    /// - Parameter start: where its message begins in what the note counts in.
    package static func finding(of note: Note, from start: Int) -> Finding? {
        guard let check = byCode[note.code] else { return nil }
        if note.level != .bad, saidByChecks.contains(where: { $0.name == note.code }) { return nil }
        return Finding(
            check: check, message: note.message, range: note.offset - start..<note.offset - start + note.length,
            arguments: [Argument(.rule, .words(note.text))], level: note.level)
    }

    private static func finding(_ quirk: Quirk, _ kind: MessageKind, _ text: String) -> Finding {
        Finding(
            check: byCode[quirk.code.name] ?? check(quirk.code), message: kind,
            range: quirk.offset..<quirk.offset + max(0, quirk.length),
            arguments: [Argument(.rule, .words(Prose(stringLiteral: text)))], level: .warning)
    }

    /// Why a message was refused.
    package static func finding(_ error: WireError, _ kind: MessageKind) -> Finding {
        // Offsets of errors of a body count from the body's first byte: there is no place in the head.
        let isOfHead = error.bytes.isEmpty == false && error.offset >= 0
        return Finding(
            check: byCode[error.code.name] ?? check(error.code), message: kind,
            range: isOfHead ? error.offset..<error.offset + max(0, error.length) : 0..<0,
            arguments: [Argument(.rule, .words(Prose(stringLiteral: error.text)))])
    }

    private static func check(_ code: WireError.Code) -> Check {
        let error = WireError(code, offset: 0)
        return check(code.name, .bad, error.spec, error.text)
    }

    private static func check(_ code: Quirk.Code) -> Check {
        let quirk = Quirk(code, offset: 0, length: 0)
        return check(code.name, .warning, quirk.spec, quirk.observation)
    }

    /// - Parameter sentence: what is wrong, of any message; a finding has the decoder's own words for its message.
    private static func check(_ code: String, _ level: Note.Level, _ spec: String, _ sentence: String) -> Check {
        Check(
            code, level, .framing, .wire, Spec(stringLiteral: spec), Template(stringLiteral: title(of: code)),
            "\(.rule)", general: Template(stringLiteral: sentence), advice: WireAdvice.byCode[code], bad: [], good: []
        ) { _, _ in }
    }

    /// `Missing host`: the code as words.
    private static func title(of code: String) -> String {
        let words = code.replacing("-", with: " ").replacing("http10", with: "HTTP/1.0")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
