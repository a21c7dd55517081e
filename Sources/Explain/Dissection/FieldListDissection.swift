import Bytes
package import Flow
package import HTTPModel
package import HTTPWire
import Registry

/// A list of fields of an HTTP/2 message, line by line, with what is wrong marked where it stands (RFC 9113 §8.2,
/// §8.3): one that was refused, or one that somebody writes. It has no start line, so that no reader of HTTP/1 could
/// name its parts.
enum FieldListDissection {
    /// The list of a recorded message that was refused; nil where it is none.
    static func explanation(of input: Bytes, _ kind: MessageKind, in record: FlowRecord) -> Explanation? {
        guard record[kind].stream != nil, record[kind].malformedHead != nil else { return nil }
        return explanation(of: input, kind)
    }

    /// A text that begins as only a list does; nil of any other.
    ///
    /// - Parameter kind: nil: a status makes it a response.
    static func explanation(ofText input: Bytes, _ kind: MessageKind?) -> Explanation? {
        guard input.count > 1, input[0] == ASCII.colon, ASCII.isAlpha(input[1]) else { return nil }
        let section = RecordedHead.section(input, hasStartLine: false)
        return explanation(of: input, kind ?? (section.pseudoField(":status") == nil ? .request : .response))
    }

    private static func explanation(of input: Bytes, _ kind: MessageKind) -> Explanation {
        let section = RecordedHead.section(input, hasStartLine: false)
        let fault = FieldRules.fault(section, kind)
        var list = SpanList(at: 0)
        for (place, line) in section.lines.enumerated() {
            guard Int(line.start) == list.position else { break }
            add(line, of: section, fault.flatMap { $0.line == place ? $0 : nil }, &list)
        }
        // Of a field that is missing nothing stands there that could be marked but the end of all.
        let missing = fault.flatMap { $0.line == nil ? $0 : nil }
        list.leaf(
            list.position + 2 >= input.count ? "CRLF" : "field-section", to: input.count,
            missing?.spec ?? "RFC 9113 §8.1", missing.map { Wording($0.text) } ?? "After the fields.",
            malformed: missing != nil)
        return Explanation(
            kind: kind, offset: 0, length: input.count, spans: list.spans, head: .unreadable, headOffset: 0,
            framing: nil, error: nil, answered: nil)
    }

    private static func add(
        _ line: FieldLine, of section: FieldSection, _ fault: FieldFault?, _ list: inout SpanList
    ) {
        let name = section.name(of: line)
        var parts = list.children()
        let isNameWrong = fault.map { line.name.contains($0.offset) } ?? false
        let words = meaning(of: name)
        let lacksColon = !section.hasColon(line)
        let wrong: (text: String, spec: String)? =
            lacksColon
            ? (WireError(.missingColon, offset: 0).text, "RFC 9113 §8.2")
            : isNameWrong ? (fault?.text ?? "", fault?.spec ?? "") : nil
        parts.leaf(
            "field-name", to: Int(line.nameEnd), wrong?.spec ?? words.spec, Wording(wrong?.text ?? words.text),
            malformed: wrong != nil)
        parts.leaf("\":\"", to: min(Int(line.nameEnd) + 1, Int(line.valueStart)), "RFC 9113 §8.2", "Name and value.")
        parts.leaf("OWS", to: Int(line.valueStart), "RFC 9113 §8.2", "A space, for readability.")
        let isValueWrong = fault != nil && !isNameWrong
        parts.leaf(
            "field-value", to: Int(line.valueEnd), isValueWrong ? fault?.spec ?? "" : "RFC 9113 §8.2",
            isValueWrong
                ? Wording(fault?.text ?? "")
                : section.value(of: line).isEmpty ? "Nothing." : "\(abbreviating: section.value(of: line))",
            malformed: isValueWrong)
        list.group(
            "field-line", words.spec, name.isEmpty ? "A field without a name." : "\(abbreviating: name)",
            malformed: false, parts)
        list.leaf("CRLF", to: Int(line.end), "RFC 9113 §8.2", "On the wire each field is encoded separately.")
    }

    static func meaning(of name: Bytes) -> (text: String, spec: String) {
        switch name.text {
        case ":method": ("The method: what to do.", "RFC 9113 §8.3.1")
        case ":scheme": ("The scheme of the URL.", "RFC 9113 §8.3.1")
        case ":authority": ("Host and port of the URL.", "RFC 9113 §8.3.1")
        case ":path": ("Path and query of the URL.", "RFC 9113 §8.3.1")
        case ":protocol": ("The protocol that CONNECT opens.", "RFC 8441 §4")
        case ":status": ("The status of the response.", "RFC 9113 §8.3.2")
        default: Vocabulary.fields[name].map { ("\($0.name): \($0.text)", $0.spec) } ?? ("A field.", "RFC 9113 §8.2")
        }
    }
}

extension FieldRules {
    /// What makes a list of fields malformed; nil when nothing does.
    package static func fault(_ fields: FieldSection, _ kind: MessageKind) -> FieldFault? {
        do throws(FieldFault) {
            switch kind {
            case .request: _ = try request(fields, allowsExtendedConnect: true)
            case .response: _ = try response(fields, .ofPages)
            }
            return nil
        } catch {
            return error
        }
    }
}

extension Tolerances {
    /// What is not marked as a fault in a list of fields: the rest is read, and yet wrong.
    static let ofPages = Tolerances.standard.subtracting(.spacesAroundValues)
}
