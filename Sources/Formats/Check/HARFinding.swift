/// Something in a HAR that HAR 1.2 has otherwise, or that readers are known to stumble over. For people.
package struct HARFinding: Sendable, Hashable {
    /// Where in the tree: `log.entries[3].timings.ssl`.
    package let path: String
    /// Bytes from the start of the file.
    package let offset: Int
    /// Counted from 1.
    package internal(set) var line = 0
    /// A sentence with the file's own values, still to be escaped.
    package let problem: String
    /// Who stumbles, a sentence; nil when that is nobody in particular.
    package let reader: String?
}

/// Who is known to stumble over what; sources beside each.
enum HARReaders {
    static let schema = "Readers that check the schema reject it."
    /// github.com/mitmproxy/mitmproxy/issues/7377
    static let chrome = "Chrome DevTools does not open the file."
    /// github.com/mitmproxy/mitmproxy/issues/4244
    static let charles = "Charles shows a negative time, and some readers cannot open the file."
    /// RFC 8259 §8.1: parsers may refuse it, and Python's json does.
    static let byteOrderMark = "Python's json, and tools that use it, reject the file."
    /// RFC 8259 §6: there is no such number in JSON.
    static let strictJSON = "Strict JSON readers, including browsers, reject the whole file."
    /// RFC 8259 §4
    static let lastOne = "Readers differ in which of them they use."
    /// Python's datetime.fromisoformat, Java's Instant, Go's time.Parse.
    static let dates = "Readers that parse dates reject it, or show \"Invalid Date\"."
    /// ECMA-262 §21.4.3.2: a date and time without an offset is local time.
    static let zones = "Readers use UTC or their local time zone."
    static let packed = "Browser developer tools and JSON readers cannot open the file."
    /// github.com/grafana/har-to-k6/issues/87
    static let types = "Converters to load tests stop here, or omit the content."
    static let versions = "Readers that parse the version reject it, or show HTTP/1.1."
    /// HAR 1.2 has each fact in one place and some of it again in lists.
    static let twice = "Readers differ in which of the two they use."
}
