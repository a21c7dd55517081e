import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

// Content, evidence and outcome of an entry.

extension EntryReader {
    mutating func requestContent(_ node: JSONNode?, _ head: RequestHead?, isForeign: Bool) -> FlowRecord.Content {
        var content = FlowRecord.Content()
        let size = self.size(node, "bodySize")
        content.isTruncated = isTrue(node, "_truncated")
        if let post = object(node, "postData") {
            let text = self.text(post, "_encoding") ?? attached(post)
            if let bytes = text.flatMap({ $0.isEmpty ? nil : $0 }) ?? form(post, head, &content) ?? text {
                content.kept = .inline(bytes)
            }
        } else if let head, size == 0 || size == nil && (try? BodyFraming.request(head))?.kind == Framing.Kind.none {
            content.kept = .inline(Bytes())
        }
        guard isForeign else {
            content.size = Self.transferred(size, content)
            return content
        }
        content.size =
            RecordedSizes(
                counted: size, kept: content.kept.count, announced: head?.fields.first(.contentLength)?.decimal,
                isTruncated: content.isTruncated
            ).transferred
        return content
    }

    mutating func responseContent(
        _ node: JSONNode?, _ head: ResponseHead?, _ method: Method, _ evidence: Evidence, isForeign: Bool,
        from origin: ResponseOrigin?
    ) -> FlowRecord.Content {
        var content = FlowRecord.Content()
        guard let node else { return content }
        let size = self.size(node, "bodySize")
        content.isTruncated = isTrue(node, "_truncated")
        let listed = object(node, "content")
        content.decodedSize = self.size(listed, "size")
        var text = self.text(listed, "encoding")
        // An empty text beside a size is how some say that they kept none.
        if isForeign, text?.isEmpty == true, content.decodedSize ?? 0 > 0 { text = nil }
        if text == nil { text = attached(listed) }
        let isAsTransferred = listed?.member("_contentDecoded", in: file)?.boolean == false
        if let raw = base64(listed, "_raw") {
            content.kept = .inline(raw)
            content.decoded = text
        } else if let head, !evidence.isHeadExact, head.status == 304 || method == .head {
            // RFC 9112 §6.3 rule 1: nothing is transferred. Browsers list what their cache had.
            content.kept = .inline(Bytes())
            content.size = 0
            if let text, !text.isEmpty { content.decoded = text }
            return content
        } else if isForeign, origin != nil, let text, !text.isEmpty {
            // What came from a cache or a worker is content that nobody transferred.
            content.decoded = text
            return content
        } else if let head, head.isCoded, !isAsTransferred, let text, !text.isEmpty {
            // HAR 1.2 wants the content decoded, so that these are not the bytes that were transferred.
            content.decoded = text
        } else if let text {
            content.kept = .inline(text)
        } else if size == 0, (content.decodedSize ?? 0) == 0 {
            content.kept = .inline(Bytes())
        }
        if isForeign {
            content.size =
                RecordedSizes(
                    counted: size, kept: content.kept.count, decoded: content.decodedSize,
                    announced: head?.announcedLength, isCoded: head?.isCoded == true, isTruncated: content.isTruncated
                ).transferred
        } else {
            content.size = Self.transferred(size, content)
        }
        // Of what is damaged or cut off it is the size of the beginning.
        // With the bytes as they were transferred it needs nobody to tell.
        if isAsTransferred || content.kept.count ?? 0 > 0 && content.decoded != nil
            || listed?.member("_contentDamage", in: file) != nil
        {
            content.decodedSize = nil
        }
        return content
    }

    /// Of Hark's own entries. Of a content that was never counted the size is 0; the bytes know better.
    private static func transferred(_ size: UInt64?, _ content: FlowRecord.Content) -> UInt64? {
        let kept = content.kept.count.map { UInt64($0) }
        guard let size else { return content.isTruncated ? nil : kept }
        return size == 0 ? kept ?? size : size
    }

    /// A content that stands in a file beside this one, as Playwright writes them.
    private mutating func attached(_ node: JSONNode?) -> Bytes? {
        guard let name = string(node, "_file"), !name.isEmpty else { return nil }
        if let bytes = attachments(name) {
            hasFiles = true
            return bytes
        }
        log.add(
            node?.member("_file", in: file)?.offset ?? 0,
            "The content is in a separate file, \(Bytes(Array(name.prefix(200))).text), which does not exist.",
            "The exchange was read without it.")
        return nil
    }

