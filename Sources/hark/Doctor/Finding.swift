import JSON
import Views

/// One thing that the doctor looked at, and what to do about it. A value.
struct Finding {
    enum Verdict: String, CaseIterable {
        case ok, warn, bad
    }

    /// What was looked at: `listening`, `http_proxy`.
    let name: String
    let verdict: Verdict
    /// A sentence or two: what was found.
    let text: String
    /// What to do: a command, or a sentence. nil when all is well.
    let remedy: String?

    init(_ name: String, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
        self.name = name
        self.verdict = verdict
        self.text = text
        self.remedy = remedy
    }

    private static let column = 14

    /// `width`: the terminal's, for text to be broken to.
    func write(to buffer: inout LineBuffer, width: Int?) {
        buffer.ink(verdict.ink) { $0.wire(verdict.rawValue) }
        buffer.pad(to: 6)
        buffer.wire(name)
        let lines = width.map { WrappedText.lines(text, width: max(40, $0 - Self.column - 7)) }
        for line in lines ?? [text] {
            buffer.pad(to: max(Self.column + 6, buffer.column + (buffer.column > 0 ? 1 : 0)))
            buffer.line(line)
        }
        for line in (remedy ?? "").split(separator: "\n") {
            buffer.pad(to: Self.column + 6)
            buffer.ink(.strong) { $0.wire("→ \(line)") }
            buffer.newline()
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("name")
        writer.string(name)
        writer.key("verdict")
        writer.string(verdict.rawValue)
        writer.key("text")
        writer.string(text)
        writer.key("remedy")
        if let remedy { writer.string(remedy) } else { writer.null() }
        writer.endObject()
    }
}

extension Finding.Verdict {
    fileprivate var ink: Ink {
        switch self {
        case .ok: .good
        case .warn: .warning
        case .bad: .bad
        }
    }
}

extension [Finding] {
    /// The worst of them.
    var verdict: Finding.Verdict {
        if contains(where: { $0.verdict == .bad }) { return .bad }
        return contains { $0.verdict == .warn } ? .warn : .ok
    }
}
