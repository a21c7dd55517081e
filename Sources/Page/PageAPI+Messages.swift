import Bytes
import Explain
import Filter
import Flow
import HTTPModel
import Messages

// The messages inside of an exchange, a window of them at a time.
extension PageAPI {
    private static let mostMessages = 500
    private static let previewCharacters = 200

    func messages(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let wanted = call.request.parameter("find").map { Bytes(Bytes($0).map { ASCII.lowercase($0) }) } ?? Bytes()
        let first = try call.request.number("first", in: 0...Int.max / 2, standard: 0)
        let count = try call.request.number("count", in: 0...Self.mostMessages, standard: Self.mostMessages)
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let record = try Self.current(number, source, live, tools)
            let inner = wanted.isEmpty ? Self.inner(record, first, count) : Self.inner(record, 0, .max)
            let found = wanted.isEmpty ? nil : Self.places(of: wanted, in: inner, record, tools)
            let places = found.map { $0[...] } ?? ArraySlice(inner.list.indices.dropFirst(first).prefix(count))
            return .json { json in
                json.beginObject()
                json.member("first", first)
                json.member("count", found?.count ?? inner.list.count)
                json.member("sent", inner.sent)
                json.member("received", inner.received)
                json.member("omitted", inner.omitted)
                json.beginArray("messages")
                for place in found == nil ? places : places.dropFirst(first).prefix(count) {
                    Self.row(inner.list[place], place, of: record, tools.schema, to: &json)
                }
                json.endArray()
                json.beginArray("ends")
                for end in inner.ends { Self.end(end, to: &json) }
                json.endArray()
                json.endObject()
            }
        }
    }

    /// One of them, laid out as a body is.
    func innerMessage(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let from = try call.request.number("from", in: 0...Int.max / 2, standard: 0)
        let count = try call.request.number("length", in: 0...Self.mostLines, standard: 400)
        guard let place = Int(call.parameters["place"] ?? ""), place >= 0 else {
            throw PageError(404, .part, "Messages are counted from 0.")
        }
        let (source, live, tools, now) = (source, live, tools, call.now.wall / 1_000_000)
        return .answering { () throws(PageError) in
            let record = try Self.current(number, source, live, tools)
            guard let message = Self.inner(record, place, 1).list.dropFirst(place).first else {
                throw PageError(404, .part, "Flow \(number) has no message \(place), or it was not recorded.")
            }
            let options = LayoutOptions(
                hexLimit: 64 << 10, now: now, multibyte: tools.multibyte, schema: tools.schema)
            return Self.tokens(BodyView(message, of: record, options: options), from, count)
        }
    }

    /// A flow as it is now. What is open comes from where it happens: the file hears of it later.
    private static func current(
        _ number: UInt64, _ source: any PageSource, _ live: (any PageLive)?, _ tools: PageTools
    ) throws(PageError) -> FlowRecord {
        if let record = live?.record(number), !record.isFinished { return record }
        return try subject(number, hasContent: true, source, live, tools).record
    }

    /// Contents are read again only for messages that are not kept beside them.
    private static func inner(_ record: FlowRecord, _ first: Int, _ count: Int) -> InnerMessages {
        let window = record.inner.list.dropFirst(first).prefix(count)
        let isWhole = !record.inner.isEmpty && !window.contains { $0.isTruncated && !$0.isOfWebSocket }
        return isWhole ? record.inner : InnerContent.messages(of: record)
    }

    /// Where the messages are in which a text occurs, whatever the case of ASCII letters: in what was kept of them, or
    /// in their row.
    private static func places(
        of wanted: Bytes, in inner: InnerMessages, _ record: FlowRecord, _ tools: PageTools
    ) -> [Int] {
        inner.list.enumerated().filter { _, message in
            message.bytes.contains(wanted, foldsCase: true)
                || Bytes(message.title).contains(wanted, foldsCase: true)
                || text(message, of: record, tools.schema).contains(wanted, foldsCase: true)
        }.map(\.offset)
    }

    private static func text(_ message: InnerMessage, of record: FlowRecord, _ schema: ProtoSchema?) -> Bytes {
        record.protobuf(message, in: schema)?.line(limit: previewCharacters)
            ?? Bytes(message.preview(characters: previewCharacters, in: record))
    }

    private static func row(
        _ message: InnerMessage, _ place: Int, of record: FlowRecord, _ schema: ProtoSchema?, to json: inout JSONWriter
    ) {
        let opened = record.openedAt
        json.beginObject()
        json.member("place", place)
        json.member("from", message.from.rawValue)
        json.key("at")
        let at = message.time > opened ? message.time.nanoseconds - opened.nanoseconds : 0
        json.milliseconds(micro: Int64(clamping: at / 1_000))
        json.member("title", message.title)
        json.member("meaning", message.closeMeaning)
        json.member("size", message.size)
        json.member("frames", message.frameCount)
        json.member("compressed", message.isCompressed)
        json.member("truncated", message.isTruncated)
        json.member("control", message.isControl)
        json.member("byHand", message.isByHand)
        json.member("text", text(message, of: record, schema))
        json.endObject()
    }

    private static func end(_ end: InnerReadingEnd, to json: inout JSONWriter) {
        json.beginObject()
        json.member("from", end.from.rawValue)
        json.member("offset", end.offset)
        json.member("text", end.text)
        json.member("spec", end.spec)
        json.key("closeCode")
        if let code = end.closeCode { json.integer(Int(code)) } else { json.null() }
        json.endObject()
    }

    // MARK: - Sending

    private static let mostOctets = 512 << 10

    /// Sends a message into an open WebSocket.
    func sendMessage(_ call: PageCall) throws(PageError) -> PageStep {
        let message = try Self.message(of: try call.flow(), try PageBody(call.request.body))
        guard let rules = tools.rules else { throw Self.noProxy }
        let (source, live, tools) = (source, live, tools)
        return .later { done in
            do throws(PageError) {
                // What is not there at all has an error of its own.
                if !rules.takesMessages(message.flow) {
                    let record = try Self.current(message.flow, source, live, tools)
                    throw Self.notOpen(record)
                }
                rules.send(message) { error in
                    if let error { return done(.answer(PageAnswer(error))) }
                    done(
                        .answer(
                            .json { json in
                                json.beginObject()
                                json.member("to", message.receiver == .request ? "server" : "client")
                                json.member("size", message.content.count)
                                json.endObject()
                            }))
                }
            } catch {
                done(.answer(PageAnswer(error)))
            }
        }
    }

    private static func message(of flow: UInt64, _ body: PageBody) throws(PageError) -> PageSocketMessage {
        let receiver: MessageKind
        switch try body.text("to") {
        case "server": receiver = .request
        case "client": receiver = .response
        default: throw .request("'to' must be server or client.")
        }
        let (text, octets) = (try body.text("text"), try body.octets("content"))
        guard let content = octets ?? text.map({ Bytes($0) }), text == nil || octets == nil else {
            throw .request("The message must be 'text', or 'content' in Base64 for a binary message.")
        }
        guard content.count <= mostOctets else {
            throw PageError(
                413, .size, "A message can have at most \(mostOctets >> 10) KiB; this one has \(content.count) bytes.")
        }
        return PageSocketMessage(flow: flow, receiver: receiver, isText: text != nil, content: content)
    }

    private static func notOpen(_ record: FlowRecord) -> PageError {
        let number = record.id.number
        guard record.isWebSocket else { return PageError(409, .open, "Flow \(number) is not a WebSocket.") }
        // It may have ended just now.
        let reason = record.isFinished ? "" : ", or uses an extension that Hark does not know"
        return PageError(409, .open, "The WebSocket of flow \(number) has ended\(reason); nothing was sent.")
    }
}
