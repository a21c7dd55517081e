import Bytes
import HTTPSemantics

/// What to do with the content: Content-Disposition (RFC 6266 §4.1).
enum Dispositions {
    static func contentDisposition(_ scan: inout SpanScanner) {
        let spec = "RFC 6266 §4.1"
        scan.head("content-disposition", spec) { scan in
            scan.token("disposition-type", spec, type)
        }
        let rule = PairRule(pair: "disposition-parm", name: "token", value: "token", spec: spec)
        scan.parameters(rule) { name, value in
            guard let value else { return nil }
            return switch name.text {
            case "filename": Meaning("The file name to save it under: \(quoting: value).", "RFC 6266 §4.3")
            case "filename*": extended(value)
            case "name": Meaning("The form field's name: \(quoting: value).", "RFC 7578 §4.2")
            default: nil
            }
        }
    }

    private static func type(_ type: Bytes) -> Wording {
        switch type.lowercased.text {
        case "inline": "Display the content, if possible."
        case "attachment": "Save the content as a file; do not display it."
        case "form-data": "One field of a form (RFC 7578 §4.2)."
        default: "The disposition \(abbreviating: type); clients treat unknown ones as attachment."
        }
    }

    // ext-value = charset "'" [ language ] "'" value-chars
    private static func extended(_ value: Bytes) -> Meaning {
        let spec = "RFC 8187 §3.2"
        guard let extended = ExtendedValue(value) else {
            return Meaning(
                "A name in the extended notation.", rule: "ext-value", spec,
                expected: "a character encoding, ', a language or nothing, ', and percent-encoded text")
        }
        guard extended.charset.equalsIgnoringCase("utf-8") else {
            return Meaning(
                "A name in \(abbreviating: extended.charset), which clients may not support: it must be in UTF-8.",
                rule: "ext-value", "RFC 8187 §3.2.1")
        }
        return Meaning(
            "The file name to save it under, with its encoding. It overrides filename: \(quoting: extended.octets).",
            rule: "ext-value", spec)
    }
}

extension Dispositions {
    /// The fields with these values.
    static let fields: [Field] = [
        Field(
            "content-disposition",
            samples: ["attachment; filename=\"a b.txt\"; filename*=UTF-8''a%20%e2%82%ac.txt", "inline"],
            contentDisposition)
    ]
}
