import Bytes
import HTTPModel

/// Outgoing fields that are being written: the lines of a section with what actions make of them, pseudo-header fields
/// first.
struct OutgoingDraft {
    /// What is written in one go through all lines.
    private enum Part {
        case pseudoFields
        /// RFC 9113 §8.3.1: a proxy names the server in `:authority`; if it is missing, Host becomes `:authority`.
        case authority
        case others
    }

    private let section: FieldSection
    private let sensitive: Set<Int>
    /// How many lines come first that are pseudo-header fields, and stay so; nil when any line may be one.
    private var pseudoCount: Int?
    private var opening: [Bytes] = []
    /// By its place the last action of a line; a head has few, so they are gone through for none but these.
    private var edits: [(line: Int, text: Bytes?)] = []
    private var added: [Bytes] = []

    private var part = Part.pseudoFields
    private var lines = FieldLines()
    private var hasMethod = false
    private var hasAuthority = false
    /// Host was written as the authority, and is left out where it stands.
    private var owesHost = false
    /// Places of what was written that no table may remember.
    private(set) var written: Set<Int> = []

    init(
        _ section: FieldSection, sensitive: Set<Int>, _ count: Int, _ action: (Int) -> HeadAction
    ) throws(EncodeError) {
        self.section = section
        self.sensitive = sensitive
        var octets = section.raw.count
        for place in 0..<count {
            switch action(place) {
            case .replaceStartLine(let line):
                opening.append(line)
                octets += line.count
            case .remove(let line): edits.append((line, nil))
            case .replace(let line, let text):
                edits.append((line, text))
                octets += text.count
            case .add(let line):
                added.append(line)
                octets += line.count
            // A head of lines has no form here.
            case .replaceHead(let head): throw EncodeError(.malformedStartLine, offset: 0, bytes: head)
            }
        }
        // With the ends of lines that have none yet.
        lines.reserve(octets: octets + 4 * count + 16, count: section.lines.count + opening.count + added.count + 1)
        pseudoCount = orderedPseudoCount
    }

    /// A list that came in HTTP/2 has them first (RFC 9113 §8.3); nearly no edit makes one of another field.
    private var orderedPseudoCount: Int? {
        guard section.isList else { return nil }
        let (raw, lines) = (section.raw, section.lines)
        let count = lines.firstIndex { raw[Int($0.start)] != ASCII.colon } ?? lines.count
        if lines[count...].contains(where: { raw[Int($0.start)] == ASCII.colon }) { return nil }
        for edit in edits {
            if let text = edit.text, (text.first == ASCII.colon) != (edit.line < count) { return nil }
        }
        return count
    }

    /// The lines of the section among which those of the part are.
    private var places: Range<Int> {
        switch part {
        case .pseudoFields: 0..<(pseudoCount ?? section.lines.count)
        case .authority, .others: (pseudoCount ?? 0)..<section.lines.count
        }
    }

    mutating func takeSection() -> FieldSection { lines.takeSection() }

    mutating func write() throws(EncodeError) {
        try writePart()
        if hasMethod, !hasAuthority {
            part = .authority
            try writePart()
        }
        part = .others
        try writePart()
    }

    private mutating func writePart() throws(EncodeError) {
        for line in opening { try append(line: line) }
        let section = section
        try section.raw.withSpan { text throws(EncodeError) in
            for place in places {
                let line = section.lines[place]
                let isSensitive = !sensitive.isEmpty && sensitive.contains(place)
                if let edit = edits.last(where: { $0.line == place }) {
                    if let text = edit.text { try append(line: text, isSensitive: isSensitive) }
                } else {
                    let (name, value) = (text.extracting(line.name), text.extracting(line.value))
                    guard name.opensWithColon == (part == .pseudoFields) else { continue }
                    if FieldSyntax.validateValue(value) == nil {
                        try append(name, value, line.known, isSensitive: isSensitive)
                    } else {
                        // It may have come folded.
                        try section.unfoldedValue(of: line).withSpan { value throws(EncodeError) in
                            try check(value)
                            try append(name, value, line.known, isSensitive: isSensitive)
                        }
                    }
                }
            }
        }
        for line in added { try append(line: line) }
    }

    // MARK: - One line

