import Bytes
package import Flow
package import HTTPModel
package import HTTPWire
import Registry

/// The list of fields of an HTTP/2 message that was refused, line by line, with what is wrong marked where it stands
/// (RFC 9113 §8.2, §8.3). It has no start line, so that no reader of HTTP/1 could name its parts.
enum FieldListDissection {
    /// The message's list; nil where it is none.
    static func explanation(of input: Bytes, _ kind: MessageKind, in record: FlowRecord) -> Explanation? {
        guard record[kind].stream != nil, record[kind].malformedHead != nil else { return nil }
        let section = RecordedHead.section(input, hasStartLine: false)
        let fault = FieldRules.fault(section, kind)
        var list = SpanList(at: 0)
        for (place, line) in section.lines.enumerated() {
            guard Int(line.start) == list.position else { break }
            add(line, of: section, fault.flatMap { $0.line == place ? $0 : nil }, &list)
        }
        list.leaf(
            list.position + 2 >= input.count ? "CRLF" : "field-section", to: input.count, "RFC 9113 §8.1",
            "Behind the fields.")
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
        parts.leaf(
            "field-name", to: Int(line.nameEnd), isNameWrong ? fault?.spec ?? "" : words.spec,
            isNameWrong ? Wording(fault?.text ?? "") : Wording(words.text), malformed: isNameWrong)
        parts.leaf("\":\"", to: min(Int(line.nameEnd) + 1, Int(line.valueStart)), "RFC 9113 §8.2", "Name and value.")
        parts.leaf("OWS", to: Int(line.valueStart), "RFC 9113 §8.2", "A space, for people.")
        let isValueWrong = fault != nil && !isNameWrong
        parts.leaf(
            "field-value", to: Int(line.valueEnd), isValueWrong ? fault?.spec ?? "" : "RFC 9113 §8.2",
            isValueWrong ? Wording(fault?.text ?? "") : "\(abbreviating: section.value(of: line))",
            malformed: isValueWrong)
        list.group("field-line", words.spec, "\(abbreviating: name)", malformed: false, parts)
        list.leaf("CRLF", to: Int(line.end), "RFC 9113 §8.2", "On the wire each field has its own octets.")
    }

    private static func meaning(of name: Bytes) -> (text: String, spec: String) {
        switch name.text {
        case ":method": ("What is to be done.", "RFC 9113 §8.3.1")
        case ":scheme": ("The scheme of the URL.", "RFC 9113 §8.3.1")
        case ":authority": ("Host and port of the URL.", "RFC 9113 §8.3.1")
        case ":path": ("Path and query of the URL.", "RFC 9113 §8.3.1")
        case ":protocol": ("What a CONNECT opens.", "RFC 8441 §4")
        case ":status": ("How it went.", "RFC 9113 §8.3.2")
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
            case .response: _ = try response(fields)
            }
            return nil
        } catch {
            return error
        }
    }
}
