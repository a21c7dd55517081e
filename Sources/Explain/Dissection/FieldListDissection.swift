package import Bytes
package import Flow
package import HTTPModel
package import HTTPWire
import Registry

/// A list of fields without a start line, line by line. No reader of messages could name its parts.
///
/// That of an HTTP/2 message was refused, or somebody wrote it: what is wrong is marked where it stands (RFC 9113 §8.2,
/// §8.3). Other lists are parts of a head that somebody copied.
package enum FieldListDissection {
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

    /// The text is the list of a request, and no reader of HTTP/2 would refuse it (RFC 9113 §8.3.1).
    package static func isWholeRequest(_ text: Bytes) -> Bool {
        let section = RecordedHead.section(text, hasStartLine: false)
        let parts = [":method", ":scheme", ":authority", ":path"] as [StaticString]
        return parts.allSatisfy { section.pseudoField($0) != nil } && FieldRules.fault(section, .request) == nil
    }

    /// Header fields without the line before them, which is what one copies of a head: each block between empty lines
    /// is one list. Empty for any other text.
    ///
    /// - Parameter kind: nil: the fields tell, where they do.
    static func lists(ofText input: Bytes, _ kind: MessageKind?) -> [(list: Explanation, isKnown: Bool)] {
        guard isList(input) else { return [] }
        let lines = LineReader(input: input, acceptsBareLineFeed: true)
        var lists: [(list: Explanation, isKnown: Bool)] = []
        var start = 0
        while lines.afterEmptyLines(at: start) < input.count, lists.count < listLimit {
            let first = lines.afterEmptyLines(at: start)
            var end = first
            while end < input.count, !lines.line(at: end).isEmpty { end = lines.line(at: end).next }
            let told = kind ?? self.kind(of: RecordedHead.section(input.slice(first..<end), hasStartLine: false))
            lists.append((list(input, from: start, to: end, told ?? .response, lines), told != nil))
            start = end
        }
        return lists
    }

    /// Each line is a field's or continues one, and some of the names are registered.
    package static func isList(_ text: Bytes) -> Bool {
        let lines = LineReader(input: text, acceptsBareLineFeed: true)
        var (place, fields, known) = (0, 0, 0)
        while place < min(text.count, listWindow) {
            let line = lines.line(at: place)
            defer { place = line.next }
            if line.isEmpty || fields > 0 && lines.continues(at: line.start) { continue }
            guard let colon = text.index(of: ASCII.colon, from: line.start, before: line.end), colon > line.start,
                OctetClass.token.containsAll(text.slice(line.start..<colon))
            else { return false }
            fields += 1
            if Vocabulary.fields[text.slice(line.start..<colon)] != nil { known += 1 }
        }
        return known > 0
    }

    private static let listWindow = 64 << 10
    private static let listLimit = 64

    /// Whose fields these are: some only requests have, some only responses. nil where none of them tells.
    private static func kind(of section: FieldSection) -> MessageKind? {
        var (requests, responses) = (0, 0)
        for line in section.lines {
            guard let term = Vocabulary.fields[section.name(of: line)] else { continue }
            if term.has(.request), !term.has(.response) { requests += 1 }
            if term.has(.response), !term.has(.request) { responses += 1 }
        }
        return requests == responses ? nil : requests > responses ? .request : .response
    }

    private static func list(
        _ input: Bytes, from start: Int, to end: Int, _ kind: MessageKind, _ lines: LineReader
    ) -> Explanation {
        var list = SpanList(at: start)
        list.leaf("CRLF", to: lines.afterEmptyLines(at: start), "RFC 9112 §2.2", "Empty lines before the fields.")
        let first = list.position
        let reader = FieldLineSpans(input: input, lines: lines, kind: kind)
        var fields: [FieldLine] = []
        while list.position < end, list.count < MessageReader.Limits().spans {
            let (last, field) = reader.field(lines.line(at: list.position), after: fields, into: &list)
            if let field { fields.append(field) }
            list.leaf("CRLF", to: last.next, "RFC 9112 §2.2", "Ends the field line.")
        }
        list.leaf("field-line", to: end, "RFC 9112 §5", "More field lines, not described one by one.")
        return Explanation(
            kind: kind, offset: start, length: end - start, spans: list.spans, head: .unreadable, headOffset: first,
            framing: nil, error: nil, answered: nil)
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
