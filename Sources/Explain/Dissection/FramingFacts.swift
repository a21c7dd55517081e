import Bytes
import HTTPModel

/// What of a head bears on its framing.
struct FramingFacts {
    let isRequest: Bool
    /// Of the request, or of the request that is answered.
    let method: Method
    /// Of a response.
    let status: Int?
    let version: HTTPVersion
    private let codings: ListFacts?
    private let lengths: ListFacts?

    init(request head: RequestHead) {
        self.init(method: head.method, status: nil, head.version, head.fields)
    }

    init(response head: ResponseHead, to answered: Method) {
        self.init(method: answered, status: head.status, head.version, head.fields)
    }

    private init(method: Method, status: Int?, _ version: HTTPVersion, _ fields: FieldSection) {
        isRequest = status == nil
        self.method = method
        self.status = status
        self.version = version
        codings = ListFacts(.transferEncoding, in: fields)
        lengths = ListFacts(.contentLength, in: fields)
    }

    var hasCodings: Bool { codings != nil }
    var hasLengths: Bool { lengths != nil }

    /// The one number that all members of Content-Length are, letter for letter.
    var length: UInt64? {
        guard let lengths, lengths.areEqual, let value = lengths.first.decimal, value <= UInt64(Int64.max) else {
            return nil
        }
        return value
    }

    var isLengthRepeated: Bool { (lengths?.count ?? 0) > 1 }

    /// Whether the last coding is chunked, and no other one is.
    var endsInChunked: Bool {
        codings.map { $0.last.equalsIgnoringCase("chunked") && $0.chunkedCount == 1 } ?? false
    }

    /// For sentences: the members, or the first few.
    var codingList: Bytes { codings?.shown ?? Bytes() }
    var lengthList: Bytes { lengths?.shown ?? Bytes() }
}

/// All lines of one field as one list (RFC 9110 §5.3), looked over once: there may be very many members.
private struct ListFacts {
    private(set) var count = 0
    private(set) var first = Bytes()
    private(set) var last = Bytes()
    /// All members are the same bytes.
    private(set) var areEqual = true
    private(set) var chunkedCount = 0
    private var quoted: [UInt8] = []

    /// nil when there is no such line.
    init?(_ field: KnownField, in fields: FieldSection) {
        for line in fields.lines where line.known == field { take(fields.value(of: line)) }
        guard count > 0 else { return nil }
    }

    private mutating func take(_ value: Bytes) {
        var start = 0
        var end = 0
        repeat {
            end = start
            while end < value.count, value[end] != ASCII.comma { end += 1 }
            member(value.slice(start..<end).trimmed)
            if end == value.count { last = value.slice(start..<end).trimmed }
            start = end + 1
        } while end < value.count
    }

    private mutating func member(_ member: Bytes) {
        count += 1
        if count == 1 { first = member } else { areEqual = areEqual && member == first }
        if member.equalsIgnoringCase("chunked") { chunkedCount += 1 }
        guard count <= 8 else { return }
        if count > 1 { quoted += [ASCII.comma, ASCII.space] }
        quoted += member.prefix(40)
    }

    var shown: Bytes { count > 8 ? Bytes(quoted + Array(", …".utf8)) : Bytes(quoted) }
}