    private mutating func append(line: Bytes, isSensitive: Bool = false) throws(EncodeError) {
        try line.withSpan { text throws(EncodeError) in
            // The colon that a pseudo-header field begins with does not end its name.
            var end = text.opensWithColon ? 1 : 0
            while end < text.count, text[end] != ASCII.colon { end += 1 }
            guard end < text.count else { throw EncodeError(.malformedName, offset: line.count, bytes: line) }
            var value = end + 1..<text.count
            while let first = value.first, ASCII.isWhitespace(text[first]) { value = first + 1..<value.upperBound }
            while let last = value.last, ASCII.isWhitespace(text[last]) { value = value.lowerBound..<last }
            let name = text.extracting(0..<end)
            guard name.opensWithColon == (part == .pseudoFields) else { return }
            try check(text.extracting(value))
            try append(name, text.extracting(value), KnownField.named(name), isSensitive: isSensitive)
        }
    }

    /// Writes the line, whose value was checked, if it is of the part that is written.
    private mutating func append(
        _ name: Span<UInt8>, _ value: Span<UInt8>, _ known: KnownField, isSensitive: Bool
    ) throws(EncodeError) {
        switch part {
        case .pseudoFields:
            guard let field = PseudoField(named: name) else { throw malformed(name, at: 0) }
            if field == .method { hasMethod = true }
            if field == .authority { hasAuthority = true }
            add(name, value, .other, isSensitive: isSensitive)
        case .authority:
            guard known == .host, !value.isEmpty, !owesHost else { return }
            owesHost = true
            let name: Bytes = ":authority"
            name.withSpan { add($0, value, .other, isSensitive: false) }
        case .others:
            if owesHost, known == .host, !value.isEmpty {
                owesHost = false
                return
            }
            try appendOther(name, value, known, isSensitive: isSensitive)
        }
    }

    private mutating func appendOther(
        _ name: Span<UInt8>, _ value: Span<UInt8>, _ known: KnownField, isSensitive: Bool
    ) throws(EncodeError) {
        guard !FieldSyntax.isPlainName(name) else {
            // RFC 9113 §8.2.2: whoever forwards has removed these; sent, they would make the message malformed.
            guard !OutgoingCheck.isOfConnection(name, known) else { throw malformed(name, at: 0) }
            return add(name, value, known, isSensitive: isSensitive)
        }
        let written = Bytes(copying: name)
        if let offset = FieldSyntax.validateName(written) { throw malformed(name, at: offset) }
        try written.lowercased.withSpan { name throws(EncodeError) in
            guard !OutgoingCheck.isOfConnection(name, known) else { throw malformed(name, at: 0) }
            add(name, value, known, isSensitive: isSensitive)
        }
    }

    private mutating func add(_ name: Span<UInt8>, _ value: Span<UInt8>, _ known: KnownField, isSensitive: Bool) {
        if isSensitive { written.insert(lines.count) }
        lines.append(name, value, known)
    }

    private func check(_ value: Span<UInt8>) throws(EncodeError) {
        guard let offset = FieldSyntax.validateValue(value) else { return }
        throw EncodeError(.malformedValue, offset: offset, bytes: Bytes(copying: value))
    }

    private func malformed(_ name: Span<UInt8>, at offset: Int) -> EncodeError {
        EncodeError(.malformedName, offset: offset, bytes: Bytes(copying: name))
    }
}

/// Whether lines that came in HTTP/2 can go out as they stand.
enum OutgoingCheck {
    static func isReady(_ section: FieldSection) -> Bool {
        // Host may have to become the authority.
        guard section.isList, !section.contains(.host) else { return false }
        return section.raw.withSpan { text in
            var isBehindPseudoFields = false
            for place in section.lines.indices {
                let line = section.lines[place]
                let name = text.extracting(line.name)
                if name.opensWithColon {
                    guard !isBehindPseudoFields, PseudoField(named: name) != nil else { return false }
                } else {
                    isBehindPseudoFields = true
                    guard FieldSyntax.isPlainName(name), !isOfConnection(name, line.known) else { return false }
                }
                guard FieldSyntax.validateValue(text.extracting(line.value)) == nil else { return false }
            }
            return true
        }
    }

    /// Of HTTP/1's connections (RFC 9113 §8.2.2).
    static func isOfConnection(_ name: Span<UInt8>, _ known: KnownField) -> Bool {
        switch known {
        case .connection, .proxyConnection, .keepAlive, .transferEncoding, .upgrade: true
        case .other: name.count == 14 && name.isExactly("http2-settings")
        default: false
        }
    }
}
