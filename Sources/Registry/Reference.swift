/// A document and a section of it.
public struct Reference: Sendable, Hashable, CustomStringConvertible {
    /// As cited: `RFC 9110 §15.2.1`.
    public let text: String

    /// A reference as people write it: `RFC 9110 §5.5`.
    public init(_ text: String) {
        self.text = text
    }

    /// As written.
    public var description: String { text }

    /// `RFC 9110`, `Fetch Standard`.
    public var document: String {
        for mark in [" §", " appendix ", ", "] {
            if let place = text.firstRange(of: mark) { return String(text[..<place.lowerBound]) }
        }
        return text
    }

    /// `15.2.1`; nil for the whole document, or for a part without a number.
    public var section: String? {
        text.firstRange(of: " §").map { String(text[$0.upperBound...]) }
    }

    /// `C.2.2` of `RFC 9112 appendix C.2.2`.
    public var appendix: String? {
        text.firstRange(of: " appendix ").map { String(text[$0.upperBound...]) }
    }

    /// The URL of the text; nil when it is unknown.
    public var url: String? {
        let document = document
        if document.hasPrefix("RFC ") {
            let number = document.dropFirst(4)
            guard !number.isEmpty, number.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
                return nil
            }
            let page = "https://www.rfc-editor.org/rfc/rfc\(number).html"
            return section.map { "\(page)#section-\($0)" } ?? appendix.map { "\(page)#appendix-\($0)" } ?? page
        }
        if document.hasPrefix("draft-") { return "https://datatracker.ietf.org/doc/\(document)/" }
        return Self.addresses[document]
    }

    private static let addresses: [String: String] = [
        "Fetch Standard": "https://fetch.spec.whatwg.org/",
        "HTML Standard": "https://html.spec.whatwg.org/multipage/",
        "MIME Sniffing Standard": "https://mimesniff.spec.whatwg.org/",
        "XMLHttpRequest Standard": "https://xhr.spec.whatwg.org/",
        "W3C CSP Level 3": "https://www.w3.org/TR/CSP3/",
        "W3C Clear Site Data": "https://www.w3.org/TR/clear-site-data/",
        "W3C Fetch Metadata": "https://www.w3.org/TR/fetch-metadata/",
        "W3C Network Error Logging": "https://www.w3.org/TR/network-error-logging/",
        "W3C Permissions Policy": "https://www.w3.org/TR/permissions-policy/",
        "W3C Referrer Policy": "https://www.w3.org/TR/referrer-policy/",
        "W3C Reporting": "https://www.w3.org/TR/reporting/",
        "W3C Resource Timing": "https://www.w3.org/TR/resource-timing/",
        "W3C Server Timing": "https://www.w3.org/TR/server-timing/",
        "W3C Trace Context": "https://www.w3.org/TR/trace-context/",
        "W3C Baggage": "https://www.w3.org/TR/baggage/",
        "W3C Tracking Preference Expression": "https://www.w3.org/TR/tracking-dnt/",
        "W3C Upgrade Insecure Requests": "https://www.w3.org/TR/upgrade-insecure-requests/",
        "W3C User-Agent Client Hints": "https://wicg.github.io/ua-client-hints/",
        "W3C Device Memory": "https://www.w3.org/TR/device-memory/",
        "W3C Network Information": "https://wicg.github.io/netinfo/",
        "Linked Data Platform 1.0": "https://www.w3.org/TR/ldp/",
        "Global Privacy Control": "https://www.w3.org/TR/gpc/",
        "SOAP 1.1": "https://www.w3.org/TR/2000/NOTE-SOAP-20000508/",
        "ECMA-426": "https://tc39.es/ecma426/",
    ]
}
