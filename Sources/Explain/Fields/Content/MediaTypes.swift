import Bytes
import HTTPSemantics

/// Media types (RFC 9110 §8.3.1): Content-Type, Accept, Accept-Post, Accept-Patch.
enum MediaTypes {
    private static let spec = "RFC 9110 §8.3.1"

    static func contentType(_ scan: inout SpanScanner) {
        mediaType(&scan, rule: "media-type", weighted: false)
    }

    static func list(_ scan: inout SpanScanner) {
        scan.list("media-type", spec) { mediaType(&$0, rule: "media-type", weighted: false, isContent: false) }
    }

    static func accept(_ scan: inout SpanScanner) {
        scan.list("media-range", "RFC 9110 §12.5.1") { mediaType(&$0, rule: "media-range", weighted: true) }
    }

    // media-type = type "/" subtype parameters
    private static func mediaType(
        _ scan: inout SpanScanner, rule: String, weighted: Bool, isContent: Bool = true
    ) {
        let spec = weighted ? "RFC 9110 §12.5.1" : spec
        let member = Preference(scan.rest)
        let written = MediaType(scan.rest)
        scan.begin()
        scan.head(rule, spec) { scan in
            let type = scan.token("type", spec) { type in
                type.isExactly("*") ? "Any type." : "The type: \(abbreviating: type)\(family(type))."
            }
            if scan.sign(ASCII.slash, spec, "Separates type and subtype.") {
                scan.token("subtype", spec) { subtype in
                    subtype.isExactly("*")
                        ? "Any subtype." : "The subtype: \(abbreviating: subtype)\(suffix(subtype))."
                }
            } else if !type.isEmpty {
                scan.expected("\"/\"", spec, "a slash and a subtype")
            }
        }
        let name = "\(abbreviating: written.type)/\(abbreviating: written.subtype)"
        let isMultipart = written.type.equalsIgnoringCase("multipart")
        scan.parameters(weighted: weighted) { parameter, value in meaning(parameter, value, isMultipart: isMultipart) }
        let liking = weighted ? Negotiation.liking(member) : ""
        scan.finish(
            rule, spec,
            weighted && name == "*/*"
                ? "Content of any type\(liking)."
                : weighted || !isContent
                    ? "Content of the type \(name)\(liking)." : "The content is \(name)\(known(name)).",
            malformed: written.essence.isEmpty)
    }

    private static func meaning(_ name: Bytes, _ value: Bytes?, isMultipart: Bool) -> Meaning? {
        guard let value else { return nil }
        switch name.text {
        case "charset": return Meaning("The text is encoded as \(abbreviating: value).", "RFC 9110 §8.3.2")
        case "boundary" where isMultipart:
            return Meaning("Lines of -- and \(quoting: value) separate the parts.", "RFC 2046 §5.1.1")
        case "q":
            return Meaning("The parameter q is a weight in Accept. It has no meaning here.")
        default: return nil
        }
    }

    private static func family(_ type: Bytes) -> String {
        switch type.lowercased.text {
        case "text": ", for people to read"
        case "application": ", for programs"
        case "image": ", pictures"
        case "audio", "video": ""
        case "font": ", fonts"
        case "model": ", 3D models"
        case "multipart": ", several parts in one"
        case "message": ", a message inside the message"
        default: ", which is not a registered type"
        }
    }

    private static func suffix(_ subtype: Bytes) -> String {
        let text = subtype.lowercased.text
        if text.hasSuffix("+json") { return ", based on JSON (RFC 6839 §3.1)" }
        if text.hasSuffix("+xml") { return ", based on XML (RFC 7303 §4.2)" }
        if text.hasSuffix("+zip") { return ", based on ZIP (RFC 6839 §3.6)" }
        return text.hasPrefix("vnd.") ? ", which is specific to a vendor" : ""
    }

    private static func known(_ name: String) -> String {
        switch name.lowercased() {
        case "text/html": ": a web page"
        case "text/plain": ": plain text"
        case "text/css": ": style sheets"
        case "text/javascript", "application/javascript": ": a script"
        case "text/event-stream": ": server-sent events"
        case "application/json": ": JSON"
        case "application/x-www-form-urlencoded": ": form data, encoded like a query"
        case "application/octet-stream": ": bytes of no stated type"
        case "multipart/form-data": ": form data, each field as a part"
        case "multipart/byteranges": ": several ranges of one resource"
        default: ""
        }
    }
}

extension MediaTypes {
    /// The fields with these values.
    static let fields: [Field] = [
        Field(
            "content-type",
            samples: [
                "text/html; charset=utf-8", "multipart/form-data;boundary=\"a b\\\"c\"", "application/vnd.x+json",
            ], contentType),
        Field(
            "accept", samples: ["text/html;level=1;q=0.5, text/*; q=0.300 , */*", "audio/*; q=0.2, audio/basic"], accept
        ),
        Field("accept-patch", samples: ["application/example, text/example"], list),
        Field("accept-post", samples: ["image/webp"], list),
    ]
}
