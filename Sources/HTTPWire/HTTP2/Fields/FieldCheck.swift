import Bytes
import HTTPModel

/// A pseudo-header field (RFC 9113 §8.3, RFC 8441 §4).
enum PseudoField: UInt8, CaseIterable {
    case method, scheme, authority, path, `protocol`, status

    var name: StaticString {
        switch self {
        case .method: ":method"
        case .scheme: ":scheme"
        case .authority: ":authority"
        case .path: ":path"
        case .protocol: ":protocol"
        case .status: ":status"
        }
    }

    /// The one of this name.
    init?(named name: Span<UInt8>) {
        // No two of a length begin with the same letter, but for `:method`, `:scheme` and `:status`.
        let found: PseudoField
        switch name.count {
        case 5: found = .path
        case 7: found = name[1] == UInt8(ascii: "m") ? .method : name[2] == UInt8(ascii: "c") ? .scheme : .status
        case 9: found = .protocol
        case 10: found = .authority
        default: return nil
        }
        guard name.isExactly(found.name) else { return nil }
        self = found
    }

    var isOfRequests: Bool { self != .status }
}

/// Looks at each field of a section once: what any field has to be, and where the pseudo-header fields stand.
struct FieldCheck {
    enum Kind { case request, response, trailers, responseTrailers }

    /// As many as a head of HTTP/1 keeps.
    private static let quirkLimit = 100

    /// Values are without the white space around them, also where it was tolerated.
    private(set) var fields: FieldSection
    private let kind: Kind
    private let toleratesSpaces: Bool
    /// All lines, once one had white space around its value.
    private var trimmed: [FieldLine] = []
    /// Where the pseudo-header fields stand among the lines, by their numbers.
    /// -1 where there is none. Numbers side by side: a list would be allocated for each head.
    private var places = SIMD8<Int32>(repeating: -1)
    private var length: Bytes?
    private(set) var quirks = QuirkList()

    /// Of a request nothing is tolerated.
    init(_ fields: FieldSection, _ kind: Kind, _ tolerances: Tolerances = .none) {
        self.fields = fields
        self.kind = kind
        toleratesSpaces = tolerances.contains(.spacesAroundValues)
    }

    /// Where the field stands among the lines.
    func place(of field: PseudoField) -> Int? {
        let place = places[Int(field.rawValue)]
        return place < 0 ? nil : Int(place)
    }

    func value(at place: Int) -> Bytes { fields.value(of: fields.lines[place]) }

    func fault(_ rule: FieldFault.Rule, _ line: Int, _ range: Range<Int>? = nil) -> FieldFault {
        let value = fields.lines[line].value
        let whole = value.isEmpty ? fields.lines[line].name : value
        return FieldFault(rule, line: line, range ?? whole, in: fields)
    }

    mutating func note(_ code: Quirk.Code, _ range: Range<Int>) {
        quirks.note(Quirk(code, offset: range.lowerBound, length: range.count), limit: Self.quirkLimit)
    }

    mutating func run() throws(FieldFault) {
        let fields = fields
        try fields.raw.withSpan { text throws(FieldFault) in
            var isBehindPseudoFields = false
            for place in fields.lines.indices {
                let line = fields.lines[place]
                let name = text.extracting(line.name)
                try checkValue(text, place, line)
                if name.opensWithColon {
                    try takePseudoField(name, place, line, isLate: isBehindPseudoFields)
                } else {
                    isBehindPseudoFields = true
                    if !FieldSyntax.isPlainName(name) { try checkName(place, line) }
                    try checkMeaning(place, line)
                }
            }
        }
        if !trimmed.isEmpty { self.fields = FieldSection(raw: fields.raw, lines: trimmed) }
    }

    /// RFC 9113 §8.2.1
    private func checkName(_ place: Int, _ line: FieldLine) throws(FieldFault) {
        let name = fields.name(of: line)
        guard !name.isEmpty else { throw fault(.malformedName, place, line.name) }
        if let offset = FieldSyntax.validateName(name) {
            let start = line.name.lowerBound + offset
            throw fault(.malformedName, place, start..<start + 1)
        }
        if let offset = name.firstIndex(where: { ASCII.lowercase($0) != $0 }) {
            let start = line.name.lowerBound + offset
            throw fault(.capitalInName, place, start..<start + 1)
        }
    }