    /// The member `text`, decoded when `encoding` (under one of its two names) says base64.
    private mutating func text(_ node: JSONNode?, _ encoding: StaticString) -> Bytes? {
        guard let text = string(node, "text") else { return nil }
        guard let name = string(node, encoding) ?? string(node, "encoding"), !name.isEmpty else { return text }
        let place = node?.member("text", in: file)?.offset ?? 0
        guard name.equalsIgnoringCase("base64") else {
            log.add(place, "The text has the unknown encoding \(name.text).", "It was used unchanged.")
            return text
        }
        if let bytes = decodeBase64(text) { return bytes }
        log.add(place, "The text is not valid base64.", "It was used unchanged.")
        return text
    }

    /// The content of a form, when only its pairs were recorded (URL standard §5.2; RFC 7578 §4). The type is that of
    /// the head, which was sent; else the one that is noted beside the pairs; else that of a form.
    private mutating func form(
        _ post: JSONNode, _ head: RequestHead?, _ content: inout FlowRecord.Content
    ) -> Bytes? {
        guard let pairs = array(post, "params"), !pairs.isEmpty else { return nil }
        let noted = string(post, "mimeType").flatMap { $0.isEmpty ? nil : $0 }
        let type = head?.fields.first(.contentType) ?? noted ?? Bytes()
        let essence = Bytes(Array(type.prefix { $0 != ASCII.semicolon })).trimmed
        if essence.hasOpening("multipart/") || essence.equalsIgnoringCase("multipart/form-data") {
            let boundary =
                MediaType(type).parameter("boundary") ?? noted.flatMap { MediaType($0).parameter("boundary") }
            return multipart(post, pairs, boundary, &content)
        }
        let form = RecordedForm(
            pairs.map { (string($0, "name") ?? Bytes(), string($0, "value") ?? Bytes()) },
            length: head?.fields.first(.contentLength)?.decimal)
        log.add(
            post.offset, "The form was recorded as pairs, without its text.",
            "The text was generated from the pairs\(form.wasEncoded ? ", which are percent-encoded already" : "").")
        return form.text
    }

