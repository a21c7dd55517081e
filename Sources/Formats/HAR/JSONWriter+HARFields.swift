import Bytes
import HTTPModel
import HTTPSemantics
package import JSON

// What HAR wants to have taken apart: cookies, query pairs, and the times in cookies. Values are shown as sent; whether
// a client would keep a cookie is not asked here.

extension JSONWriter {
    /// The cookies of all Cookie lines (RFC 6265 §4.2): `[{"name", "value"}]`.
    mutating func requestCookies(_ fields: FieldSection) {
        beginArray()
        for line in fields.lines where line.known == .cookie {
            for pair in fields.value(of: line).split(separator: ASCII.semicolon) {
                let pair = pair.bytes.trimmed
                guard !pair.isEmpty else { continue }
                beginObject()
                cookiePair(pair)
                endObject()
            }
        }
        endArray()
    }

    /// The cookies of all Set-Cookie lines, taken apart as RFC 6265 §5.2 says: the last of a repeated attribute counts.
    mutating func responseCookies(_ fields: FieldSection) {
        beginArray()
        for line in fields.lines where line.known == .setCookie {
            setCookie(fields.value(of: line))
        }
        endArray()
    }

    private mutating func setCookie(_ value: Bytes) {
        let parts = value.split(separator: ASCII.semicolon, omittingEmptySubsequences: false).map { $0.bytes.trimmed }
        guard let pair = parts.first else { return }
        var attributes = CookieAttributes()
        for part in parts.dropFirst() { attributes.take(part) }
        beginObject()
        cookiePair(pair)
        if let path = attributes.path { member("path", path) }
        if let domain = attributes.domain { member("domain", domain) }
        if let expires = attributes.expires {
            if let seconds = CookieDate.parse(expires) {
                key("expires")
                date(micro: seconds * 1_000_000)
            } else {
                member("_expires", expires)
            }
        }
        key("httpOnly")
        boolean(attributes.httpOnly)
        key("secure")
        boolean(attributes.secure)
        if let sameSite = attributes.sameSite { member("_sameSite", sameSite) }
        if let maxAge = attributes.maxAge { member("_maxAge", maxAge) }
        if attributes.partitioned {
            key("_partitioned")
            boolean(true)
        }
        endObject()
    }

    /// A pair without `=` is a value without a name, as servers and browsers read it.
    private mutating func cookiePair(_ pair: Bytes) {
        let equals = pair.firstIndex(of: ASCII.equals)
        member("name", equals.map { pair.slice(0..<$0).trimmed } ?? Bytes())
        member("value", equals.map { pair.slice(($0 + 1)..<pair.count).trimmed } ?? pair)
    }

    /// `name=value` pairs with `+` and percent-encoding decoded (URL standard §5.1): a query's, or a form's.
    mutating func pairs(_ encoded: Bytes) {
        beginArray()
        for pair in encoded.split(separator: UInt8(ascii: "&")) {
            let pair = pair.bytes
            let equals = pair.firstIndex(of: ASCII.equals) ?? pair.count
            beginObject()
            member("name", PercentCoding.decode(pair.slice(0..<equals), plusIsSpace: true))
            let value = pair.slice(min(equals + 1, pair.count)..<pair.count)
            member("value", PercentCoding.decode(value, plusIsSpace: true))
            endObject()
        }
        endArray()
    }

    mutating func member(_ name: StaticString, _ value: Bytes) {
        key(name)
        string(value)
    }

    /// A moment as ISO 8601 in UTC, to the millisecond, or to the microsecond when it has any.
    package mutating func date(micro: Int64) {
        // Rounded down, also before 1970.
        var (seconds, fraction) = micro.quotientAndRemainder(dividingBy: 1_000_000)
        if fraction < 0 { (seconds, fraction) = (seconds - 1, fraction + 1_000_000) }
        let date = CivilTime(secondsSince1970: seconds)
        beginString()
        padded(date.year, width: 4)
        put(ASCII.hyphen)
        padded(date.month, width: 2)
        put(ASCII.hyphen)
        padded(date.day, width: 2)
        put(UInt8(ascii: "T"))
        padded(date.hour, width: 2)
        put(ASCII.colon)
        padded(date.minute, width: 2)
        put(ASCII.colon)
        padded(date.second, width: 2)
        put(ASCII.period)
        if fraction % 1000 == 0 {
            padded(Int(fraction / 1000), width: 3)
        } else {
            padded(Int(fraction), width: 6)
        }
        put(UInt8(ascii: "Z"))
        endString()
    }
}

/// The attributes of one Set-Cookie line as they stand there.
private struct CookieAttributes {
    var path: Bytes?
    var domain: Bytes?
    var expires: Bytes?
    var maxAge: Bytes?
    var sameSite: Bytes?
    var httpOnly = false
    var secure = false
    var partitioned = false

    mutating func take(_ part: Bytes) {
        let equals = part.firstIndex(of: ASCII.equals) ?? part.count
        let name = part.slice(0..<equals).trimmed
        let value = part.slice(min(equals + 1, part.count)..<part.count).trimmed
        if name.equalsIgnoringCase("path") {
            path = value
        } else if name.equalsIgnoringCase("domain") {
            domain = value
        } else if name.equalsIgnoringCase("expires") {
            expires = value
        } else if name.equalsIgnoringCase("max-age") {
            maxAge = value
        } else if name.equalsIgnoringCase("samesite") {
            sameSite = value
        } else if name.equalsIgnoringCase("httponly") {
            httpOnly = true
        } else if name.equalsIgnoringCase("secure") {
            secure = true
        } else if name.equalsIgnoringCase("partitioned") {
            partitioned = true
        }
    }
}

extension Bytes.SubSequence {
    /// The slice as bytes that count from 0, sharing the storage.
    fileprivate var bytes: Bytes { base.slice(startIndex..<endIndex) }
}
