/// Where something is specified: a document, and the section in it.
///
/// Written as people write it: `"RFC 9110 §8.8.3"`.
package struct Spec: Sendable, Hashable, ExpressibleByStringLiteral {
    /// `RFC 9110`, `Fetch`, `WHATWG URL`.
    package let document: String
    /// `8.8.3`; empty when the whole document is meant.
    package let section: String
    /// `RFC 9110 §8.8.3`.
    package let text: String

    package init(stringLiteral text: String) {
        self.text = text
        let parts = text.split(separator: " §", maxSplits: 1)
        document = String(parts.first ?? "")
        section = parts.count > 1 ? String(parts[1]) : ""
    }

    /// The address to read it at; nil for a document without a known home.
    package var url: String? {
        if document.hasPrefix("RFC ") {
            let name = document.dropFirst(4)
            let base = "https://www.rfc-editor.org/rfc/rfc\(name)"
            return section.isEmpty ? base : "\(base)#section-\(section)"
        }
        // The draft whose sections are cited: later ones may number them otherwise.
        if document == "draft-ietf-httpbis-rfc6265bis" {
            let base = "https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc6265bis-22.html"
            return section.isEmpty ? base : "\(base)#section-\(section)"
        }
        if document.hasPrefix("draft-") { return "https://datatracker.ietf.org/doc/html/\(document)" }
        return Self.homes[document]
    }

    private static let homes = [
        "CSP": "https://w3c.github.io/webappsec-csp/",
        "Connect protocol": "https://connectrpc.com/docs/protocol",
        "Fetch": "https://fetch.spec.whatwg.org/",
        "gRPC over HTTP/2": "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md",
        "gRPC status codes": "https://github.com/grpc/grpc/blob/master/doc/statuscodes.md",
        "gRPC HTTP mapping": "https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md",
        "GraphQL over HTTP": "https://graphql.github.io/graphql-over-http/draft/",
        "HTML": "https://html.spec.whatwg.org/multipage/",
        "WHATWG Encoding": "https://encoding.spec.whatwg.org/",
        "WHATWG MIME Sniffing": "https://mimesniff.spec.whatwg.org/",
        "WHATWG URL": "https://url.spec.whatwg.org/",
    ]
}
