import Bytes

/// Reads a Structured Field by the algorithms of RFC 9651 §4.2, in one pass. It lives for one value.
struct StructuredFieldParser {
    var scan: ByteScanner
    var trace: StructuredPartTrace

    init(_ value: Bytes, partLimit: Int?) {
        scan = ByteScanner(value)
        trace = StructuredPartTrace(limit: partLimit)
    }

    mutating func finishedParts() -> [StructuredPart] {
        trace.finishAll()
        return trace.parts
    }

    // RFC 9651 §4.2
    mutating func field(_ kind: StructuredField.Kind) throws(StructuredFieldError) -> StructuredField {
        skipSpaces()
        let field: StructuredField
        switch kind {
        case .item: field = .item(try item())
        case .list: field = .list(try list())
        case .dictionary: field = .dictionary(try dictionary())
        }
        skipSpaces()
        guard scan.isAtEnd || trace.isFull else { throw error(.end) }
        return field
    }

    // RFC 9651 §4.2.1
    private mutating func list() throws(StructuredFieldError) -> [StructuredMember] {
        var members: [StructuredMember] = []
        while !scan.isAtEnd, !trace.isFull {
            trace.begin(.listMember)
            members.append(try member())
            trace.finish()
            guard try separator() else { break }
        }
        return members
    }

    // RFC 9651 §4.2.2
    private mutating func dictionary() throws(StructuredFieldError) -> StructuredMap<StructuredMember> {
        var members = StructuredMap<StructuredMember>()
        while !scan.isAtEnd, !trace.isFull {
            trace.begin(.dictionaryMember)
            let key = try key(.memberKey)
            if take(ASCII.equals, .equals) {
                members[key] = try member()
            } else {
                members[key] = .item(StructuredItem(.boolean(true), parameters: try parameters()))
            }
            trace.finish()
            guard try separator() else { break }
        }
        return members
    }

    /// Steps over a comma and the white space around it; false at the end.
    private mutating func separator() throws(StructuredFieldError) -> Bool {
        skipWhitespace()
        if scan.isAtEnd { return false }
        guard take(ASCII.comma, .comma) else { throw error(.comma) }
        skipWhitespace()
        // A comma at the end is an error, whatever lists allow elsewhere.
        guard !scan.isAtEnd else { throw error(.member) }
        return true
    }

    // RFC 9651 §4.2.1.1
    private mutating func member() throws(StructuredFieldError) -> StructuredMember {
        scan.peek == Sign.open ? try innerList() : .item(try item())
    }

    // RFC 9651 §4.2.1.2
    private mutating func innerList() throws(StructuredFieldError) -> StructuredMember {
        trace.begin(.innerList)
        _ = take(Sign.open, .openingParenthesis)
        var items: [StructuredItem] = []
        while true {
            if trace.isFull { break }
            skipSpaces()
            if take(Sign.close, .closingParenthesis) { break }
            guard !scan.isAtEnd else { throw error(.closingParenthesis) }
            items.append(try item())
            guard let next = scan.peek else { throw error(.closingParenthesis) }
            guard next == ASCII.space || next == Sign.close else { throw error(.spaceOrParenthesis) }
        }
        let parameters = try parameters()
        trace.finish()
        return .innerList(items, parameters: parameters)
    }

    // RFC 9651 §4.2.3
    private mutating func item() throws(StructuredFieldError) -> StructuredItem {
        trace.begin(.item)
        let bare = try bareItem()
        let item = StructuredItem(bare, parameters: try parameters())
        trace.finish()
        return item
    }

    // RFC 9651 §4.2.3.2
    private mutating func parameters() throws(StructuredFieldError) -> StructuredMap<BareItem> {
        var parameters = StructuredMap<BareItem>()
        guard scan.peek == ASCII.semicolon else { return parameters }
        trace.begin(.parameters)
        while !trace.isFull, take(ASCII.semicolon, .semicolon) {
            skipSpaces()
            trace.begin(.parameter)
            let key = try key(.parameterKey)
            parameters[key] = take(ASCII.equals, .equals) ? try bareItem() : .boolean(true)
            trace.finish()
        }
        trace.finish()
        return parameters
    }

    // RFC 9651 §4.2.3.3
    private mutating func key(_ kind: StructuredPart.Kind) throws(StructuredFieldError) -> Bytes {
        guard let first = scan.peek, StructuredOctet.beginsKey(first) else { throw error(.key) }
        let key = scan.run(while: StructuredOctet.isKey)
        trace.add(kind, to: scan.index)
        return key
    }

    private mutating func skipSpaces() {
        scan.skip { $0 == ASCII.space }
        trace.add(.space, to: scan.index)
    }

    private mutating func skipWhitespace() {
        scan.skip(while: ASCII.isWhitespace)
        trace.add(.space, to: scan.index)
    }

    private mutating func take(_ byte: UInt8, _ kind: StructuredPart.Kind) -> Bool {
        guard scan.take(byte) else { return false }
        trace.add(kind, to: scan.index)
        return true
    }

    func error(_ expected: StructuredFieldError.Expectation) -> StructuredFieldError {
        StructuredFieldError(expected, at: scan.index)
    }

    enum Sign {
        static let open = UInt8(ascii: "(")
        static let close = UInt8(ascii: ")")
    }
}

/// The classes of octets of RFC 9651 that HTTP's own grammars do not have.
enum StructuredOctet {
    /// `lcalpha / "*"` (§3.1.2).
    static func beginsKey(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == ASCII.asterisk
    }

    static func isKey(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.asterisk, ASCII.hyphen, ASCII.period, ASCII.underscore: true
        default: (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || ASCII.isDigit(byte)
        }
    }

    /// `ALPHA / "*"` (§3.3.4).
    static func beginsToken(_ byte: UInt8) -> Bool { ASCII.isAlpha(byte) || byte == ASCII.asterisk }

    static func isToken(_ byte: UInt8) -> Bool {
        OctetClass.token.contains(byte) || byte == ASCII.colon || byte == ASCII.slash
    }

    static func isPrintable(_ byte: UInt8) -> Bool { (ASCII.space...ASCII.tilde).contains(byte) }
}
