import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// What the content is: the media type against the first bytes, the charset, the name it would be saved under, and whether
/// its length was known and it came whole.
public enum ContentReasoning {
    public static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let response = exchange.responseHead, exchange.responseMayHaveContent else { return nil }
        var steps = StepList()
        let type = exchange.responseType
        if let type, let value = response.fields.first(.contentType) {
            steps.add(
                "Content-Type", held: type.isWellFormed,
                type.isWellFormed
                    ? "It is said to be \(value)." : "\(value) is no media type; clients guess instead.",
                "RFC 9110 §8.3")
        } else if exchange.responseHasContent {
            steps.add("Content-Type", held: false, "Nothing says what it is; clients guess.", "RFC 9110 §8.3")
        }
        bytes(exchange, type, &steps)
        charset(exchange, type, &steps)
        name(exchange, response, &steps)
        length(exchange, response, &steps)
        guard !steps.steps.isEmpty else { return nil }
        return Reasoning(.content, conclusion(exchange, type), steps: steps.steps)
    }

    private static func bytes(_ exchange: FlowRecord, _ type: MediaType?, _ steps: inout StepList) {
        guard let bytes = exchange.response.content.bytes, !bytes.isEmpty else { return }
        guard exchange.responseCodings.isEmpty else {
            steps.add(
                "first bytes", "They are those of its content coding; what it is shows only when that is removed.",
                "RFC 9110 §8.4")
            return
        }
        guard let seen = ContentSignature(bytes) else { return }
        let agrees = type.map { seen.agrees(with: $0) }
        let begins: Prose = "It begins like \(Prose.words(seen.name))"
        switch agrees {
        case true?: steps.add("first bytes", held: true, begins + ", which fits.", "WHATWG MIME Sniffing §6")
        case false?:
            steps.add(
                "first bytes", held: false, begins + ", which does not fit the type that is given.",
                "WHATWG MIME Sniffing §6")
        case nil: steps.add("first bytes", begins + ".", "WHATWG MIME Sniffing §6")
        }
    }

    private static func charset(_ exchange: FlowRecord, _ type: MediaType?, _ steps: inout StepList) {
        let isPlain = exchange.responseCodings.isEmpty
        let mark = isPlain ? exchange.response.content.bytes.flatMap { ByteOrderMark($0) } : nil
        if let mark {
            steps.add(
                "byte order mark",
                "It begins with the mark of \(mark.charset), which counts more than any charset parameter.",
                "WHATWG Encoding §6")
        }
        guard let type, type.isText else { return }
        if let charset = type.parameter("charset") {
            steps.add("charset", held: true, "Its characters are in \(charset).", "RFC 9110 §8.3.2")
        } else if type.hasSuffix("json") {
            steps.add("charset", "None is needed: JSON is UTF-8.", "RFC 8259 §8.1")
        } else {
            steps.add(
                "charset", held: false, "None is given, so a client looks into the text, or takes its user's default.",
                "RFC 9110 §8.3.2")
        }
    }

    private static func name(_ exchange: FlowRecord, _ response: ResponseHead, _ steps: inout StepList) {
        if let value = response.fields.first(named: "content-disposition") {
            let disposition = ContentDisposition(value)
            let kind: Prose = disposition.isAttachment ? "It is to be saved" : "It is to be shown"
            guard let name = disposition.suggestedName else {
                steps.add("file name", kind + "; no usable name is suggested.", "RFC 6266 §4.3")
                return
            }
            let source: Prose = disposition.extendedName != nil ? "\("filename*")" : "\("filename")"
            steps.add("file name", "\(kind) as \(name), says \(source).", "RFC 6266 §4.3")
            return
        }
        // Without the field, a client that saves takes the last segment of the path.
        let url = exchange.reference
        let path = url.raw.slice(url.path)
        let start = path.lastIndex(of: ASCII.slash).map { $0 + 1 } ?? 0
        let last = PercentCoding.decode(path.slice(start..<path.count))
        guard !last.isEmpty else { return }
        steps.add("file name", "Saved, it would be called \(last), after the URL.", "RFC 6266 §1")
    }

    private static func length(_ exchange: FlowRecord, _ response: ResponseHead, _ steps: inout StepList) {
        let passed = exchange.transferredSize
        if let announced = response.fields.first(.contentLength)?.decimal {
            let isKept = passed.map { $0 == announced }
            let text: Prose =
                switch isKept {
                case true?: "\(Quantity.size(announced)) were announced, and came."
                case false?: "\(announced) bytes were announced, and \(passed ?? 0) came."
                case nil: "\(Quantity.size(announced)) were announced."
                }
            steps.add("length", held: isKept, text, "RFC 9110 §8.6")
        } else if response.fields.contains(.transferEncoding) {
            steps.add(
                "length",
                """
                It was not known in advance: the content came in \
                chunks\(passed.map { ", \(Quantity.size($0)) in all" as Prose } ?? "").
                """,
                "RFC 9112 §7.1")
        } else if exchange.responseHasContent {
            steps.add(
                "length", held: false,
                """
                It was not known in advance: the content ends with the connection, so nobody can tell whether it \
                is whole.
                """,
                "RFC 9112 §6.3")
        }
        if exchange.response.content.isTruncated {
            steps.add(
                "kept", held: false, "Not all of it was kept, so what is said here is about the part that was.",
                "RFC 9112 §8")
        }
    }

    private static func conclusion(_ exchange: FlowRecord, _ type: MediaType?) -> Prose {
        let size: Prose = exchange.transferredSize.map { "\(Quantity.size($0)) of " } ?? ""
        guard let type else { return size + "content of a type that is not given." }
        let essence = Bytes(type.type.array + [ASCII.slash] + type.subtype.array)
        return size + "\(essence)."
    }
}
