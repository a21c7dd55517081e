import Bytes

/// Who may read what across origins: Access-Control-* (Fetch §3.3).
enum CrossOrigin {
    private static let spec = "Fetch §3.3.3"

    static func allowOrigin(_ scan: inout SpanScanner) {
        if scan.rest == "*" {
            scan.advance()
            scan.name(
                "wildcard", spec,
                "Scripts of any origin can read the response, if the request had no credentials.")
        } else if scan.rest.contains(ASCII.comma) || scan.rest.contains(ASCII.space) {
            scan.advanceToEnd()
            scan.expected("origin-or-null", spec, "one origin, null or *: a list never matches")
        } else {
            Addresses.origin(&scan, "Only scripts of this origin can read the response.")
        }
    }

    static func allowCredentials(_ scan: inout SpanScanner) {
        scan.advanceToEnd()
        if scan.seen == "true" {
            scan.name(
                "true", spec,
                "Allows scripts to read the response to a request with credentials, if Access-Control-Allow-Origin "
                    + "names their origin.")
        } else {
            scan.expected("true", spec, "true, in lower case")
        }
    }

    static func requestMethod(_ scan: inout SpanScanner) {
        scan.token("method", "RFC 9110 §9.1") { "The page wants to send a \(abbreviating: $0) request." }
        scan.leftOver("method", spec)
    }
}

extension CrossOrigin {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("access-control-allow-origin", samples: ["*", "https://example.com"], allowOrigin),
        Field("access-control-allow-credentials", samples: ["true"], allowCredentials),
        Field(
            "access-control-allow-headers", samples: ["X-Custom, Content-Type", "*"], listOf: "field-name", spec,
            each: "field-name", "RFC 9110 §5.1"
        ) {
            $0 == "*"
                ? "Any field except Authorization, if the request has no credentials."
                : "Requests can have the field \(abbreviating: $0)."
        },
        Field(
            "access-control-allow-methods", samples: ["PUT, DELETE"], listOf: "method", spec, each: "method",
            "RFC 9110 §9.1"
        ) {
            $0 == "*"
                ? "Any method, if the request has no credentials." : "The method \(abbreviating: $0) is allowed."
        },
        Field(
            "access-control-expose-headers", samples: ["ETag"], listOf: "field-name", spec, each: "field-name",
            "RFC 9110 §5.1"
        ) {
            $0 == "*"
                ? "Scripts can read every field of the response, if the request had no credentials."
                : "Scripts can read the field \(abbreviating: $0) of the response."
        },
        Field(
            "access-control-request-headers", samples: ["content-type,x-pingother"], listOf: "field-name", spec,
            each: "field-name", "RFC 9110 §5.1"
        ) { "The request will have the field \(abbreviating: $0)." },
        Field("access-control-request-method", samples: ["POST"], requestMethod),
    ]
}
