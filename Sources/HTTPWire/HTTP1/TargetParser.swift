public import Bytes
public import HTTPModel

/// Parses a request target (RFC 9112 §3.2), each form only for its methods.
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
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, method: Method?,
        _ tolerances: Tolerances = .standard
    ) throws(WireError) -> Parsed {
        guard let first = range.first else {
            throw unsafe WireError(.malformedTarget, at: range.lowerBound, length: 0, in: input)
        }
        // RFC 9112 §3.2.3: authority-form is for CONNECT, and CONNECT has no other.
        if method == .connect { return try unsafe authority(input, range) }
        // RFC 9112 §3.2.1
        if unsafe input[first] == ASCII.slash {
            let unencoded = try unsafe checkPath(input, range, tolerances)
            return Parsed(
                target: RequestTarget(form: .origin, range: range, pathAndQuery: range), unencoded: unencoded)
        }
        // RFC 9112 §3.2.4: asterisk-form is for OPTIONS.
        if unsafe input[first] == UInt8(ascii: "*"), range.count == 1, method == .options {
            return Parsed(
                target: RequestTarget(form: .asterisk, range: range, pathAndQuery: range.upperBound..<range.upperBound),
                unencoded: nil)
        }
        return try unsafe absolute(input, range, tolerances)
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
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ tolerances: Tolerances
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
            let unencoded = try unsafe checkPath(input, authorityEnd..<end, tolerances)
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

    /// Refuses what is neither visible ASCII nor UTF-8; answers where there is any that RFC 3986 keeps out of paths and
    /// queries, or a `%` that encodes nothing. Such bytes are common and cannot be taken for the end of the target.
    private static func checkPath(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ tolerances: Tolerances
    ) throws(WireError) -> Range<Int>? {
        let allowed = OctetClass.pathOrQuery
        var unencoded: Range<Int>?
        /// One past the last byte of a character that was looked at as a whole.
        var characterEnd = range.lowerBound
        for position in range {
            let byte = unsafe input[position]
            if allowed.contains(byte) || position < characterEnd { continue }
            if byte >= 0x80, tolerances.contains(.unencodedText) {
                // RFC 3987 §3.1: clients that send it mean its octets, and servers read it so.
                let length = unsafe lengthOfUTF8(input, position, range.upperBound)
                guard length > 0 else { throw unsafe WireError(.malformedTarget, at: position, in: input) }
                characterEnd = position + length
                unencoded = (unencoded?.lowerBound ?? position)..<characterEnd
                continue
            }
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

    /// Octets of the character of more than one octet that stands at `start` (RFC 3629 §4); 0 when none does.
    private static func lengthOfUTF8(_ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        let first = unsafe input[start]
        // The octet behind the first bounds what it could encode: no form too long, no surrogate, nothing too large.
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0)
            }
        guard length > 0, start + length <= end, unsafe second.contains(input[start + 1]) else { return 0 }
        for place in start + 2..<max(start + 2, start + length) where unsafe input[place] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