    private mutating func multipart(
        _ post: JSONNode, _ pairs: [JSONNode], _ told: Bytes?, _ content: inout FlowRecord.Content
    ) -> Bytes {
        // RFC 2046 §5.1.1: up to 70 characters, and none that ends a line.
        let isUsable = told.map { (1...70).contains($0.count) && $0.allSatisfy { $0 >= ASCII.space } } ?? false
        let boundary = isUsable ? told ?? Bytes() : "hark-form-boundary"
        /// What would end the quotes or the line (HTML standard, "multipart/form-data encoding algorithm").
        func quoted(_ text: Bytes) -> [UInt8] {
            text.flatMap { byte -> [UInt8] in
                switch byte {
                case ASCII.quote: Array("%22".utf8)
                case ASCII.lineFeed: Array("%0A".utf8)
                case ASCII.carriageReturn: Array("%0D".utf8)
                default: [byte]
                }
            }
        }
        var output: [UInt8] = []
        var missing = 0
        for pair in pairs {
            output += Array("--".utf8) + boundary + Array("\r\nContent-Disposition: form-data; name=\"".utf8)
            output += quoted(string(pair, "name") ?? Bytes()) + [ASCII.quote]
            let fileName = string(pair, "fileName").flatMap { $0.isEmpty ? nil : $0 }
            if let fileName { output += Array("; filename=\"".utf8) + quoted(fileName) + [ASCII.quote] }
            output += [ASCII.carriageReturn, ASCII.lineFeed]
            if let type = string(pair, "contentType"), !type.isEmpty, type.allSatisfy({ $0 >= ASCII.space }) {
                output += Array("Content-Type: ".utf8) + type + [ASCII.carriageReturn, ASCII.lineFeed]
            }
            let value = string(pair, "value")
            if value == nil, fileName != nil { missing += 1 }
            output += [ASCII.carriageReturn, ASCII.lineFeed] + (value ?? Bytes()).array
            output += [ASCII.carriageReturn, ASCII.lineFeed]
        }
        output += Array("--".utf8) + boundary + Array("--\r\n".utf8)
        log.add(
            post.offset, "The parts of the form were recorded as pairs, without their text.",
            "The text was generated from the pairs\(isUsable ? "" : ", with a boundary of Hark's").")
        if missing > 0 {
            content.isTruncated = true
            log.add(post.offset, "The content of \(missing) of its files was not recorded.", "The files are empty.")
        }
        return Bytes(output)
    }

    // MARK: Evidence

    /// Chunks and trailers.
    mutating func body(_ node: JSONNode?, _ kind: MessageKind, since start: Int64, _ events: inout ReadEvents) {
        var count = 0
        for node in array(node, "_chunks") ?? [] {
            guard let offset = size(node, "offset"), let size = size(node, "size") else {
                log.add(
                    node.offset, "A chunk has no offset or no size.",
                    "This chunk and the following ones were left out.")
                break
            }
            var chunk = Chunk(offset: offset, size: size, extension: string(node, "extension") ?? Bytes())
            if let line = string(node, "line") {
                if let exact = Chunk(offset: offset, line: line), exact.size == size {
                    chunk = exact
                } else {
                    log.add(
                        node.offset, "The line of a chunk does not match its size.",
                        "The line was generated from the size.")
                }
            }
            events.at(milliseconds(node, "time") ?? start, .chunkStarted(kind, chunk))
            count += 1
        }
        if let total = size(node, "_chunkCount").map({ Int(clamping: $0) }), total > count {
            events.at(start, .chunksOmitted(kind, total - count))
        }
        if let raw = base64(node, "_trailersRaw") {
            events.at(start, .trailersReceived(kind, RecordedHead.section(raw, hasStartLine: false)))
        } else if let node, node.member("_trailers", in: file) != nil {
            var text = HeadText(version: .http11)
            for header in headers(node, "_trailers") { text.field(header.name, header.value) }
            events.at(start, .trailersReceived(kind, RecordedHead.section(text.end(), hasStartLine: false)))
        }
        if let sent = base64(node, "_trailersSent") {
            events.at(start, .trailersForwarded(kind, sent: sent, edits: []))
        }
    }

    /// In microseconds.
    private func milliseconds(_ node: JSONNode, _ name: StaticString) -> Int64? {
        guard let value = node.member(name, in: file)?.double(in: file), value >= 0, value < 1e12 else { return nil }
        return Int64((value * 1000).rounded())
    }

    // MARK: Outcome

    /// So far as its words are known: a later version may have more.
    mutating func outcome(_ node: JSONNode) -> Outcome? {
        guard let node = object(node, "_outcome") else { return isForeign(node) ? foreignOutcome(node) : nil }
        guard let kind = string(node, "kind").flatMap({ Outcome.Kind(rawValue: $0.text) }),
            let party = string(node, "by").flatMap({ Outcome.Party(rawValue: $0.text) }),
            let code = string(node, "code").flatMap({ Outcome.Code(rawValue: $0.text) })
        else {
            log.add(node.offset, "_outcome has an unknown kind, party or code.", "The outcome was left out.")
            return nil
        }
        let error = wireError(node)
        guard let text = string(node, "text")?.text else { return Outcome(kind, by: party, code, error: error) }
        return Outcome(kind, by: party, code, error: error, detail: Self.detail(text, kind, party, code, error))
    }

    /// Browsers name what went wrong (`_error`: `net::ERR_CONNECTION_REFUSED`), in the response or beside it.
    private mutating func foreignOutcome(_ node: JSONNode) -> Outcome? {
        let response = object(node, "response")
        for holder in [response, node] {
            guard let words = holder?.member("_error", in: file)?.string(in: file), !words.isEmpty else { continue }
            let status = response?.member("status", in: file)?.integer(in: file) ?? 0
            return RecordedFailure.outcome(words, hasResponse: status != 0)
        }
        return nil
    }

    private mutating func wireError(_ node: JSONNode) -> WireError? {
        guard let node = object(node, "error"),
            let code = string(node, "code").flatMap({ WireError.Code(name: $0.text) })
        else { return nil }
        return WireError(
            code, offset: Int(clamping: integer(node, "offset") ?? 0),
            length: Int(clamping: integer(node, "length") ?? 0),
            bytes: base64(node, "bytes") ?? Bytes())
    }

    /// What the recorded text says beyond the code's own sentence.
    private static func detail(
        _ text: String, _ kind: Outcome.Kind, _ party: Outcome.Party, _ code: Outcome.Code, _ error: WireError?
    ) -> String {
        if text == Outcome(kind, by: party, code, error: error).text { return "" }
        if code == .malformedResponse, let detail = Outcome.passedOnDetail(of: text, error: error) { return detail }
        // Where in the sentence a detail stands is seen by giving one.
        let mark = "\u{1}"
        let parts = Outcome(kind, by: party, code, error: error, detail: mark).text.split(
            separator: mark, omittingEmptySubsequences: false)
        guard parts.count == 2, text.hasPrefix(parts[0]), text.hasSuffix(parts[1]),
            text.utf8.count >= parts[0].utf8.count + parts[1].utf8.count
        else { return text }
        return String(text.dropFirst(parts[0].count).dropLast(parts[1].count))
    }
}

extension ResponseHead {
    /// Has a content coding other than identity (RFC 9110 §8.4).
    fileprivate var isCoded: Bool {
        fields.members(.contentEncoding).contains { !$0.equalsIgnoringCase("identity") }
    }

    /// What Content-Length says, where nothing overrules it (RFC 9112 §6.3 rule 3).
    fileprivate var announcedLength: UInt64? {
        fields.contains(.transferEncoding) ? nil : fields.first(.contentLength)?.decimal
    }
}
