import Bytes
public import HTTPModel

/// How long a message's body is: RFC 9112 §6.3, rule by rule, in its order. Nothing else in Hark decides it.
///
/// Where the fields could be read two ways there is no framing but an error; the message must not be forwarded.
public enum BodyFraming {
    public static func request(_ head: RequestHead) throws(WireError) -> Framing {
        var quirks: [Quirk] = []
        return try request(head.method, head.version, head.fields, &quirks)
    }

    public static func response(_ head: ResponseHead, to method: Method) throws(WireError) -> Framing {
        var quirks: [Quirk] = []
        return try response(head.status, head.version, head.fields, to: method, &quirks)
    }

    static func request(
        _ method: Method, _ version: HTTPVersion, _ fields: FieldSection, _ quirks: inout [Quirk]
    ) throws(WireError) -> Framing {
        // Rules 1 and 2 are about responses.
        let found = FramingFields(fields)
        let framing = try requestByFields(found, version, fields, &quirks)
        // RFC 9110 §9.3.6: a CONNECT request has no content, whatever its fields say. What follows is the tunnel's.
        // No rule of §6.3 says so; the last one for requests comes nearest.
        if method == .connect { return Framing(.none, rule: 7) }
        return framing
    }

    private static func requestByFields(
        _ found: FramingFields, _ version: HTTPVersion, _ fields: FieldSection, _ quirks: inout [Quirk]
    ) throws(WireError) -> Framing {
        if let coding = found.firstTransferEncoding {
            // RFC 9112 §6.3 rule 3: an attempt at smuggling, or an error.
            try found.refuseBoth(in: fields)
            // RFC 9112 §6.1: in HTTP/1.0 the framing is faulty.
            guard version >= .http11 else { throw .field(.transferEncodingInHTTP10, coding, in: fields) }
            // RFC 9112 §6.3 rule 4: chunked has to be the final coding of a request.
            let codings = try TransferCodings(fields)
            guard !codings.hasUnregistered else { throw .field(.unknownTransferCoding, coding, in: fields) }
            guard codings.endsInChunked else { throw .field(.chunkedNotLast, coding, in: fields) }
            return Framing(.chunked, rule: 4)
        }
        // RFC 9112 §6.3 rules 5 and 6.
        if let length = try found.contentLength(in: fields, &quirks) { return Framing(.length(length), rule: 6) }
        // RFC 9112 §6.3 rule 7.
        return Framing(.none, rule: 7)
    }

    static func response(
        _ status: Int, _ version: HTTPVersion, _ fields: FieldSection, to method: Method, _ quirks: inout [Quirk]
    ) throws(WireError) -> Framing {
        // RFC 9112 §6.3 rule 1, which ends a 101 at its empty line too; RFC 9110 §15.2.2 then changes the protocol.
        if status == 101 { return Framing(.tunnel, rule: 1) }
        // RFC 9112 §6.3 rule 2: framing fields are ignored.
        if method == .connect, (200..<300).contains(status) { return Framing(.tunnel, rule: 2) }
        let framing = try responseByFields(version, fields, &quirks)
        // RFC 9112 §6.3 rule 1: no body. The fields were judged nevertheless, as a reader that forgets this rule goes by them.
        if method == .head || status < 200 || status == 204 || status == 304 { return Framing(.none, rule: 1) }
        return framing
    }

    private static func responseByFields(
        _ version: HTTPVersion, _ fields: FieldSection, _ quirks: inout [Quirk]
    ) throws(WireError) -> Framing {
        let found = FramingFields(fields)
        if let coding = found.firstTransferEncoding {
            // RFC 9112 §6.3 rule 3: an attempt at response splitting, or an error.
            try found.refuseBoth(in: fields)
            // RFC 9112 §6.1: in HTTP/1.0 the framing is faulty.
            guard version >= .http11 else { throw .field(.transferEncodingInHTTP10, coding, in: fields) }
            // RFC 9112 §6.3 rule 4: chunked and final, or until the connection closes.
            let codings = try TransferCodings(fields)
            guard !codings.resemblesChunked else { throw .field(.unknownTransferCoding, coding, in: fields) }
            return Framing(codings.endsInChunked ? .chunked : .close, rule: 4)
        }
        // RFC 9112 §6.3 rules 5 and 6.
        if let length = try found.contentLength(in: fields, &quirks) { return Framing(.length(length), rule: 6) }
        // RFC 9112 §6.3 rule 7 is about requests. Rule 8.
        return Framing(.close, rule: 8)
    }
}

