package import Bytes

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
    /// The same as a JSON string, made once: each finding in a log has it.
    package let json: Bytes

    package init(stringLiteral text: String) {
        self.text = text
        var writer = JSONWriter(capacity: 64)
        writer.string(text)
        json = writer.withBytes { Bytes(Array($0)) }
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
        "Clear Site Data": "https://w3c.github.io/webappsec-clear-site-data/",
        "Fetch Metadata": "https://w3c.github.io/webappsec-fetch-metadata/",
        "Lighthouse": "https://developer.chrome.com/docs/lighthouse/performance/",
        "NEL": "https://w3c.github.io/network-error-logging/",
        "OWASP Secure Headers": "https://owasp.org/www-project-secure-headers/",
        "OWASP WSTG": "https://owasp.org/www-project-web-security-testing-guide/",
        "Permissions Policy": "https://w3c.github.io/webappsec-permissions-policy/",
        "Referrer Policy": "https://w3c.github.io/webappsec-referrer-policy/",
        "Reporting": "https://w3c.github.io/reporting/",
        "Reporting (2018)": "https://www.w3.org/TR/2018/WD-reporting-1-20180925/",
        "Server Timing": "https://w3c.github.io/server-timing/",
        "UTS 39": "https://www.unicode.org/reports/tr39/",
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
        "XML 1.0": "https://www.w3.org/TR/xml/",
    ]
}
