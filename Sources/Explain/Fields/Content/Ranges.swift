import Bytes

/// Parts of a representation: Range, Content-Range, Accept-Ranges (RFC 9110 §14).
enum Ranges {
    // ranges-specifier = range-unit "=" range-set
    static func range(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §14.1.1"
        let unit = scan.token("range-unit", "RFC 9110 §14.1") {
            "The unit that is counted: \(Quotation.abbreviated($0))."
        }
        guard scan.sign(ASCII.equals, spec, "Introduces the ranges.") else {
            return scan.expected("\"=\"", spec, "an equals sign and ranges")
        }
        let isBytes = unit.equalsIgnoringCase("bytes")
        scan.list("range-spec", spec) { scan in
            guard isBytes else {
                scan.skip {
                    $0 == ASCII.exclamation || (ASCII.hash...ASCII.plus).contains($0)
                        || (ASCII.hyphen...ASCII.tilde).contains($0)
                }
                return scan.name("other-range", spec, "A range of a unit that is not known here.")
            }
            byteRange(&scan, spec)
        }
    }

    private static func byteRange(_ scan: inout SpanScanner, _ spec: String) {
        scan.begin()
        let first = position("first-pos", spec, &scan) { "The first byte wanted, counted from 0: \($0)." }
        guard scan.sign(ASCII.hyphen, spec, "Separates the first position from the last.") else {
            scan.skip { $0 != ASCII.comma }
            scan.expected("range-spec", spec, "a range such as 0-99, 100- or -50")
            return scan.finish("range-spec", spec, "A range that cannot be read.", malformed: true)
        }
        guard first != nil else {
            let suffix = position("suffix-length", spec, &scan) { "How many of the last bytes are wanted: \($0)." }
            if suffix == nil { scan.expected("suffix-length", spec, "how many of the last bytes are wanted") }
            return scan.finish("suffix-range", spec, "The last \(Quantity.bytes(suffix ?? 0)) of the representation.")
        }
        let last = position("last-pos", spec, &scan) { "The last byte wanted, which is part of the range: \($0)." }
        let text: String
        var isMalformed = false
        if let first, let last {
            isMalformed = last < first
            text =
                isMalformed
                ? "The last position is before the first, so the whole field is invalid."
                : "Bytes \(first) to \(last): \(sized(first, last))."
        } else {
            text = "Everything from byte \(first ?? 0) on."
        }
        scan.finish("int-range", spec, text, malformed: isMalformed)
    }

    // Content-Range = range-unit SP ( range-resp / unsatisfied-range )
    static func contentRange(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §14.4"
        scan.token("range-unit", "RFC 9110 §14.1") { "The unit that is counted: \(Quotation.abbreviated($0))." }
        if scan.take(ASCII.space) {
            scan.name("SP", spec, "One space.")
        } else {
            scan.expected("SP", spec, "one space and the range")
        }
        scan.begin()
        let isUnsatisfied = scan.take(ASCII.asterisk)
        var first: UInt64?
        var last: UInt64?
        if isUnsatisfied {
            scan.name("\"*\"", spec, "No range was sent: none of those asked for can be.")
        } else {
            scan.begin()
            first = position("first-pos", spec, &scan) { "The first byte of this content, counted from 0: \($0)." }
            if !scan.sign(ASCII.hyphen, spec, "Separates the first position from the last.") {
                scan.skip { $0 != ASCII.slash }
                scan.expected("incl-range", spec, "a range such as 0-99")
            }
            last = position("last-pos", spec, &scan) { "The last byte of this content: \($0)." }
            let isMalformed = first.flatMap { first in last.map { $0 < first } } ?? true
            scan.finish(
                "incl-range", spec, isMalformed ? "No range: expected two positions in order." : "The range sent.",
                malformed: isMalformed)
        }
        if !scan.sign(ASCII.slash, spec, "Separates the range from the complete length.") {
            scan.expected("\"/\"", spec, "a slash and the complete length")
        }
        var whole: UInt64?
        if scan.take(ASCII.asterisk) {
            scan.name("\"*\"", spec, "The complete length was not known.")
        } else {
            whole = position("complete-length", spec, &scan) { "The representation has \($0) bytes in all." }
            if whole == nil { scan.expected("complete-length", spec, "the complete length, or *") }
        }
        scan.leftOver("Content-Range", spec)
        if isUnsatisfied {
            scan.finish("unsatisfied-range", spec, "No range of this representation fits the request.")
        } else if let first, let last, last >= first {
            scan.finish(
                "range-resp", spec,
                "The content is bytes \(first) to \(last)\(whole.map { " of \($0)" } ?? ""): \(sized(first, last)).")
        } else {
            scan.finish("range-resp", spec, "A range that cannot be read.", malformed: true)
        }
    }

    static func acceptRanges(_ scan: inout SpanScanner) {
        scan.list("range-unit", "RFC 9110 §14.3") { scan in
            scan.token("range-unit", "RFC 9110 §14.3") {
                $0.equalsIgnoringCase("none")
                    ? "The server sends no ranges of this."
                    : "Ranges counted in \(Quotation.abbreviated($0)) can be asked for."
            }
        }
    }

    private static func sized(_ first: UInt64, _ last: UInt64) -> String {
        let (size, overflow) = (last - first).addingReportingOverflow(1)
        return overflow ? "more bytes than can be counted" : Quantity.bytes(size)
    }

    private static func position(
        _ rule: String, _ spec: String, _ scan: inout SpanScanner, _ text: (UInt64) -> String
    ) -> UInt64? {
        guard scan.skip(while: ASCII.isDigit) > 0 else { return nil }
        guard let value = scan.seen.decimal else {
            scan.expected(rule, spec, "a position below 2 to the power of 64")
            return nil
        }
        scan.name(rule, spec, text(value))
        return value
    }
}

extension Ranges {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("content-range", samples: ["bytes 0-499/1234", "bytes 42-1233/*", "bytes */1234"], contentRange),
        Field("range", samples: ["bytes=0-499, 500-, -50", "lines=1-2"], range),
        Field("accept-ranges", samples: ["bytes", "none"], acceptRanges),
    ]
}
