import Bytes
package import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// What the content is: the media type against the first bytes, the charset, the name it would be saved under, and
/// whether its length was known and it came whole.
package enum ContentReasoning {
    /// What the content is; nil where there is none to speak of, or none of the server's.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let response = exchange.responseHead, exchange.responseMayHaveContent, !exchange.contentIsOfRule
        else { return nil }
        var steps = StepCollector()
        let type = exchange.responseType
        if let type, let value = response.fields.first(.contentType) {
            steps.judge(
                "Content-Type", type.isWellFormed,
                type.isWellFormed ? "It is \(value), says the server." : "\(value) is no media type; clients guess.",
                "RFC 9110 §8.3")
        } else if exchange.responseHasContent {
            steps.fault("Content-Type", "Nothing says what it is; clients guess.", "RFC 9110 §8.3")
        }
        bytes(exchange, type, &steps)
        charset(exchange, type, &steps)
        let problem = ProblemDetails.isNamed(by: type) ? self.problem(exchange, response, &steps) : nil
        name(exchange, response, &steps)
        length(exchange, response, &steps)
        guard !steps.steps.isEmpty else { return nil }
        return Reasoning(.content, problem ?? conclusion(exchange, type), steps: steps.steps)
    }

    /// The members of problem details (RFC 9457 §3.1), and the problem in a sentence; nil where they cannot be read.
    private static func problem(
        _ exchange: FlowRecord, _ response: ResponseHead, _ steps: inout StepCollector
    ) -> Prose? {
        guard exchange.responseCodings.isEmpty, let bytes = exchange.response.content.bytes,
            let problem = ProblemDetails(bytes)
        else { return nil }
        steps.add(
            "type",
            problem.type.map { "\($0) is the kind of problem, a name that programs may go by." }
                ?? "No kind is named, so the status says what kind of problem it is.", "RFC 9457 §3.1.1")
        if let said = problem.status {
            let isSame = said == Int64(response.status)
            steps.judge(
                "status", isSame,
                isSame
                    ? "\(said), as the response has it."
                    : "\(said), and the response has \(response.status): something on the way changed one of them.",
                "RFC 9457 §3.1.2")
        }
        if let title = problem.title { steps.add("title", "\(title)", "RFC 9457 §3.1.3") }
        if let detail = problem.detail { steps.add("detail", "\(detail)", "RFC 9457 §3.1.4") }
        if let instance = problem.instance {
            steps.add("instance", "\(instance) names this very occurrence.", "RFC 9457 §3.1.5")
        }
        switch (problem.title, problem.detail) {
        case (let title?, let detail?): return "The server says what went wrong: \(title): \(detail)"
        case (let words?, nil), (nil, let words?): return "The server says what went wrong: \(words)"
        case (nil, nil): return "The server says what went wrong, by the type \(problem.type ?? "about:blank")."
        }
    }

    private static func bytes(_ exchange: FlowRecord, _ type: MediaType?, _ steps: inout StepCollector) {
        guard let bytes = exchange.response.content.bytes, !bytes.isEmpty else { return }
        guard exchange.responseCodings.isEmpty else {
            steps.add(
                "first bytes", "They are compressed; what it is shows only without the content coding.",
                "RFC 9110 §8.4")
            return
        }
        guard let seen = ContentSignature(bytes) else { return }
        let agrees = type.map { seen.agrees(with: $0) }
        let begins: Prose = "It begins like \(Prose.phrase(seen.name))"
        switch agrees {
        case true?: steps.add("first bytes", held: true, begins + ", which fits.", "WHATWG MIME Sniffing §6")
        case false?:
            steps.fault(
                "first bytes", begins + ", which does not fit the type.", "WHATWG MIME Sniffing §6")
        case nil: steps.add("first bytes", begins + ".", "WHATWG MIME Sniffing §6")
        }
    }

    private static func charset(_ exchange: FlowRecord, _ type: MediaType?, _ steps: inout StepCollector) {
        let content = exchange.response.content
        let verdict = CharsetVerdict(
            exchange.responseCodings.isEmpty ? content.bytes : nil, type: type, isCut: content.isTruncated)
        if let mark = verdict.mark {
            steps.add(
                "byte order mark",
                "It begins with the mark of \(mark.charset), which counts more than any charset parameter.",
                "WHATWG Encoding §6")
        }
        guard let type, type.isText else { return }
        let spec = "RFC 9110 §8.3.2"
        if let fault = verdict.fault {
            let who: Prose = verdict.mark != nil ? "the mark" : verdict.field != nil ? "the field" : "the document"
            steps.fault(
                "charset",
                """
                It is no \("utf-8"), as \(who) says: byte \(fault.offset), \(Quotation.hex(fault.byte)), belongs to no \
                character. Perhaps it is \("windows-1252").
                """, spec)
        } else if verdict.isUnknown, let charset = verdict.field {
            steps.fault("charset", "\(charset) is no charset that browsers know; they guess.", spec)
        } else if let mark = verdict.mark {
            guard let charset = verdict.field, !charset.equalsIgnoringCase(mark.charset) else { return }
            steps.fault(
                "charset", "The field says \(charset); browsers go by the mark, and read \(mark.charset).", spec)
        } else if let charset = verdict.field {
            steps.add("charset", held: true, "Its characters are in \(charset), says the field.", spec)
            guard verdict.isContradicted, let document = verdict.document else { return }
            steps.fault(
                "document", "The document itself says \(document); the field counts.", "HTML §13.2.3.2")
        } else if let charset = verdict.document {
            steps.add(
                "charset", held: true, "The field says none; the document itself says \(charset).", "HTML §13.2.3.2")
        } else if type.hasSuffix("json") {
            steps.add("charset", "None is needed: JSON is UTF-8.", "RFC 8259 §8.1")
        } else {
            steps.add(
                "charset", held: false, "None is given: a client looks into the text, or takes its default.", spec)
        }
    }

    private static func name(_ exchange: FlowRecord, _ response: ResponseHead, _ steps: inout StepCollector) {
        if let value = response.fields.first(named: "content-disposition") {
            let disposition = ContentDisposition(value)
            let kind: Prose = disposition.isAttachment ? "It should be saved" : "It should be shown"
            guard let name = disposition.suggestedName else {
                steps.add("file name", kind + "; no usable file name is suggested.", "RFC 6266 §4.3")
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
        steps.add("file name", "If saved, it would be called \(last), after the URL.", "RFC 6266 §1")
    }

    /// Whether its length was known, and whether it is whole: by the rule that ends this body, and no other field.
    private static func length(_ exchange: FlowRecord, _ response: ResponseHead, _ steps: inout StepCollector) {
        let content = exchange.response.content
        let passed = exchange.transferredSize
        switch BodyEnd(exchange, response) {
        case .length(let announced):
            let were: Prose = announced == 1 ? "was" : "were"
            if let passed {
                steps.judge(
                    "length", passed == announced,
                    passed == announced
                        ? "\(Quantity.size(announced)) \(were) announced and received."
                        : "\(Quantity.bytes(announced)) \(were) announced, and \(passed) came.",
                    "RFC 9110 §8.6")
            } else {
                steps.add(
                    "length", "\(Quantity.size(announced)) \(were) announced.",
                    "RFC 9110 §8.6")
            }
        case .chunks:
            let sum: Prose = passed.map { ", \(Quantity.size($0)) in all" } ?? ""
            steps.add("length", "It was not known in advance: the content came in chunks" + sum + ".", "RFC 9112 §7.1")
        case .frames(let version):
            let sum: Prose = passed.map { " It has \(Quantity.size($0))." } ?? ""
            steps.add(
                "length", "It was not announced; the end of the stream ends the content." + sum,
                version == 2 ? "RFC 9113 §8.1" : "RFC 9114 §4.1")
        case .close where exchange.responseHasContent:
            steps.add(
                "length", held: false,
                "It was not announced: the content ends with the connection, so nobody can tell whether it is whole.",
                "RFC 9112 §6.3")
        case .close, nil: break
        }
        if content.isTruncated {
            steps.add(
                "kept", held: false, "Not all of it is here, so this is about the part that is.", "RFC 9112 §8")
        }
    }

    private static func conclusion(_ exchange: FlowRecord, _ type: MediaType?) -> Prose {
        let size = exchange.transferredSize
        if size == 0 { return "There is no content." }
        guard let type else {
            return size.map { "\(Quantity.size($0)) of content without a type." } ?? "Content without a type."
        }
        let essence = Bytes(type.type.array + [ASCII.slash] + type.subtype.array)
        return size.map { "\(Quantity.size($0)) of \(essence)." } ?? "\(essence)."
    }
}

/// What ends the content of a response, as far as its length is concerned (RFC 9112 §6.3; RFC 9113 §8.1, RFC 9114
/// §4.1).
private enum BodyEnd {
    case length(UInt64)
    case chunks
    case close
    /// HTTP/2 or HTTP/3, by its number.
    case frames(Int)

    /// nil when there is no content to end, or the framing is broken.
    init?(_ exchange: FlowRecord, _ response: ResponseHead) {
        guard let framing = try? BodyFraming.response(response, to: exchange.method) else { return nil }
        switch framing.kind {
        case .length(let length): self = .length(length)
        case .chunked: self = .chunks
        case .close: self = .close
        case .frames:
            // Content-Length is checked there too, and frames nothing (RFC 9113 §8.1.1).
            let announced = response.fields.first(.contentLength)?.decimal
            self = announced.map { .length($0) } ?? .frames(Int(response.version.major))
        case .none, .tunnel: return nil
        }
    }
}
