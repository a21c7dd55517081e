package import Bytes
package import HTTPModel
import HTTPSemantics

/// A request as a built-in site sees it: the head, and what a pure function cannot know by itself.
///
/// Made by whoever serves the site, one for each request; a value, used anywhere.
package struct SiteRequest: Sendable {
    /// A name and a value of the query or of an urlencoded form, both decoded.
    package struct Parameter: Sendable, Hashable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package let head: RequestHead
    /// The host that was asked for, without a port, in lower case.
    package let host: String
    /// The path as it was sent, percent-encoding and all; `*` in `OPTIONS *`.
    package let path: Bytes
    /// Path and query as they were sent.
    package let pathAndQuery: Bytes
    /// The path's segments, decoded, empty ones left out: `/a//b%20c/` is `a`, `b c`.
    package let segments: [String]
    package let query: [Parameter]
    /// Microseconds since 1970-01-01 00:00 UTC.
    package let wallClock: Int64
    /// Counts the requests to built-in sites since the process began; what fails one time in three counts with it.
    package let requestNumber: UInt64
    /// Who asks, for people: `127.0.0.1:53122`.
    package let clientAddress: String
    /// Whether content comes with the request.
    package let hasBody: Bool

    /// - Parameter hasBody: where something other than fields says so; nil: the fields do.
    package init(
        head: RequestHead, host: String, wallClock: Int64, requestNumber: UInt64, clientAddress: String,
        hasBody: Bool? = nil
    ) {
        self.hasBody = hasBody ?? Self.announcesBody(head)
        self.head = head
        self.host = host
        self.wallClock = wallClock
        self.requestNumber = requestNumber
        self.clientAddress = clientAddress
        let whole = head.target.form == .asterisk ? Bytes("*") : head.raw.slice(head.target.pathAndQuery)
        pathAndQuery = whole
        let mark = whole.firstIndex(of: UInt8(ascii: "?")) ?? whole.count
        path = whole.slice(0..<mark)
        segments = path.split(separator: ASCII.slash).map { PercentCoding.decode(Bytes(Array($0))).text }
        query = Self.parameters(whole.slice(min(mark + 1, whole.count)..<whole.count))
    }
}

extension SiteRequest {
    /// More pairs than these are not looked at.
    private static let mostParameters = 200

    /// `a=1&b=two+words` as pairs, in order, repeated names kept.
    package static func parameters(_ encoded: Bytes) -> [Parameter] {
        PercentCoding.pairs(encoded).prefix(mostParameters).map { pair in
            Parameter(name: pair.name.text, value: pair.value?.text ?? "")
        }
    }

    package var seconds: Int64 { wallClock / 1_000_000 }

    /// The value of the first parameter of this name.
    package func query(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// A number in the query, brought into `range`; `standard` when it is absent or not made of digits alone.
    package func number(_ name: String, in range: ClosedRange<Int>, standard: Int) -> Int {
        guard let text = query(name), let value = Bytes(text).decimal else { return standard }
        return min(max(Int(clamping: value), range.lowerBound), range.upperBound)
    }

    /// Whether the client is one that shows HTML: it says so in Accept. Programs say `*/*` and get plain text.
    var prefersHTML: Bool {
        head.fields.members(.accept).contains { Preference($0).essence.equalsIgnoringCase("text/html") }
    }

    /// RFC 9112 §6.3: a request without either field has no content.
    private static func announcesBody(_ head: RequestHead) -> Bool {
        if head.fields.contains(.transferEncoding) { return true }
        return (head.fields.first(.contentLength)?.decimal ?? 0) > 0
    }

    /// Whether the client waits for `100 Continue` before it sends its content (RFC 9110 §10.1.1; never from HTTP/1.0).
    package var awaitsContinue: Bool {
        head.version >= .http11
            && head.fields.members(.expect).contains { $0.equalsIgnoringCase("100-continue") }
    }
}