/// Where the two framing fields stand, found in one pass over the lines.
private struct FramingFields {
    private(set) var firstTransferEncoding: FieldLine?
    private(set) var firstContentLength: FieldLine?
    private var contentLengthLines = 0

    init(_ fields: FieldSection) {
        for line in fields.lines {
            if line.known == .contentLength {
                contentLengthLines += 1
                if firstContentLength == nil { firstContentLength = line }
            } else if line.known == .transferEncoding, firstTransferEncoding == nil {
                firstTransferEncoding = line
            }
        }
    }

    func refuseBoth(in fields: FieldSection) throws(WireError) {
        if let length = firstContentLength {
            throw .field(.contentLengthWithTransferEncoding, length, in: fields)
        }
    }

    /// RFC 9112 §6.3 rule 5: a list of equal lengths counts as one; anything else that is no length is an error.
    func contentLength(in fields: FieldSection, _ quirks: inout [Quirk]) throws(WireError) -> UInt64? {
        guard let first = firstContentLength else { return nil }
        let value = fields.value(of: first)
        if contentLengthLines == 1, let length = Self.length(value) { return length }

        var agreed: Bytes?
        for line in fields.lines where line.known == .contentLength {
            let value = fields.value(of: line)
            var start = 0
            while start <= value.count {
                var end = start
                while end < value.count, value[end] != ASCII.comma { end += 1 }
                let member = value.slice(start..<end).trimmed
                start = end + 1
                // "5" and "05" are the same number, but not the repeated value that rule 5 forgives.
                if let agreed, agreed == member { continue }
                guard Self.length(member) != nil else { throw .field(.malformedContentLength, line, in: fields) }
                guard agreed == nil else { throw .field(.conflictingContentLength, line, in: fields) }
                agreed = member
            }
            if line != first || fields.value(of: line).contains(ASCII.comma) {
                quirks.append(Quirk(.repeatedContentLength, offset: Int(line.start), length: line.line.count - 2))
            }
        }
        return agreed.flatMap(Self.length)
    }

    /// No more than 2^63 − 1: peers that count with a sign would read a larger one differently.
    private static func length(_ value: Bytes) -> UInt64? {
        guard let length = value.decimal, length <= UInt64(Int64.max) else { return nil }
        return length
    }
}

/// The members of Transfer-Encoding (RFC 9112 §6.1).
private struct TransferCodings {
    /// chunked stands once, and last.
    private(set) var endsInChunked = false
    /// One of them is not of RFC 9112 §7.
    private(set) var hasUnregistered = false
    /// One of them is not chunked but has the word in it: some readers search instead of comparing.
    private(set) var resemblesChunked = false

    init(_ fields: FieldSection) throws(WireError) {
        for line in fields.lines where line.known == .transferEncoding {
            // Nearly always the only coding.
            if !endsInChunked, fields.value(of: line).equalsIgnoringCase("chunked") {
                endsInChunked = true
                continue
            }
            let value = fields.value(of: line)
            for member in value.split(separator: ASCII.comma, omittingEmptySubsequences: false) {
                let coding = value.slice(member.startIndex..<member.endIndex).trimmed
                // No coding of RFC 9112 §7 has parameters, and an empty member is a known disguise.
                guard FieldSyntax.validateName(coding) == nil else {
                    throw .field(.unknownTransferCoding, line, in: fields)
                }
                // RFC 9112 §6.1, §7.1: chunked is not applied twice, nor is anything applied after it.
                guard !endsInChunked else { throw .field(.chunkedNotLast, line, in: fields) }
                take(coding)
            }
        }
    }

    private mutating func take(_ coding: Bytes) {
        if coding.equalsIgnoringCase("chunked") {
            endsInChunked = true
        } else if !Self.registered.contains(where: { coding.equalsIgnoringCase($0) }) {
            hasUnregistered = true
            let text = coding.lowercased
            let word: Bytes = "chunked"
            resemblesChunked =
                resemblesChunked
                || (0..<max(0, text.count - word.count + 1)).contains { text.slice($0..<$0 + word.count) == word }
        }
    }

    private static let registered: [StaticString] = ["gzip", "x-gzip", "deflate", "compress", "x-compress"]
}

extension WireError {
    /// An error about the value of a field; about its name when the value is empty.
    fileprivate static func field(_ code: Code, _ line: FieldLine, in fields: FieldSection) -> WireError {
        let range = line.value.isEmpty ? line.name : line.value
        return WireError(
            code, offset: range.lowerBound, length: range.count,
            bytes: fields.raw.slice(range.lowerBound..<min(range.upperBound, range.lowerBound + 32)))
    }
}
