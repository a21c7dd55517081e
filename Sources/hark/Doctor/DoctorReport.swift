import Doctor
import Engine
import JSON
import Views

/// What the doctor found, as lines for a person or as one JSON object.
struct DoctorReport {
    private static let column = 14

    let proxy: HostPort
    let diagnoses: [Diagnosis]

    /// - Parameter width: the terminal's, for text to be broken to.
    func write(to buffer: inout LineBuffer, width: Int?) {
        for diagnosis in diagnoses { Self.write(diagnosis, to: &buffer, width: width) }
        buffer.newline()
        switch diagnoses.verdict {
        case .bad: buffer.line("Something is in the way (marked bad). Fix that first, then run this again.")
        case .warn: buffer.line("\(proxy) works. What is marked warn stops some clients.")
        case .ok: buffer.line("\(proxy) works, and nothing here stands in the way.")
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("proxy")
        writer.string("\(proxy)")
        writer.key("verdict")
        writer.string(diagnoses.verdict.rawValue)
        writer.key("checks")
        writer.beginArray()
        for diagnosis in diagnoses { Self.write(diagnosis, to: &writer) }
        writer.endArray()
        writer.endObject()
    }

    private static func write(_ diagnosis: Diagnosis, to buffer: inout LineBuffer, width: Int?) {
        buffer.ink(ink(of: diagnosis.verdict)) { $0.wire(diagnosis.verdict.rawValue) }
        buffer.pad(to: 6)
        buffer.wire(diagnosis.name)
        let lines = width.map { WrappedText.lines(diagnosis.text, width: max(40, $0 - column - 7)) }
        for line in lines ?? [diagnosis.text] {
            buffer.pad(to: max(column + 6, buffer.column + (buffer.column > 0 ? 1 : 0)))
            buffer.line(line)
        }
        for line in (diagnosis.remedy ?? "").split(separator: "\n") {
            buffer.pad(to: column + 6)
            buffer.ink(.strong) { $0.wire("→ \(line)") }
            buffer.newline()
        }
    }

    private static func write(_ diagnosis: Diagnosis, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("name")
        writer.string(diagnosis.name)
        writer.key("verdict")
        writer.string(diagnosis.verdict.rawValue)
        writer.key("text")
        writer.string(diagnosis.text)
        writer.key("remedy")
        if let remedy = diagnosis.remedy { writer.string(remedy) } else { writer.null() }
        writer.endObject()
    }

    private static func ink(of verdict: Diagnosis.Verdict) -> Ink {
        switch verdict {
        case .ok: .good
        case .warn: .warning
        case .bad: .bad
        }
    }
}