    /// RFC 9113 §8.2.1, and what HTTP/1.1 could not carry (RFC 9110 §5.5).
    private mutating func checkValue(
        _ text: Span<UInt8>, _ place: Int, _ line: FieldLine
    ) throws(FieldFault) {
        let range = line.value
        guard let first = range.first, let last = range.last else { return }
        if ASCII.isWhitespace(text[first]) || ASCII.isWhitespace(text[last]) {
            try trim(text, place, line, at: ASCII.isWhitespace(text[first]) ? first : last)
        }
        let found = unsafe text.withUnsafeBufferPointer { unsafe FieldSyntax.oddities(in: $0, range) }
        if let control = found.control {
            let byte = text[control]
            let isBreak = byte == ASCII.carriageReturn || byte == ASCII.lineFeed || byte == 0
            throw fault(isBreak ? .lineBreakInValue : .controlInValue, place, control..<control + 1)
        }
        // Of a pseudo-header field whoever reads it judges it.
        if let obsolete = found.obsolete, text[Int(line.start)] != ASCII.colon {
            note(.obsoleteText, obsolete.lowerBound..<obsolete.upperBound + 1)
        }
    }

    /// Servers that pass on what HTTP/1 lets stand around a value: everybody reads the value without it.
    @inline(never)
    private mutating func trim(
        _ text: Span<UInt8>, _ place: Int, _ line: FieldLine, at offset: Int
    ) throws(FieldFault) {
        guard toleratesSpaces, text[Int(line.start)] != ASCII.colon else {
            throw fault(.spaceAroundValue, place, offset..<offset + 1)
        }
        var range = line.value
        while let byte = range.first, ASCII.isWhitespace(text[byte]) { range = byte + 1..<range.upperBound }
        while let byte = range.last, ASCII.isWhitespace(text[byte]) { range = range.lowerBound..<byte }
        if trimmed.isEmpty { trimmed = fields.lines }
        trimmed[place].valueStart = UInt32(range.lowerBound)
        trimmed[place].valueEnd = UInt32(range.upperBound)
        note(.spaceAroundValue, line.value)
    }

    private mutating func takePseudoField(
        _ name: Span<UInt8>, _ place: Int, _ line: FieldLine, isLate: Bool
    ) throws(FieldFault) {
        guard kind == .request || kind == .response else { throw fault(.pseudoFieldInTrailers, place, line.name) }
        guard let field = PseudoField(named: name) else {
            throw fault(.unknownPseudoField, place, line.name)
        }
        guard field.isOfRequests == (kind == .request) else { throw fault(.wrongPseudoField, place, line.name) }
        guard !isLate else { throw fault(.latePseudoField, place, line.name) }
        guard self.place(of: field) == nil else { throw fault(.repeatedPseudoField, place, line.name) }
        places[Int(field.rawValue)] = Int32(place)
    }

    private mutating func checkMeaning(_ place: Int, _ line: FieldLine) throws(FieldFault) {
        switch line.known {
        // RFC 9113 §8.2.2
        case .connection, .proxyConnection, .keepAlive, .transferEncoding, .upgrade:
            throw fault(.connectionField, place, line.name)
        case .te:
            guard value(at: place).equalsIgnoringCase("trailers") else { throw fault(.wrongTE, place) }
        case .contentLength:
            let value = value(at: place).trimmed
            // Peers that count with a sign would read a larger one differently.
            guard let number = value.decimal, number <= UInt64(Int64.max) else {
                throw fault(.malformedContentLength, place)
            }
            // "5" and "05" are the same number, but not the same value.
            if let length, length != value { throw fault(.conflictingContentLength, place) }
            if length != nil { note(.repeatedContentLength, line.line) }
            length = value
        default: break
        }
    }
}
