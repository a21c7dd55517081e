import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Registry

/// A line of a message's head, with what the registry knows of its name. An object, as many checks go over all lines.
final class NamedLine {
    let line: FieldLine
    /// As it was sent.
    let name: Bytes
    /// nil for a name that no table has.
    let term: Term?

    private init(line: FieldLine, name: Bytes, term: Term?) {
        self.line = line
        self.name = name
        self.term = term
    }

    /// The number of lines of a message that are read.
    private static let most = 200

    static func list(_ fields: FieldSection) -> [NamedLine] {
        fields.lines.prefix(most).map { line in
            let name = fields.name(of: line)
            let term = line.known == .other ? Vocabulary.fields[name] : known[Int(line.known.rawValue)]
            return NamedLine(line: line, name: name, term: term)
        }
    }

    /// Of the fields that the decoder knows, by their numbers.
    private static let known = KnownField.allCases.map { Vocabulary.fields[Bytes($0.name.description)] }
}

/// A Structured Field of a message: all its lines, read as its definition says (RFC 9651 §4.2).
struct StructuredLine {
    let name: Bytes
    /// Where its first line has its value.
    let range: Range<Int>
    let kind: StructuredField.Kind
    /// Its lines as one value.
    let value: Bytes
    let result: Result<StructuredField, StructuredFieldError>

    /// Longer values are not read.
    private static let longest = 16_384

    /// Those that are registered; what is in use without is often written otherwise.
    static func list(_ names: [NamedLine], in fields: FieldSection) -> [StructuredLine] {
        var lines: [StructuredLine] = []
        for named in names {
            guard let term = named.term, term.standing != .unregistered, let kind = kind(term),
                !lines.contains(where: { $0.name.equalsIgnoringCase(named.name) })
            else { continue }
            let values = fields.values(named: named.name)
            // What was hidden in an exported file was something else when it was sent.
            guard values.reduce(0, { $0 + $1.count }) <= longest, !values.contains(where: RedactedTag.isIn) else {
                continue
            }
            lines.append(
                StructuredLine(
                    name: named.name, range: named.line.value, kind: kind, value: StructuredField.joined(values),
                    result: Result { () throws(StructuredFieldError) in try StructuredField(kind, lines: values) }))
        }
        return lines
    }

    private static func kind(_ term: Term) -> StructuredField.Kind? {
        if term.has(.structuredItem) { return .item }
        if term.has(.structuredList) { return .list }
        return term.has(.structuredDictionary) ? .dictionary : nil
    }

    /// The members, or the item; none when it cannot be read.
    var members: [(key: Bytes?, member: StructuredMember)] {
        switch result {
        case .success(.item(let item)): [(nil, .item(item))]
        case .success(.list(let members)): members.map { (nil, $0) }
        case .success(.dictionary(let map)): map.entries.map { ($0.key, $0.value) }
        case .failure: []
        }
    }

    func `is`(_ name: StaticString) -> Bool { self.name.equalsIgnoringCase(name) }
}

// What is asked of either message.
extension Facts {
    func fields(_ side: MessageKind) -> FieldSection {
        switch side {
        case .request: request?.fields ?? Self.noFields
        case .response: response?.fields ?? Self.noFields
        }
    }

    func names(_ side: MessageKind) -> [NamedLine] {
        switch side {
        case .request: askedNames
        case .response: answeredNames
        }
    }

    func structured(_ side: MessageKind) -> [StructuredLine] {
        switch side {
        case .request: askedStructures
        case .response: answeredStructures
        }
    }

    /// One Structured Field of a message.
    func structured(_ side: MessageKind, _ name: StaticString) -> StructuredLine? {
        structured(side).first { $0.is(name) }
    }

    func type(_ side: MessageKind) -> MediaType? {
        switch side {
        case .request: requestType
        case .response: type
        }
    }

    /// A message's content without its codings, where all of it is known as it was sent; nil when it is empty, or
    /// longer than anybody wants to look through.
    func plainContent(_ side: MessageKind) -> Bytes? {
        guard side == .response, !codings.isEmpty else {
            return fields(side).contains(.contentEncoding) && side == .request ? nil : wireContent(side)
        }
        guard let unpacked, unpacked.fault == nil, unpacked.content.count <= Self.mostContent else { return nil }
        return unpacked.content.isEmpty ? nil : unpacked.content
    }

    /// A message's content with the codings that it was sent with.
    func wireContent(_ side: MessageKind) -> Bytes? {
        let content: Content
        switch side {
        case .request:
            guard isWhole else { return nil }
            content = requestContent
            if let length = request?.fields.first(.contentLength)?.decimal, length != UInt64(content.bytes?.count ?? 0)
            {
                return nil
            }
        case .response:
            guard responseMayHaveContent, response?.status != 206, isWhole else { return nil }
            content = responseContent
            if let length = announcedLength, length != UInt64(content.bytes?.count ?? 0) { return nil }
        }
        guard !content.isTruncated, content.isExact, let bytes = content.bytes, !bytes.isEmpty,
            bytes.count <= Self.mostContent
        else {
            return nil
        }
        return bytes
    }

    private static let mostContent = 1 << 20
}
