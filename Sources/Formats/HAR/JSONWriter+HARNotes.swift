import Bytes
import Explain
import Flow
import Judge

extension JSONWriter {
    /// What was found in the exchange: code, level, place and values. The words are the check's, and in no file.
    mutating func notes(_ findings: [Finding]) {
        beginArray("_notes")
        for finding in findings { note(finding) }
        endArray()
    }

    private mutating func note(_ finding: Finding) {
        // There are several in each entry, so what is between the values is written in one piece.
        beginObject()
        literal(#""code":"#)
        string(finding.check.code)
        switch finding.level {
        case .good: literal(#","level":"good""#)
        case .info: literal(#","level":"info""#)
        case .warning: literal(#","level":"warning""#)
        case .bad: literal(#","level":"bad""#)
        }
        switch finding.message {
        case .request?: literal(#","message":"request","offset":"#)
        case .response?: literal(#","message":"response","offset":"#)
        case nil: literal(#","message":null,"offset":"#)
        }
        integer(finding.range.lowerBound)
        literal(#","length":"#)
        integer(finding.range.count)
        literal(#","spec":"#)
        finding.check.spec.json.withUnsafeBytes { append($0) }
        literal(#","arguments":{"#)
        for argument in finding.arguments {
            key(escaping: argument.slot.rawValue)
            value(argument.value)
        }
        endObject()
        endObject()
    }

    /// Numbers as numbers: sizes in bytes, durations in seconds, moments in seconds since 1970.
    private mutating func value(_ value: Value) {
        switch value {
        case .bytes(let bytes): string(bytes)
        case .text(let text): string(text)
        case .words(let words): string(words.text)
        case .number(let number): integer(number)
        case .seconds(let seconds): integer(seconds)
        case .size(let size): integer(size)
        case .date(let seconds): integer(seconds)
        }
    }
}
