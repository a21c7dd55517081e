package import Bytes
package import Flow
package import HTTPModel
import HTTPSemantics
import HTTPWire

/// A recorded message put together again as it was on the wire, so far as the record allows.
package struct WireMessage: Sendable {
    package let bytes: Bytes
    /// What may differ from what was on the wire, a sentence each; empty when nothing does.
    package private(set) var remarks: [String] = []

    /// The head and the body of one message; nil when there was none.
    package init?(_ record: FlowRecord, _ kind: MessageKind) {
        let message = record[kind]
        guard let head = message.malformedHead ?? record.headBytes(kind), !head.isEmpty else { return nil }
        if record.provenance(of: kind == .request ? .requestBytes : .responseBytes) == .assumed {
            let hasHost = kind == .response || record.hostLineOfURL == nil
            let host = hasHost ? "" : ", and Host, which it lacks, from the URL"
            remarks.append("Hark assembled the head from a list of headers\(host).")
        }
        if kind == .response, record.provenance(of: .response) == .assumed {
            remarks.append("Its recorder listed no fields; what they said is not known.")
        }
        guard kind == .request || !record.contentIsOfRule else {
            remarks.append("A rule answered instead of the server; Hark did not read the server's body.")
            bytes = head
            return
        }
        if record.provenance(of: kind == .request ? .requestContent : .responseContent) == .assumed {
            remarks.append(
                "Credentials in the body were redacted in the file, so its length differs.")
        }
        guard let body = message.content.bytes else {
            if let decoded = message.content.decoded {
                remarks.append(
                    record.fields(kind)?.contains(.contentEncoding) == true
                        ? "The body was recorded decoded, without its content coding."
                        : "The body is as it was recorded; its size as transferred is not known.")
                bytes = Bytes(head.array + decoded)
            } else {
                let isDue = kind == .request || record.responseMayHaveContent
                if isDue, message.content.size != 0, message.malformedHead == nil, record.fields(kind) != nil,
                    !record.opensTunnel(kind)
                {
                    remarks.append("The body was not recorded.")
                }
                bytes = head
            }
            return
        }
        if message.content.isTruncated { remarks.append("The body was recorded only in part.") }
        if let announced = record.fields(kind)?.announcedLength, UInt64(body.count) > announced,
            !record.isRecorded(kind == .request ? .requestBytes : .responseBytes)
        {
            remarks.append(
                "The recorded body has \(Quantity.count(body.count, "byte")), but Content-Length is \(announced).")
        }
        // RFC 9112 §6.3 rule 4.
        let isChunked = record.fields(kind)?.members(.transferEncoding).last?.equalsIgnoringCase("chunked") == true
        guard isChunked, let chunks = ChunkedBody(message, contentSize: body.count) else {
            if isChunked, !body.isEmpty || message.wireSize ?? 1 > 0 {
                remarks.append("The chunk lines of the body were not recorded; the body is shown without them.")
            }
            bytes = body.isEmpty ? head : Bytes(head.array + body)
            return
        }
        if !chunks.isExact {
            remarks.append(
                "The recording does not show how chunk sizes and trailers were written; Hark shows the usual form.")
        }
        var whole = head.array
        _ = chunks.forEachPiece(of: .inline(body)) { piece in
            whole += piece
            return true
        }
        bytes = Bytes(whole)
    }
}

extension FlowRecord {
    /// The bytes of a message's head; for a tunnel the answer that Hark gave in the server's place.
    fileprivate func headBytes(_ kind: MessageKind) -> Bytes? {
        switch kind {
        case .request:
            requestHead.map { head in
                let line = head.startLine
                let lines = head.fields.asLines(isRecorded(.requestBytes) ? line : line.withoutMinorZero)
                // Last, so that all other places are those of the record's head.
                guard let host = hostLineOfURL, lines.hasEnding("\r\n\r\n") else { return lines }
                return Bytes(lines.array.dropLast(2) + host.array + [ASCII.carriageReturn, ASCII.lineFeed])
            }
        case .response:
            responseHead.map { head in
                let line = head.startLine
                return head.fields.asLines(isRecorded(.responseBytes) ? line : line.withoutMinorZero)
            }
                ?? ownAnswer.map { $0.fields.asLines($0.startLine) } ?? (isAnsweredHere ? response.sent : nil)
        }
    }

    /// The line that a request of HTTP/1.1 had, and that its recorder did not list (RFC 9112 §3.2); nil where it is
    /// there, and of a head whose bytes were recorded.
    package var hostLineOfURL: Bytes? {
        guard let head = requestHead, !isRecorded(.requestBytes), head.version == .http11, !head.fields.contains(.host)
        else { return nil }
        let url = URLReference(url)
        guard let host = url.host, let authority = url.authority, host.lowerBound <= authority.upperBound else {
            return nil
        }
        let name = url.raw.slice(host.lowerBound..<authority.upperBound)
        guard !name.isEmpty, name.allSatisfy({ $0 > ASCII.space && $0 != ASCII.delete }) else { return nil }
        return Bytes(Array("Host: ".utf8) + name + [ASCII.carriageReturn, ASCII.lineFeed])
    }

    private var isAnsweredHere: Bool {
        responseHead == nil && (tunnelProtocol != nil || outcome?.code == .answeredLocally)
    }

    /// What Hark answered in a server's place, for a rule or a tunnel; nil where there was none, or none that is read.
    package var ownAnswer: ResponseHead? {
        guard isAnsweredHere, let sent = response.sent else { return nil }
        return RecordedHead.response(sent, to: method).head
    }
}

extension Bytes {
    /// The start line of a request or a response of HTTP/2 or 3, as tools write it.
    fileprivate var withoutMinorZero: Bytes {
        if hasEnding(" HTTP/2.0") || hasEnding(" HTTP/3.0") { return slice(0..<count - 2) }
        guard hasOpening("HTTP/2.0 ") || hasOpening("HTTP/3.0 ") else { return self }
        return Bytes(slice(0..<6).array + slice(8..<count).array)
    }
}

extension FieldSection {
    /// The head as it came; of HTTP/2, which has a list of fields, as tools write it down: with this start line, and
    /// with Host in place of the pseudo-header fields.
    fileprivate func asLines(_ startLine: Bytes) -> Bytes {
        guard isList else { return raw }
        var text = startLine.array + Array("\r\n".utf8)
        // What an extended CONNECT asks for stands nowhere else (RFC 8441 §4).
        if let place = place(ofPseudoField: ":protocol") { text += raw.slice(lines[place].line) }
        if !contains(.host), let authority = pseudoField(":authority") {
            text += Array("host: \(authority.text)\r\n".utf8)
        }
        for line in lines where raw[Int(line.start)] != ASCII.colon { text += raw.slice(line.line) }
        return Bytes(text + Array("\r\n".utf8))
    }
}
