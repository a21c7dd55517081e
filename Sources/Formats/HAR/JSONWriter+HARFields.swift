package import Bytes
import HTTPModel
import HTTPSemantics

// What HAR wants to have taken apart: cookies, query pairs, and the times in cookies. Values are shown as sent; whether
// a client would keep a cookie is not asked here.

extension JSONWriter {
    /// The cookies of all Cookie lines (RFC 6265 §4.2): `[{"name", "value"}]`.
    mutating func requestCookies(_ fields: FieldSection) {
        beginArray()
        for pair in CookiePairs.parse(fields) {
            beginObject()
            member("name", pair.name)
            member("value", pair.value)
            endObject()
        }
        endArray()
    }

    /// The cookies of all Set-Cookie lines, taken apart as RFC 6265 §5.2 says: the last of a repeated attribute counts.
    mutating func responseCookies(_ fields: FieldSection) {
        beginArray()
        for line in fields.lines where line.known == .setCookie {
            setCookie(SetCookie(fields.value(of: line)))
        }
        endArray()
    }

    /// A pair without `=` is a value without a name, as servers and browsers read it.
    private mutating func setCookie(_ cookie: SetCookie) {
        /// As it was sent: what a client makes of it is not asked here.
        func last(_ name: StaticString) -> Bytes? {
            cookie.attributes.last { $0.name.equalsIgnoringCase(name) }.map { $0.value ?? Bytes() }
        }
        beginObject()
        member("name", cookie.name)
        member("value", cookie.value)
        if let path = last("path") { member("path", path) }
        if let domain = last("domain") { member("domain", domain) }
        if let expires = last("expires") {
            if let seconds = CookieDate.parse(expires) {
                key("expires")
                date(micro: seconds * 1_000_000)
            } else {
                member("_expires", expires)
            }
        }
        member("httpOnly", cookie.isHTTPOnly)
        member("secure", cookie.isSecure)
        if let sameSite = last("samesite") { member("_sameSite", sameSite) }
        if let maxAge = last("max-age") { member("_maxAge", maxAge) }
        if cookie.isPartitioned { member("_partitioned", true) }
        endObject()
    }

    /// `name=value` pairs with `+` and percent-encoding decoded (URL standard §5.1): a query's, or a form's.
    mutating func pairs(_ encoded: Bytes) {
        beginArray()
        for (name, value) in PercentCoding.pairs(encoded) {
            beginObject()
            member("name", name)
            member("value", value ?? Bytes())
            endObject()
        }
        endArray()
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
