import Bytes
package import HTTPModel

/// What of a head bears on where its body ends, read in one pass over the lines: the input of the rules, and the first
/// thing that makes the fields no sane input for them.
package struct FramingFacts: Sendable {
    /// What Transfer-Encoding says.
    package enum Codings: Sendable, Hashable {
        case none
        /// chunked is given once, and last.
        case chunkedLast
        case other
    }

    /// What Content-Length says.
    package enum Length: Sendable, Hashable {
        case none
        /// The number that all members repeat exactly; at most 2^63 − 1.
        case known(UInt64)
        case invalid
    }

    /// Of the request, or of the request that is answered.
    package let method: Method
    /// Of a response.
    package let status: Int?
    package let version: HTTPVersion
    package private(set) var codings = Codings.none
    package private(set) var length = Length.none
    /// Content-Length has more than one member.
    package private(set) var isLengthRepeated = false
    /// Why no reader should go by the fields.
    private var fault: (code: WireError.Code, line: FieldLine)?
    /// What a response has that the RFC does not allow and every reader takes in the same way.
    private(set) var oddities: [Oddity] = []

    /// What is tolerated in the fields of a response, and what it is otherwise.
    struct Oddity: Sendable {
        let quirk: Quirk.Code
        let error: WireError.Code
        let line: FieldLine
    }

    package var isRequest: Bool { status == nil }
    package var hasCodings: Bool { codings != .none }
    package var hasLengths: Bool { length != .none }

    /// - Parameters:
    ///   - method: of the request, or of the request that the response answers.
    ///   - status: nil for a request.
    package init(_ method: Method, status: Int?, _ version: HTTPVersion, _ fields: FieldSection) {
        self.method = method
        self.status = status
        self.version = version
        var firstCoding: FieldLine?
        var firstLength: FieldLine?
        for line in fields.lines {
            if line.known == .contentLength {
                if firstLength == nil { firstLength = line } else { isLengthRepeated = true }
            } else if line.known == .transferEncoding, firstCoding == nil {
                firstCoding = line
            }
        }
        if let firstCoding {
            readCodings(firstCoding, fields)
            judge(firstCoding, beside: firstLength)
        }
        if let firstLength { readLength(firstLength, fields) }
    }

    /// What codings mean beside a length, or in a version that has none: that is told before what is wrong in them.
    private mutating func judge(_ coding: FieldLine, beside length: FieldLine?) {
        // Only identity, which is no coding.
        guard codings != .none else { return }
        if let length {
            // RFC 9112 §6.3 rule 3: an attempt at smuggling or splitting, or an error; but whoever forwards a response
            // may remove the length, and all readers go by the chunks.
            if !isRequest, version >= .http11, codings == .chunkedLast, fault == nil {
                tolerate(.lengthBesideChunked, .contentLengthWithTransferEncoding, length)
            } else {
                fault = (.contentLengthWithTransferEncoding, length)
            }
        } else if version < .http11 {
            // RFC 9112 §6.1: in HTTP/1.0 the framing is faulty.
            fault = (.transferEncodingInHTTP10, coding)
        }
    }

    private mutating func tolerate(_ quirk: Quirk.Code, _ error: WireError.Code, _ line: FieldLine) {
        guard !oddities.contains(where: { $0.quirk == quirk }) else { return }
        oddities.append(Oddity(quirk: quirk, error: error, line: line))
    }

    /// Throws where readers could differ on the fields, each error at the line that is to blame.
    func checkSanity(of fields: FieldSection) throws(WireError) {
        // HTTP/2 and 3 do not go by these fields.
        if let fault, version.major < 2 { throw .field(fault.code, fault.line, in: fields) }
    }

    /// As `checkSanity`, for those who only want to know. HTTP/2 and 3 do not go by these fields at all.
    package func refusal(of fields: FieldSection) -> WireError? {
        guard version.major < 2 else { return nil }
        return fault.map { .field($0.code, $0.line, in: fields) }
    }

    /// For a length that is given more than once with the same value: the lines to blame.
    func repetitions(in fields: FieldSection) -> [FieldLine] {
        guard isLengthRepeated, case .known = length else { return [] }
        var isFirst = true
        return fields.lines.filter { line in
            guard line.known == .contentLength else { return false }
            defer { isFirst = false }
            return !isFirst || fields.value(of: line).contains(ASCII.comma)
        }
    }

    private mutating func blame(_ code: WireError.Code, _ line: FieldLine) {
        if fault == nil { fault = (code, line) }
    }

    // MARK: - Transfer-Encoding

    private mutating func readCodings(_ first: FieldLine, _ fields: FieldSection) {
        var chunkedCount = 0
        var isChunkedLast = false
        var hasUnregistered = false
        var resemblesChunked = false
        var count = 0
        for line in fields.lines where line.known == .transferEncoding {
            Self.forEachMember(of: fields.value(of: line)) { coding in
                // It meant that nothing is done to the content, until RFC 7230 took it out of the codings.
                if !isRequest, coding.equalsIgnoringCase("identity") {
                    // Some readers go by the last member, whatever it is.
                    if chunkedCount > 0 { blame(.chunkedNotLast, line) }
                    return tolerate(.identityCoding, .unknownTransferCoding, line)
                }
                count += 1
                // No coding of RFC 9112 §7 has parameters, and an empty member is a known disguise.
                if FieldSyntax.validateName(coding) != nil {
                    blame(.unknownTransferCoding, line)
                } else if chunkedCount > 0, !isRequest, fields.value(of: line).equalsIgnoringCase("chunked") {
                    // A program and the server before it say so both, and one of them does so. In one line it is a list
                    // of two codings.
                    return tolerate(.repeatedChunked, .chunkedNotLast, line)
                } else if chunkedCount > 0 {
                    // RFC 9112 §6.1, §7.1: chunked is not applied twice, nor is anything applied after it.
                    blame(.chunkedNotLast, line)
                }
                isChunkedLast = coding.equalsIgnoringCase("chunked")
                if isChunkedLast {
                    chunkedCount += 1
                } else if !Self.registered.contains(where: { coding.equalsIgnoringCase($0) }) {
                    hasUnregistered = true
                    resemblesChunked = resemblesChunked || Self.hasChunkedWithin(coding)
                }
            }
        }
        guard count > 0 else { return }
        codings = isChunkedLast && chunkedCount == 1 ? .chunkedLast : .other
        if isRequest {
            // RFC 9112 §6.1: 501 for a coding that is not understood. §6.3 rule 4: chunked has to be the last of a
            // request.
            if hasUnregistered { blame(.unknownTransferCoding, first) }
            if codings != .chunkedLast { blame(.chunkedNotLast, first) }
        } else if resemblesChunked {
            // Some readers search for the word instead of comparing.
            blame(.unknownTransferCoding, first)
        }
    }

    /// RFC 9112 §7, chunked aside.
    private static let registered: [StaticString] = ["gzip", "x-gzip", "deflate", "compress", "x-compress"]

    private static func hasChunkedWithin(_ coding: Bytes) -> Bool {
        let text = coding.lowercased
        let word: Bytes = "chunked"
        return (0..<max(0, text.count - word.count + 1)).contains { text.slice($0..<$0 + word.count) == word }
    }

    // MARK: - Content-Length

    /// RFC 9112 §6.3 rule 5: a list of equal lengths counts as one; anything else that is no length is an error.
    private mutating func readLength(_ first: FieldLine, _ fields: FieldSection) {
        if !isLengthRepeated, let value = number(fields.value(of: first), first) {
            length = .known(value)
            return
        }
        var agreed: Bytes?
        var isInvalid = false
        var count = 0
        for line in fields.lines where line.known == .contentLength {
            Self.forEachMember(of: fields.value(of: line)) { member in
                count += 1
                // "5" and "05" are the same number, but not the repeated value that rule 5 forgives.
                if let agreed, agreed == member { return }
                if number(member, line) == nil {
                    isInvalid = true
                    blame(.malformedContentLength, line)
                } else if agreed != nil {
                    isInvalid = true
                    blame(.conflictingContentLength, line)
                }
                if agreed == nil { agreed = member }
            }
        }
        isLengthRepeated = count > 1
        if !isInvalid, let value = agreed.flatMap({ number($0, first) }) {
            length = .known(value)
        } else {
            length = .invalid
        }
    }

    /// With a plus sign before it in a response, too, where every reader takes it for the same number.
    private mutating func number(_ value: Bytes, _ line: FieldLine) -> UInt64? {
        if let length = Self.length(value) { return length }
        guard !isRequest, value.first == UInt8(ascii: "+"), let length = Self.length(value.slice(1..<value.count))
        else {
            return nil
        }
        tolerate(.signedContentLength, .malformedContentLength, line)
        return length
    }

    /// No more than 2^63 − 1: peers that count with a sign would read a larger one differently.
    private static func length(_ value: Bytes) -> UInt64? {
        guard let length = value.decimal, length <= UInt64(Int64.max) else { return nil }
        return length
    }

    /// The members between commas without the white space around them, empty ones too.
    @inline(__always)
    private static func forEachMember(of value: Bytes, _ body: (Bytes) -> Void) {
        var start = 0
        while start <= value.count {
            var end = start
            while end < value.count, value[end] != ASCII.comma { end += 1 }
            body(value.slice(start..<end).trimmed)
            start = end + 1
        }
    }
}

extension WireError {
    /// An error about the value of a field; about its name when the value is empty.
    static func field(_ code: Code, _ line: FieldLine, in fields: FieldSection) -> WireError {
        let range = line.value.isEmpty ? line.name : line.value
        return WireError(
            code, offset: range.lowerBound, length: range.count,
            bytes: fields.raw.slice(range.lowerBound..<min(range.upperBound, range.lowerBound + 32)))
    }
}
