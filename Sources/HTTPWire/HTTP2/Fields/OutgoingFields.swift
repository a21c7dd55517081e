package import Bytes
package import HTTPModel

/// A head or a trailer section as HTTP/2 sends it: pseudo-header fields first, names in lower case, the authority in
/// `:authority` (RFC 9113 §8.2, §8.3.1).
///
/// What is new is checked once more, whoever made it, as `HeadEncoder` does.
package struct OutgoingFields: Sendable, Hashable {
    /// In the order in which they go out.
    package private(set) var fields: [HPACKField] = []
    private var pseudoCount = 0
    /// There is a Host among them.
    private var hasHost = false

    /// The lines of `section` with the actions carried out. A start line that is not replaced has nothing to say here.
    ///
    /// - Parameters:
    ///   - sensitive: places of the lines that may never be entered into a table (RFC 7541 §6.2.3).
    ///   - action: the action by its place, of `count`.
    package init(
        _ section: FieldSection, sensitive: Set<Int> = [], _ count: Int = 0, _ action: (Int) -> HeadAction
    ) throws(EncodeError) {
        fields.reserveCapacity(section.lines.count + count)
        // By its place the last action of a line; a head has few edits, so they are gone through for none but these.
        var edits: [(line: Int, text: Bytes?)] = []
        var added: [Bytes] = []
        for place in 0..<count {
            switch action(place) {
            case .replaceStartLine(let line): try append(line: line)
            case .remove(let line): edits.append((line, nil))
            case .replace(let line, let text): edits.append((line, text))
            case .add(let line): added.append(line)
            }
        }
        for place in section.lines.indices {
            let line = section.lines[place]
            let isSensitive = !sensitive.isEmpty && sensitive.contains(place)
            if let edit = edits.last(where: { $0.line == place }) {
                if let text = edit.text { try append(line: text, isSensitive: isSensitive) }
            } else {
                var value = section.value(of: line)
                if FieldSyntax.validateValue(value) != nil {
                    value = section.unfoldedValue(of: line)
                    try check(value)
                }
                try append(section.name(of: line), checked: value, line.known, isSensitive: isSensitive)
            }
        }
        for line in added { try append(line: line) }
        nameAuthority()
    }

    /// RFC 9113 §8.3.1: whoever forwards a request names the server in `:authority`.
    private mutating func nameAuthority() {
        guard hasHost, self[":method"] != nil, self[":authority"] == nil,
            let place = fields.firstIndex(where: { $0.known == .host && !$0.value.isEmpty })
        else { return }
        insert(HPACKField(":authority", fields.remove(at: place).value))
    }

    /// The fields as lines, with the empty line at their end: what a record keeps of them.
    package var lines: Bytes {
        var output: [UInt8] = []
        for field in fields {
            output.append(contentsOf: field.name)
            output.append(ASCII.colon)
            output.append(ASCII.space)
            output.append(contentsOf: field.value)
            output.appendLineEnd()
        }
        output.appendLineEnd()
        return Bytes(output)
    }

    /// The value of the first field of this name, which is in lower case.
    package subscript(name: StaticString) -> Bytes? { fields.first { $0.name.isExactly(name) }?.value }

    // MARK: - One field

    private mutating func append(line: Bytes, isSensitive: Bool = false) throws(EncodeError) {
        // The colon that a pseudo-header field begins with does not end its name.
        let start = line.first == ASCII.colon ? 1 : 0
        guard let colon = line.slice(start..<line.count).firstIndex(of: ASCII.colon) else {
            throw EncodeError(.malformedName, offset: line.count, bytes: line)
        }
        let end = start + colon
        let name = line.slice(0..<end)
        let value = line.slice(end + 1..<line.count).trimmed
        try check(value)
        try append(name, checked: value, KnownField.named(name), isSensitive: isSensitive)
    }

    private func check(_ value: Bytes) throws(EncodeError) {
        if let offset = FieldSyntax.validateValue(value) {
            throw EncodeError(.malformedValue, offset: offset, bytes: value)
        }
    }

    private mutating func append(
        _ name: Bytes, checked value: Bytes, _ known: KnownField, isSensitive: Bool
    ) throws(EncodeError) {
        if name.first == ASCII.colon {
            guard PseudoField(named: name) != nil else {
                throw EncodeError(.malformedName, offset: 0, bytes: name)
            }
            return insert(HPACKField(name, value, isSensitive: isSensitive, known: .other))
        }
        var name = name
        if !FieldSyntax.isPlainName(name) {
            if let offset = FieldSyntax.validateName(name) {
                throw EncodeError(.malformedName, offset: offset, bytes: name)
            }
            name = name.lowercased
        }
        // RFC 9113 §8.2.2: whoever forwards has removed these; sent, they would make the message malformed.
        guard !Self.isOfConnection(name, known) else { throw EncodeError(.malformedName, offset: 0, bytes: name) }
        if known == .host { hasHost = true }
        fields.append(HPACKField(name, value, isSensitive: isSensitive, known: known))
    }

    private mutating func insert(_ field: HPACKField) {
        // Nearly always they come first, as they should.
        if pseudoCount == fields.count { fields.append(field) } else { fields.insert(field, at: pseudoCount) }
        pseudoCount += 1
    }

    private static func isOfConnection(_ name: Bytes, _ known: KnownField) -> Bool {
        switch known {
        case .connection, .proxyConnection, .keepAlive, .transferEncoding, .upgrade: true
        case .other: name.isExactly("http2-settings")
        default: false
        }
    }
}
