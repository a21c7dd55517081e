import Bytes

/// Fields that are one number: Content-Length, Age, Max-Forwards, Access-Control-Max-Age.
enum Numbers {
    static func contentLength(_ scan: inout SpanScanner) {
        let what = "a whole number, in digits only"
        // RFC 9110 §8.6: a list of equal lengths is what a careless intermediary makes of repeated lines.
        scan.list("Content-Length", "RFC 9110 §8.6") { scan in
            digits("Content-Length", "RFC 9110 §8.6", &scan, what) {
                "The content has \(Quantity.bytes($0)), as transferred."
            }
        }
    }

    static func age(_ scan: inout SpanScanner) {
        seconds("RFC 9111 §5.1", &scan) {
            "The response was generated or revalidated \(Quantity.seconds($0)) ago."
        }
    }

    static func maxForwards(_ scan: inout SpanScanner) {
        digits("Max-Forwards", "RFC 9110 §7.6.2", &scan, "a whole number, in digits only") {
            $0 == 0
                ? "The next recipient must answer the request itself, not forward it."
                : """
                The request may be forwarded \($0) more times.
                """
        }
    }

    static func preflightAge(_ scan: inout SpanScanner) {
        let spec = "Fetch §3.3.3"
        if scan.peek == ASCII.hyphen {
            scan.advanceToEnd()
            scan.name("delta-seconds", spec, "A negative number: the browser does not remember the preflight.")
            return
        }
        seconds(spec, &scan) { "The browser can reuse this preflight for \(Quantity.seconds($0))." }
    }

    static func flag(_ scan: inout SpanScanner) {
        let one = scan.take(UInt8(ascii: "1"))
        if !one { _ = scan.take(ASCII.zero) }
        scan.name("DIGIT", "RFC 9110 §5.5", one ? "1: yes." : "0: no.")
        scan.leftOver("DIGIT", "RFC 9110 §5.5")
    }

    static func seconds(_ spec: String, _ scan: inout SpanScanner, _ text: (UInt64) -> Wording) {
        digits("delta-seconds", spec, &scan, "a number of seconds, in digits only", text)
    }

    /// Digits to the end.
    static func digits(
        _ rule: String, _ spec: String, _ scan: inout SpanScanner, _ what: String, _ text: (UInt64) -> Wording
    ) {
        let value = scan.rest
        scan.advanceToEnd()
        if let number = value.decimal {
            scan.name(rule, spec, text(number))
        } else if !value.isEmpty, value.allSatisfy(ASCII.isDigit) {
            scan.name(rule, spec, "A number that is too large: \(abbreviating: value).")
        } else {
            scan.expected(rule, spec, what)
        }
    }
}

extension Numbers {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("content-length", samples: ["0", "1234"], contentLength),
        Field("age", samples: ["120"], age),
        Field("max-forwards", samples: ["10"], maxForwards),
        Field("access-control-max-age", samples: ["600", "-1"], preflightAge),
        Field("upgrade-insecure-requests", samples: ["1"], flag),
        Field("dnt", samples: ["0"], flag),
        Field("sec-gpc", samples: ["1"], flag),
    ]
}
