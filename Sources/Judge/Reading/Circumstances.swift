import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Registry

/// What an exchange is like, as far as checks wait for it: found out once, before the first of them is asked, and kept
/// as bits. A bit may be set where the guard of a check that waits for it fails, and never the other way round.
struct Circumstances: OptionSet, Sendable {
    let rawValue: UInt64

    /// What one message is like.
    struct Message: OptionSet, Sendable {
        let rawValue: UInt64

        /// By its type.
        static let json = Message(rawValue: 1 << 0)
        static let multipart = Message(rawValue: 1 << 1)
        static let form = Message(rawValue: 1 << 2)
        static let text = Message(rawValue: 1 << 3)
        static let events = Message(rawValue: 1 << 4)
        /// HTML, or XHTML.
        static let page = Message(rawValue: 1 << 5)
        /// A script, or a style sheet.
        static let asset = Message(rawValue: 1 << 6)
        /// gRPC's.
        static let call = Message(rawValue: 1 << 7)
        /// Its type, or its disposition, has parameters.
        static let parameters = Message(rawValue: 1 << 8)
        /// Some of its content was kept.
        static let kept = Message(rawValue: 1 << 9)
        /// It has content, by what was seen or announced.
        static let content = Message(rawValue: 1 << 10)
        /// A name may occur in two lines.
        static let repeated = Message(rawValue: 1 << 11)
        /// A field that is rare, or obsolete, or of the other message.
        static let unusual = Message(rawValue: 1 << 12)
        /// A Structured Field, or one that may be.
        static let structured = Message(rawValue: 1 << 13)
        /// A comma in a field that has a list, or may have one.
        static let commas = Message(rawValue: 1 << 14)
        /// Its type is not among the most frequent ones.
        static let rareType = Message(rawValue: 1 << 15)
    }

    private static let width: UInt64 = 16

    /// Of the message that is asked about.
    static func own(_ message: Message) -> Circumstances { Circumstances(rawValue: message.rawValue) }
    static func request(_ message: Message) -> Circumstances { Circumstances(rawValue: message.rawValue << width) }
    static func response(_ message: Message) -> Circumstances {
        Circumstances(rawValue: message.rawValue << (2 * width))
    }

    private static func exchange(_ place: UInt64) -> Circumstances {
        Circumstances(rawValue: 1 << (3 * width + place))
    }

    /// The method is neither GET nor HEAD.
    static let write = exchange(0)
    /// The method is none of GET, HEAD and POST.
    static let rareMethod = exchange(1)
    /// The URL has a query.
    static let query = exchange(2)
    /// A percent sign in the target.
    static let percent = exchange(3)
    /// A query, or a semicolon in the target.
    static let parameters = exchange(4)
    /// A byte in the target that most targets do not have.
    static let oddTarget = exchange(5)
    /// The URL names a user.
    static let userinfo = exchange(6)
    /// It is known that there is no TLS.
    static let plain = exchange(7)
    /// A status that few responses have.
    static let rareStatus = exchange(8)
    /// Answers came before the response.
    static let interim = exchange(9)
    /// Parts of the time were measured.
    static let phases = exchange(10)
    /// GET, answered with 200.
    static let successfulRead = exchange(11)
    /// No response came.
    static let unanswered = exchange(12)
}

extension Circumstances {
    /// What may be true of an exchange.
    init(_ facts: Facts) {
        var bits = Circumstances()
        if let request = facts.request {
            bits.formUnion(.request(Message(facts, .request, request.fields, facts.requestContent)))
            bits.formUnion(Self.target(request.targetBytes))
            switch request.method {
            case .get: if facts.response?.status == 200 { bits.insert(.successfulRead) }
            case .head: break
            case .post: bits.insert(.write)
            default: bits.formUnion([.write, .rareMethod])
            }
        }
        if let response = facts.response {
            bits.formUnion(.response(Message(facts, .response, response.fields, facts.responseContent)))
            if !Self.isFrequent(response.status) { bits.insert(.rareStatus) }
        } else {
            bits.insert(.unanswered)
        }
        if let url = facts.url {
            if url.query != nil { bits.formUnion([.query, .parameters]) }
            if url.userinfo != nil { bits.insert(.userinfo) }
            if facts.isEncrypted == false { bits.insert(.plain) }
        }
        if !facts.interim.isEmpty { bits.insert(.interim) }
        if facts.evidence.times != nil { bits.insert(.phases) }
        self = bits
    }

    /// What checks of one message wait for: that of the exchange, and the message's own.
    func asked(of side: MessageKind) -> Circumstances {
        let shift = side == .request ? Self.width : 2 * Self.width
        return Circumstances(rawValue: rawValue | rawValue >> shift & (1 << Self.width - 1))
    }

