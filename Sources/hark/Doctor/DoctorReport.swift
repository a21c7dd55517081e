import Bytes
import Doctor
import Engine
import Views

/// What the doctor found, as lines for a person or as one JSON object.
struct DoctorReport {
    private static let column = 14

    let proxy: HostPort
    let diagnoses: [Diagnosis]
    /// What leads connections to a transparent listener.
    var rules: RedirectRules?

    /// - Parameter width: the terminal's, for text to be broken to.
    func write(to buffer: inout LineBuffer, width: Int?) {
        for diagnosis in diagnoses { Self.write(diagnosis, to: &buffer, width: width) }
        buffer.newline()
        func sentence(_ text: String) { buffer.wrapped(text, width: width) }
        // Of a proxy that --only leaves out nothing is said.
        let isTried = diagnoses.contains {
            ["listening", "identity", "http", "https"].contains($0.name) && $0.verdict == .ok
        }
        switch diagnoses.verdict {
        case .bad: sentence("Fix what is marked bad first, then run 'hark doctor' again.")
        case .warn where diagnoses.contains { $0.name == "listening" && $0.verdict == .info }:
            sentence("No proxy runs at \(proxy). What is marked warn affects some clients of one.")
        case .warn where !isTried: sentence("What is marked warn affects some clients.")
        case .warn: sentence("\(proxy) works, but what is marked warn affects some clients.")
        case .ok, .info:
            sentence(
                diagnoses.contains { $0.name == "listening" && $0.verdict == .info }
                    ? "No problem was found; no proxy runs."
                    : isTried ? "\(proxy) works, and no problem was found." : "No problem was found.")
        }
        guard let rules else { return }
        buffer.newline()
        sentence("These commands redirect connections to Hark until you remove the rules or restart the computer:")
        buffer.newline()
        for line in rules.command.split(separator: "\n") {
            buffer.wire(String(line))
            buffer.newline()
        }
        buffer.newline()
        sentence("Remove the rules with: \(rules.undo)")
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("proxy", "\(proxy)")
        writer.member("verdict", diagnoses.verdict.rawValue)
        writer.beginArray("checks")
        for diagnosis in diagnoses { Self.write(diagnosis, to: &writer) }
        writer.endArray()
        if let rules { writer.member("nft", rules.text) }
        writer.endObject()
    }

    private static func write(_ diagnosis: Diagnosis, to buffer: inout LineBuffer, width: Int?) {
        buffer.ink(ink(of: diagnosis.verdict)) { $0.wire(diagnosis.verdict.rawValue) }
        buffer.pad(to: 6)
        buffer.wire(diagnosis.name)
        buffer.pad(to: max(column + 6, buffer.column + 1))
        buffer.wrapped(diagnosis.text, width: width, hanging: column + 6)
        for line in (diagnosis.remedy ?? "").split(separator: "\n") {
            for (place, part) in remedy(String(line), width: width.map { $0 - column - 8 }).enumerated() {
                buffer.pad(to: column + 6)
                buffer.ink(.strong) { $0.wire((place == 0 ? "→ " : "  ") + part) }
                buffer.newline()
            }
        }
    }

    /// A command is broken so that a shell takes it still; what has a comma in it is a sentence.
    static func remedy(_ line: String, width: Int?) -> [String] {
        guard let width else { return [line] }
        let room = max(24, width)
        return line.contains(", ") ? WrappedText.lines(line, width: room) : WrappedText.command(line, width: room)
    }

    private static func write(_ diagnosis: Diagnosis, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", diagnosis.name)
        writer.member("verdict", diagnosis.verdict.rawValue)
        writer.member("text", diagnosis.text)
        writer.key("remedy")
        if let remedy = diagnosis.remedy { writer.string(remedy) } else { writer.null() }
        writer.endObject()
    }

    private static func ink(of verdict: Diagnosis.Verdict) -> Ink {
        switch verdict {
        case .ok: .good
        case .info: .quiet
        case .warn: .warning
        case .bad: .bad
        }
    }
}
