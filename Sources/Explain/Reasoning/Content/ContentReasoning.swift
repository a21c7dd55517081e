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
        let types = MediaType.differing(response.fields)
        if let type, let last = types.last {
            // RFC 9110 §5.3: a field that is no list comes once.
            let used = types.last { MediaType($0).isWellFormed } ?? last
            steps.fault(
                "Content-Type",
                """
                There are \(types.count) types that differ: browsers use the last, \(used); other clients may use the \
                first, \(types[0]), or reject the response.
                """, "RFC 9110 §5.3")
            if !type.isWellFormed {
                steps.fault("Content-Type", "None is a media type; clients guess.", "RFC 9110 §8.3")
            }
        } else if let type, let value = response.fields.first(.contentType) {
            steps.judge(
                "Content-Type", type.isWellFormed,
                type.isWellFormed
                    ? "The declared type is \(value)."
                    : value.isEmpty
                        ? "Content-Type is empty; clients guess." : "\(value) is not a media type; clients guess.",
                "RFC 9110 §8.3")
        } else if exchange.hasSeenContent {
            steps.fault("Content-Type", "No type is declared; clients guess.", "RFC 9110 §8.3")
        }
        bytes(exchange, type, &steps)
        charset(exchange, type, &steps)
        let problem = ProblemDetails.isNamed(by: type) ? self.problem(exchange, response, &steps) : nil
        name(exchange, response, &steps)
        length(exchange, response, &steps)
        guard !steps.steps.isEmpty else { return nil }
        // Where nobody can tell the end of the body, nobody counted it (RFC 9112 §6.3 rule 5).
        let isFramed = (try? BodyFraming.response(response, to: exchange.method)) != nil
        let size = isFramed ? exchange.transferredSize : nil
        return Reasoning(.content, problem ?? conclusion(size, type), steps: steps.steps)
    }

    /// The members of problem details (RFC 9457 §3.1), and the problem in a sentence; nil where they cannot be read.
    private static func problem(
        _ exchange: FlowRecord, _ response: ResponseHead, _ steps: inout StepCollector
    ) -> Prose? {
        guard exchange.appliedCodings.isEmpty, let bytes = exchange.response.content.bytes,
            let problem = ProblemDetails(bytes)
        else { return nil }
        steps.add(
            "type",
            problem.type.map { "\($0) is the problem type, which programs can check." }
                ?? "There is no problem type, so the status gives the kind of problem.", "RFC 9457 §3.1.1")
        if let said = problem.status {
            let isSame = said == Int64(response.status)
            steps.judge(
                "status", isSame,
                isSame
                    ? "\(said), like the response."
                    : "\(said), but the response has \(response.status): an intermediary may have changed one of them.",
                "RFC 9457 §3.1.2")
        }
        if let title = problem.title { steps.add("title", "\(title)", "RFC 9457 §3.1.3") }
        if let detail = problem.detail { steps.add("detail", "\(detail)", "RFC 9457 §3.1.4") }
        if let instance = problem.instance {
            steps.add("instance", "\(instance) identifies this occurrence of the problem.", "RFC 9457 §3.1.5")
        }
        switch (problem.title, problem.detail) {
        case (let title?, let detail?): return "The server describes the problem: \(title): \(detail)"
        case (let words?, nil), (nil, let words?): return "The server describes the problem: \(words)"
        case (nil, nil): return "The server describes the problem only by the type \(problem.type ?? "about:blank")."
        }
    }

    private static func bytes(_ exchange: FlowRecord, _ type: MediaType?, _ steps: inout StepCollector) {
        guard let bytes = exchange.response.content.bytes, !bytes.isEmpty else { return }
        if let coding = exchange.falseCoding {
            steps.fault(
                "coding",
                "The content is not \(coding.name), although Content-Encoding says so: clients cannot decode it.",
                "RFC 9110 §8.4")
        }
        guard exchange.appliedCodings.isEmpty else {
            steps.add(
                "first bytes", "They are compressed; only the decoded content shows what it is.",
                "RFC 9110 §8.4")
            return
        }
        guard let seen = ContentSignature(bytes) else { return }
        let agrees = type.map { seen.agrees(with: $0) }
        let begins: Prose = "The content starts like \(Prose.phrase(seen.name))"
        switch agrees {
        case true?:
            steps.add(
                "first bytes", held: true,
                begins + """
                    , which matches the type.
                    """, "WHATWG MIME Sniffing §6")
        case false?:
            steps.fault(
                "first bytes", begins + ", which does not match the type.", "WHATWG MIME Sniffing §6")
        case nil: steps.add("first bytes", begins + ".", "WHATWG MIME Sniffing §6")
        }
    }

    private static func charset(_ exchange: FlowRecord, _ type: MediaType?, _ steps: inout StepCollector) {
        let content = exchange.response.content
        let verdict = CharsetVerdict(
            exchange.appliedCodings.isEmpty ? content.bytes : nil, type: type, isCut: content.isTruncated)
        if let mark = verdict.mark {
            steps.add(
                "byte order mark",
                """
                The content begins with the byte order mark of \(mark.charset), which overrides any charset parameter.
                """,
                "WHATWG Encoding §6")
        }
        guard let type, type.isText else { return }
        let spec = "RFC 9110 §8.3.2"
        if let fault = verdict.fault {
            let who: Prose = verdict.mark != nil ? "the mark" : verdict.field != nil ? "the field" : "the document"
            steps.fault(
                "charset",
                """
                The content is not \("utf-8"), which \(who) declares: byte \(fault.offset), \
                \(Quotation.hex(fault.byte)), belongs to no character. It may be \("windows-1252").
                """, spec)
        } else if verdict.isUnknown, let charset = verdict.field {
            steps.fault("charset", "\(charset) is not a charset that browsers know; they guess.", spec)
        } else if let mark = verdict.mark {
            guard let charset = verdict.field, !charset.equalsIgnoringCase(mark.charset) else { return }
            steps.fault(
                "charset", "The field declares \(charset), but browsers follow the mark and use \(mark.charset).", spec)
        } else if let charset = verdict.field {
            steps.add("charset", held: true, "The field declares \(charset).", spec)
            guard verdict.isContradicted, let document = verdict.document else { return }
            steps.fault(
                "document", "The document itself declares \(document); the field takes precedence.", "HTML §13.2.3.2")
        } else if let charset = verdict.document {
            steps.add(
                "charset", held: true,
                "The field declares none; the document itself declares \(charset).", "HTML §13.2.3.2")
        } else if type.hasSuffix("json") {
            steps.add("charset", "It needs no charset: JSON is UTF-8.", "RFC 8259 §8.1")
        } else if type.is("text", "event-stream") {
            steps.add("charset", "It needs no charset: event streams are UTF-8.", "HTML §9.2.5")
        } else {
            steps.add(
                "charset", held: false, "There is none: a client guesses from the text, or uses its default.", spec)
        }
    }

    private static func name(_ exchange: FlowRecord, _ response: ResponseHead, _ steps: inout StepCollector) {
        if let value = response.fields.first(named: "content-disposition") {
            let disposition = ContentDisposition(value)
            let kind: Prose = disposition.isAttachment ? "The client should save it" : "The client should display it"
            guard let name = disposition.suggestedName else {
                steps.add("file name", kind + "; no usable file name is suggested.", "RFC 6266 §4.3")
                return
            }
            let source: Prose = disposition.extendedName != nil ? "\("filename*")" : "\("filename")"
            steps.add("file name", "\(kind) as \(name), from \(source).", "RFC 6266 §4.3")
            return
        }
        // Without the field, a client that saves takes the last segment of the path.
        let url = exchange.reference
        let path = url.raw.slice(url.path)
        let start = path.lastIndex(of: ASCII.slash).map { $0 + 1 } ?? 0
        let last = PercentCoding.decode(path.slice(start..<path.count))
        guard !last.isEmpty, exchange.responseHasContent else { return }
        steps.add("file name", "If saved, it gets the name \(last), from the URL.", "RFC 6266 §1")
    }

    /// Whether its length was known, and whether it is whole: by the rule that ends this body, and no other field.
    private static func length(_ exchange: FlowRecord, _ response: ResponseHead, _ steps: inout StepCollector) {
        let content = exchange.response.content
        let passed = exchange.transferredSize
        // What came out of a cache or a worker travelled on no connection.
        switch exchange.responseOrigin?.wasSent == false ? nil : BodyEnd(exchange, response) {
        case .length(let announced):
            let were: Prose = announced == 1 ? "was" : "were"
            if let passed {
                steps.judge(
                    "length", passed == announced,
                    passed == announced
                        ? "\(Quantity.size(announced)) \(were) declared and received."
                        : "\(Quantity.bytes(announced)) \(were) declared, but \(passed) arrived.",
                    "RFC 9110 §8.6")
            } else {
                steps.add(
                    "length", "\(Quantity.size(announced)) \(were) declared.",
                    "RFC 9110 §8.6")
            }
        case .chunks:
            let sum: Prose = passed.map { ", \(Quantity.size($0)) in total" } ?? ""
            steps.add(
                "length",
                "The length was not known in advance: the content came in chunks" + sum + ".", "RFC 9112 §7.1")
        case .frames(let version):
            let sum: Prose = passed.map { " It has \(Quantity.size($0))." } ?? ""
            steps.add(
                "length", "The length was not declared; the end of the stream ends the content." + sum,
                version == 2 ? "RFC 9113 §8.1" : "RFC 9114 §4.1")
        case .close where exchange.responseHasContent:
            steps.add(
                "length", held: false,
                """
                The length was not declared: the connection ends the content, so it is unknown whether it is \
                complete.
                """,
                "RFC 9112 §6.3")
        case .close, nil: break
        }
        if content.isTruncated {
            steps.add(
                "kept", held: false, "Only a part of it is here, so the following is about this part.", "RFC 9112 §8")
        }
    }

    private static func conclusion(_ size: UInt64?, _ type: MediaType?) -> Prose {
        if size == 0 { return "There is no content." }
        guard let type, !type.essence.isEmpty else {
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