    private static func target(_ bytes: Bytes) -> Circumstances {
        bytes.withSpan { span in
            var bits = Circumstances()
            for index in 0..<span.count {
                let byte = span[index]
                if ASCII.isAlpha(byte) || byte &- UInt8(ascii: "-") < 13 { continue }
                switch byte {
                case ASCII.question: bits.formUnion([.query, .parameters])
                case ASCII.percent: bits.formUnion([.percent, .oddTarget])
                case ASCII.semicolon: bits.formUnion([.parameters, .oddTarget])
                case ASCII.equals, UInt8(ascii: "&"), UInt8(ascii: "_"), UInt8(ascii: "~"): break
                default: bits.insert(.oddTarget)
                }
            }
            return bits
        }
    }

    private static func isFrequent(_ status: Int) -> Bool {
        switch status {
        case 200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 429, 500, 502, 503: true
        default: false
        }
    }
}

extension Circumstances.Message {
    fileprivate init(_ facts: Facts, _ side: MessageKind, _ fields: FieldSection, _ content: Facts.Content) {
        var bits = Self.lines(fields, side)
        if let written = fields.first(.contentType) {
            if let type = facts.type(side) { bits.formUnion(Self.kind(type)) }
            if written.contains(ASCII.semicolon) { bits.insert(.parameters) }
        }
        if content.bytes?.isEmpty == false { bits.insert(.kept) }
        if side == .request ? facts.requestHasContent : facts.responseHasContent { bits.insert(.content) }
        self = bits
    }

    private static func kind(_ type: MediaType) -> Self {
        var bits = Self()
        if !type.parameters.isEmpty { bits.insert(.parameters) }
        if type.hasSuffix("json") { bits.insert(.json) }
        if type.type.equalsIgnoringCase("text") {
            bits.insert(.text)
            let subtype = type.subtype
            if subtype.equalsIgnoringCase("html") {
                bits.insert(.page)
            } else if subtype.equalsIgnoringCase("event-stream") {
                bits.insert(.events)
            } else if !subtype.equalsIgnoringCase("plain") {
                bits.insert(.rareType)
                if subtype.equalsIgnoringCase("css") || Checks.isJavaScript(type) { bits.insert(.asset) }
            }
        } else if type.type.equalsIgnoringCase("application") {
            bits.insert(.rareType)
            if type.is("application", "xhtml+xml") { bits.insert(.page) }
            if type.is("application", "x-www-form-urlencoded") { bits.insert(.form) }
            if type.subtype.hasPrefix(ignoringCase: "grpc") { bits.insert(.call) }
            if Checks.isJavaScript(type) { bits.insert(.asset) }
        } else {
            bits.insert(.rareType)
            if type.type.equalsIgnoringCase("multipart") { bits.insert(.multipart) }
        }
        return bits
    }

    /// What the names of the fields tell.
    private static func lines(_ fields: FieldSection, _ side: MessageKind) -> Self {
        let known = side == .request ? askedFields : answeredFields
        var bits = Self()
        var (seen, others): (UInt64, UInt64) = (0, 0)
        for line in fields.lines {
            let own: UInt64
            if line.known == .other {
                bits.formUnion([.unusual, .structured])
                if line.nameEnd > line.start {
                    // Two names that are the same have the same bit.
                    let (first, last) = (fields.raw[Int(line.start)] | 0x20, fields.raw[Int(line.nameEnd) - 1] | 0x20)
                    own = 1 << (UInt64(first) &+ 7 &* UInt64(last) &+ 31 &* UInt64(line.nameEnd - line.start) & 63)
                } else {
                    own = 1
                }
                if others & own != 0 { bits.insert(.repeated) }
                others |= own
                if fields.value(of: line).contains(ASCII.semicolon) { bits.insert(.parameters) }
            } else {
                own = 1 << UInt64(line.known.rawValue)
                if seen & own != 0 { bits.insert(.repeated) }
                seen |= own
                let told = known[Int(line.known.rawValue)]
                bits.formUnion(told.subtracting(.commas))
                guard told.contains(.commas) else { continue }
            }
            if !bits.contains(.commas), fields.value(of: line).contains(ASCII.comma) { bits.insert(.commas) }
        }
        return bits
    }

    private static let askedFields = knownFields(.request, .response)
    private static let answeredFields = knownFields(.response, .request)

    /// What a line of each known field tells; `commas` where a list may have them.
    private static func knownFields(_ own: Trait, _ other: Trait) -> [Self] {
        KnownField.allCases.map { field in
            guard let term = Vocabulary.fields[Bytes(field.name.description)] else {
                return [.unusual, .structured, .commas]
            }
            var bits = Self()
            if term.standing == .obsolete || term.has(other) && !term.has(own) { bits.insert(.unusual) }
            if term.has(.structuredItem) || term.has(.structuredList) || term.has(.structuredDictionary) {
                bits.insert(.structured)
            }
            if term.has(.list) { bits.insert(.commas) }
            return bits
        }
    }
}
