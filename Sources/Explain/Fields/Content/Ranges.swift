import Bytes
import HTTPSemantics

/// Parts of a representation: Range, Content-Range, Accept-Ranges (RFC 9110 §14).
enum Ranges {
    // ranges-specifier = range-unit "=" range-set
    static func range(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §14.1.1"
        guard let (unit, _) = RangeRequest.unit(of: scan.rest) else {
            scan.token("range-unit", "RFC 9110 §14.1", unitText)
            return scan.expected("\"=\"", spec, "an equals sign and ranges")
        }
        scan.within(unit, "range-unit", spec) { $0.token("range-unit", "RFC 9110 §14.1", unitText) }
        _ = scan.sign(ASCII.equals, spec, "Introduces the ranges.")
        let isBytes = unit.equalsIgnoringCase("bytes")
        var isEmpty = true
        if unit.isEmpty { scan.expected("range-unit", spec, "ranges, with a unit before the equals sign") }
        scan.list("range-spec", spec) { scan in
            isEmpty = false
            guard isBytes else {
                scan.skip {
                    $0 == ASCII.exclamation || (ASCII.hash...ASCII.plus).contains($0)
                        || (ASCII.hyphen...ASCII.tilde).contains($0)
                }
                return scan.name("other-range", spec, "A range in a unit that Hark does not know.")
            }
            byteRange(&scan, spec)
        }
        if isEmpty { scan.expected("range-set", spec, "a range such as 0-99, 100- or -50") }
    }

    private static func unitText(_ unit: Bytes) -> Wording {
        "The unit: \(abbreviating: unit)."
    }

    private static func byteRange(_ scan: inout SpanScanner, _ spec: String) {
        let positions = RangeRequest.Positions(scan.rest)
        let meant = positions.spec
        scan.begin()
        guard let last = positions.last else {
            scan.advanceToEnd()
            scan.expected("range-spec", spec, "a range such as 0-99, 100- or -50")
            return scan.finish("range-spec", spec, "An unreadable range.", malformed: true)
        }
        position("first-pos", positions.first, spec, &scan) { "The first byte requested, counted from 0: \($0)." }
        _ = scan.sign(ASCII.hyphen, spec, "Separates the first position from the last.")
        if positions.first.isEmpty {
            position("suffix-length", last, spec, &scan) { "The number of bytes requested from the end: \($0)." }
            if last.isEmpty { scan.expected("suffix-length", spec, "the number of bytes requested from the end") }
        } else {
            position("last-pos", last, spec, &scan) { "The last byte requested, included in the range: \($0)." }
        }
        let text: Wording =
            switch meant {
            case .last(let count): "The last \(Quantity.bytes(count)) of the representation."
            case .from(let first, through: let last?): "Bytes \(first) to \(last): \(sized(first, last))."
            case .from(let first, through: nil): "All bytes from \(first) on."
            case nil:
                RangeRequest.position(positions.first) != nil && RangeRequest.position(last) != nil
                    ? "The last position is before the first, so the whole field is invalid."
                    : "An unreadable range."
            }
        scan.finish(positions.first.isEmpty ? "suffix-range" : "int-range", spec, text, malformed: meant == nil)
    }

    // Content-Range = range-unit SP ( range-resp / unsatisfied-range )
    static func contentRange(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §14.4"
        let parts = ContentRange.Parts(scan.rest)
        let content = ContentRange(scan.rest)
        scan.within(parts.unit, "range-unit", spec) { $0.token("range-unit", "RFC 9110 §14.1", unitText) }
        guard let range = parts.range else { return scan.expected("SP", spec, "one space and the range") }
        scan.advance()
        scan.name("SP", spec, "One space.")
        if range.isEmpty, parts.size == nil { return scan.expected("range-resp", spec, "the range") }
        scan.begin()
        let isUnsatisfied = range == "*"
        if isUnsatisfied {
            scan.advance()
            scan.name("\"*\"", spec, "No range was sent: none of the requested ranges exists.")
        } else {
            scan.within(range, "incl-range", spec) { included(RangeRequest.Positions(range), spec, &$0) }
        }
        if let size = parts.size {
            _ = scan.sign(ASCII.slash, spec, "Separates the range from the complete length.")
            if size == "*" {
                scan.advance()
                scan.name("\"*\"", spec, "The complete length was unknown.")
            } else {
                position("complete-length", size, spec, &scan) { "The whole resource has \($0) bytes." }
                if size.isEmpty { scan.expected("complete-length", spec, "the complete length, or *") }
            }
        } else {
            scan.expected("\"/\"", spec, "a slash and the complete length")
        }
        guard let content else {
            return scan.finish(
                isUnsatisfied ? "unsatisfied-range" : "range-resp", spec, "An unreadable range.",
                malformed: true)
        }
        guard let range = content.range else {
            return scan.finish("unsatisfied-range", spec, "No part of this resource is in the requested range.")
        }
        let (first, last) = (range.lowerBound, range.upperBound)
        let whole = content.size.map { " of \($0)" } ?? ""
        scan.finish(
            "range-resp", spec, "The content is bytes \(first) to \(last)\(whole): \(sized(first, last)).")
    }

    private static func included(_ positions: RangeRequest.Positions, _ spec: String, _ scan: inout SpanScanner) {
        scan.begin()
        position("first-pos", positions.first, spec, &scan) {
            "The first byte of this content, counted from 0: \($0)."
        }
        if let last = positions.last {
            _ = scan.sign(ASCII.hyphen, spec, "Separates the first position from the last.")
            position("last-pos", last, spec, &scan) { "The last byte of this content: \($0)." }
        } else {
            scan.expected("incl-range", spec, "a range such as 0-99")
        }
        var isRange = false
        if case .from(_, through: .some) = positions.spec { isRange = true }
        scan.finish(
            "incl-range", spec, isRange ? "The range sent." : "No range: expected two positions in order.",
            malformed: !isRange)
    }

    private static func sized(_ first: UInt64, _ last: UInt64) -> String {
        let (size, overflow) = (last - first).addingReportingOverflow(1)
        return overflow ? "more bytes than Hark can count" : Quantity.bytes(size)
    }

    /// Names a position that was found where it ends.
    private static func position(
        _ rule: String, _ written: Bytes, _ spec: String, _ scan: inout SpanScanner, _ text: (String) -> Wording
    ) {
        scan.advance(over: written)
        if RangeRequest.position(written) == nil {
            if !written.isEmpty { scan.expected(rule, spec, "a position, in digits only") }
        } else {
            scan.name(rule, spec, text(written.decimal.map { "\($0)" } ?? Quotation.abbreviated(written)))
        }
    }
}

extension Ranges {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("content-range", samples: ["bytes 0-499/1234", "bytes 42-1233/*", "bytes */1234"], contentRange),
        Field("range", samples: ["bytes=0-499, 500-, -50", "lines=1-2"], range),
        Field(
            "accept-ranges", samples: ["bytes", "none"], listOf: "range-unit", "RFC 9110 §14.3", each: "range-unit",
            "RFC 9110 §14.3"
        ) {
            $0.equalsIgnoringCase("none")
                ? "The server does not support range requests for this resource."
                : "The server supports range requests in the unit \(abbreviating: $0)."
        },
    ]
}
