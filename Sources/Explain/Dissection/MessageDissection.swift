import Bytes
import Flow
import HTTPModel
import HTTPWire

/// One message taken apart: what the decoder says of it, and the names of all its bytes.
///
/// The decoder alone says what is wrong first, and where a correct message ends; the spans are named by readers that go
/// on where the decoder stops.
struct MessageDissection {
    let explanation: Explanation
    /// One past the message's last byte.
    let end: Int
    /// How many spans were made.
    let spans: Int
    /// Whether another message may follow: not in a tunnel, nor after what has no start line.
    let mayBeFollowed: Bool

    init(
        _ input: Bytes, _ kind: MessageKind, at start: Int, answering method: Method, lines: LineReader, limit: Int,
        isLive: Bool = false, isPasted: Bool = false, followsRequest: Bool = false
    ) {
        // The empty lines between messages are the copy's.
        let first = isPasted ? lines.afterEmptyLines(at: start) : start
        let strict = StrictReading(input, kind, at: first, answering: method)
        var reader = HeadSpans(input, kind, at: start, lines: lines, limit: limit)
        reader.followsRequest = followsRequest
        reader.read()
        // HTTP/2 and 3 have no messages of this form on the wire: tools write them so for people, and no decoder
        // refuses them.
        let isRetold = !isLive && (reader.startLine.version?.major ?? 1) >= 2
        let head = isRetold ? reader.head : strict.head ?? reader.head
        var refusal = isRetold ? nil : strict.error
        // Editors and terminals took the carriage returns off; what else is wrong is what matters.
        if isPasted, refusal?.code == .bareLineFeed {
            refusal = StrictReading.errorBesidesLineFeeds(input, kind, at: first, answering: method)
        }
        let isReadable = head != .unreadable
        let framing: FramingReasoning? =
            switch head {
            case .request(let head) where reader.isComplete: .request(head)
            case .response(let head) where reader.isComplete: .response(head, to: method)
            case .request, .response, .unreadable: nil
            }

        var list = reader.takeList()
        var isCutOff = false
        if let framing {
            var body = BodySpans(
                input, kind, at: list.position, type: Self.type(of: head), lines: lines,
                limit: limit - min(limit, list.count))
            switch framing.kind {
            case .some(.none), .tunnel: break
            case .length(let length): body.read(length: length)
            case .chunked: body.readChunked()
            case .close: body.readUntilClose()
            case .frames: body.readFramed()
            case nil: body.readUnframed(framing.refusal?.text ?? "")
            }
            list.append(body.list)
            isCutOff = body.isCutOff
        }
        end = list.position
        spans = list.count
        mayBeFollowed = isReadable && framing?.kind != .tunnel
        var placed = list.spans
        if let refusal { ErrorPlacement.mark(refusal, in: &placed, start..<end) }
        // What is wrong first is told; that the body is cut off besides is true all the same.
        if isCutOff, let refusal, refusal.code != .truncatedBody {
            let cut = WireError(.truncatedBody, offset: end, length: 0)
            placed.append(Span("message-body", end..<end, cut.spec, cut.text, malformed: true))
        }
        let bodyQuirks = isRetold ? [] : strict.bodyQuirks
        for quirk in (isRetold ? [] : strict.headQuirks) + bodyQuirks {
            ErrorPlacement.mark(quirk, at: reader.start, in: &placed)
        }
        explanation = Explanation(
            kind: kind, offset: start, length: end - start, spans: placed, head: head, headOffset: reader.start,
            framing: framing, error: refusal, answered: kind == .response ? method : nil, bodyQuirks: bodyQuirks)
    }

    private static func type(of head: Explanation.Head) -> Bytes? {
        switch head {
        case .request(let head): head.fields.usedContentType
        case .response(let head): head.fields.usedContentType
        case .unreadable: nil
        }
    }
}

/// What Hark's own decoder makes of a message.
struct StrictReading {
    /// nil when the decoder refused it.
    private(set) var head: Explanation.Head?
    /// Its offset counts from the start of the input.
    private(set) var error: WireError?
    /// What was tolerated behind the head.
    private(set) var bodyQuirks: [Quirk] = []

    var headQuirks: [Quirk] {
        switch head {
        case .request(let head): head.quirks
        case .response(let head): head.quirks
        case .unreadable, nil: []
        }
    }

    /// The grammar is what is asked here, not how much of a message a proxy would wait for.
    private static let limits = Limits(
        startLine: .max, head: .max, fields: .max, chunkExtension: .max, chunkOverhead: .max, trailers: .max,
        emptyLines: .max)

    /// What a decoder says of the message with CR LF at the end of all lines of its head.
    static func errorBesidesLineFeeds(
        _ input: Bytes, _ kind: MessageKind, at start: Int, answering method: Method
    ) -> WireError? {
        let lines = LineReader(input: input, acceptsBareLineFeed: true)
        var mended: [UInt8] = []
        /// Where carriage returns were put in, in the mended bytes.
        var added: [Int] = []
        var place = start
        var isInHead = false
        while place < input.count {
            let line = lines.line(at: place)
            mended += input.slice(place..<line.end)
            if line.ending == .bareLineFeed { added.append(mended.count) }
            if line.ending != .none { mended += [ASCII.carriageReturn, ASCII.lineFeed] }
            place = line.next
            if line.isEmpty, isInHead { break }
            isInHead = isInHead || !line.isEmpty
        }
        mended += input.slice(place..<input.count)
        guard let error = StrictReading(Bytes(mended), kind, at: 0, answering: method).error,
            error.code != .bareLineFeed
        else { return nil }
        let before = added.count { $0 < error.offset }
        return WireError(
            error.code, offset: start + error.offset - before, length: error.length, bytes: error.bytes)
    }

    init(_ input: Bytes, _ kind: MessageKind, at start: Int, answering method: Method) {
        var decoder = HTTP1Decoder(role: kind == .request ? .request : .response, limits: Self.limits)
        decoder.expectResponse(to: method)
        var position = start
        // Errors of a head count from its start line, behind the empty lines that a decoder skips before requests.
        var base = start
        if kind == .request { while input.has("\r\n", at: base) { base += 2 } }
        do throws(WireError) {
            decoding: while true {
                let rest = input.slice(position..<input.count)
                guard let decoded = try rest.withSpan({ span throws(WireError) in try decoder.decode(span) }) else {
                    _ = try decoder.endOfInput(unread: input.count - position)
                    break
                }
                position += decoded.consumed
                if let repair = decoded.repair { bodyQuirks += repair.quirks }
                switch decoded.part {
                case .requestHead(let head, _):
                    self.head = .request(head)
                    base = position
                case .responseHead(let head, _):
                    self.head = .response(head)
                    base = position
                case .interimHead(let head):
                    self.head = .response(head)
                    break decoding
                case .trailers(let trailers): bodyQuirks += trailers.quirks
                case .chunkStarted, .content, .chunkEnded: break
                case .end: break decoding
                }
            }
        } catch {
            self.error = WireError(
                error.code, offset: base.addingReportingOverflow(error.offset).partialValue, length: error.length,
                bytes: error.bytes)
        }
    }
}
