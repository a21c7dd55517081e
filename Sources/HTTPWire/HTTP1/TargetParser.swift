public import Bytes
public import HTTPModel

/// Takes a request target apart (RFC 9112 §3.2), each form for the methods it belongs to.
public enum TargetParser {
    /// The ranges of the result count from the target's first byte.
    public static func parse(_ target: Bytes, method: Method) throws(WireError) -> RequestTarget {
        try target.withSpan { span throws(WireError) in
            try unsafe span.withUnsafeBufferPointer { input throws(WireError) in
                try unsafe parse(input, 0..<input.count, method: method).target
            }
        }
    }

    struct Parsed {
        let target: RequestTarget
        /// From the first to past the last byte that should have been percent-encoded.
        let unencoded: Range<Int>?
    }

    static func parse(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, method: Method?
    ) throws(WireError) -> Parsed {
        guard let first = range.first else {
            throw unsafe WireError(.malformedTarget, at: range.lowerBound, length: 0, in: input)
        }
        // RFC 9112 §3.2.3: authority-form is for CONNECT, and CONNECT has no other.
        if method == .connect { return try unsafe authority(input, range) }
        // RFC 9112 §3.2.1
        if unsafe input[first] == ASCII.slash {
            let unencoded = try unsafe checkPath(input, range)
            return Parsed(
                target: RequestTarget(form: .origin, range: range, pathAndQuery: range), unencoded: unencoded)
        }
        // RFC 9112 §3.2.4: asterisk-form is for OPTIONS.
        if unsafe input[first] == UInt8(ascii: "*"), range.count == 1, method == .options {
            return Parsed(
                target: RequestTarget(form: .asterisk, range: range, pathAndQuery: range.upperBound..<range.upperBound),
                unencoded: nil)
        }
        return try unsafe absolute(input, range)
    }

    private static func authority(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(WireError) -> Parsed {
        switch unsafe AuthorityParser.parse(input, range) {
        case .malformed(let offset):
            throw unsafe WireError(.malformedTarget, at: offset, in: input)
        case .authority(let host, let port):
            // RFC 9110 §9.3.6: there is no default port, and an empty or invalid one must be refused.
            guard !host.isEmpty, let port, port != 0 else {
                throw unsafe WireError(.malformedTarget, at: range.lowerBound, length: range.count, in: input)
            }
            return Parsed(
                target: RequestTarget(
                    form: .authority, range: range, host: host, port: port,
                    pathAndQuery: range.upperBound..<range.upperBound),
                unencoded: nil)
        }
    }

    /// RFC 9112 §3.2.2: `scheme "://" authority path-abempty [ "?" query ]`.
    private static func absolute(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(WireError) -> Parsed {
        let end = range.upperBound
        var position = range.lowerBound
        guard unsafe ASCII.isAlpha(input[position]) else {
            throw unsafe WireError(.malformedTarget, at: position, in: input)
        }
        while position < end, unsafe OctetClass.scheme.contains(input[position]) { position += 1 }
        let scheme = range.lowerBound..<position
        guard position + 2 < end, unsafe input[position] == ASCII.colon, unsafe input[position + 1] == ASCII.slash,
            unsafe input[position + 2] == ASCII.slash
        else {
            throw unsafe WireError(.malformedTarget, at: min(position, end - 1), in: input)
        }
        let authorityStart = position + 3
        var authorityEnd = authorityStart
        while authorityEnd < end, unsafe !endsAuthority(input[authorityEnd]) { authorityEnd += 1 }

        var hostStart = authorityStart
        var userinfo: Range<Int>?
        // RFC 3986 §3.2: neither userinfo nor host has a raw `@`, so a second one is caught as part of the host.
        if let at = unsafe input[authorityStart..<authorityEnd].firstIndex(of: UInt8(ascii: "@")) {
            for position in authorityStart..<at
            where unsafe !OctetClass.userinfo.contains(input[position])
                && !AuthorityParser.isEncoded(input, position, at)
            {
                throw unsafe WireError(.malformedTarget, at: position, in: input)
            }
            userinfo = authorityStart..<at
            hostStart = at + 1
        }
        switch unsafe AuthorityParser.parse(input, hostStart..<authorityEnd) {
        case .malformed(let offset):
            throw unsafe WireError(.malformedTarget, at: offset, in: input)
        case .authority(let host, let port):
            // RFC 9110 §4.2.1: an http URI with an empty host is invalid.
            guard !host.isEmpty else {
                throw unsafe WireError(.malformedTarget, at: hostStart, in: input)
            }
            let unencoded = try unsafe checkPath(input, authorityEnd..<end)
            return Parsed(
                target: RequestTarget(
                    form: .absolute, range: range, scheme: scheme, userinfo: userinfo, host: host, port: port,
                    pathAndQuery: authorityEnd..<end),
                unencoded: unencoded)
        }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == ASCII.slash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Refuses what is not visible ASCII; answers where there is visible ASCII that RFC 3986 keeps out of paths and
    /// queries, or a `%` that encodes nothing. Such bytes are common and cannot be taken for the end of the target.
    private static func checkPath(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(WireError) -> Range<Int>? {
        let allowed = OctetClass.pathOrQuery
        var unencoded: Range<Int>?
        for position in range {
            let byte = unsafe input[position]
            if allowed.contains(byte) { continue }
            // RFC 9110 §7.1: a target has no fragment. Origins differ on one that has: some cut it off, some do not.
            guard byte != UInt8(ascii: "#") else { throw unsafe WireError(.fragmentInTarget, at: position, in: input) }
            guard byte > ASCII.space, byte < ASCII.delete else {
                throw unsafe WireError(.malformedTarget, at: position, in: input)
            }
            if unsafe AuthorityParser.isEncoded(input, position, range.upperBound) { continue }
            unencoded = (unencoded?.lowerBound ?? position)..<position + 1
        }
        return unencoded
    }
}
