import Bytes
import Contents
import Decoding
import Explain
import Filter
import Flow
import HTTPModel
import JSON
import Messages
import Protobuf

// The messages inside of an exchange, a window of them at a time.
extension PageAPI {
    private static let mostMessages = 500
    private static let previewCharacters = 200

    func messages(_ call: PageCall) throws(PageError) -> PageStep {
        let number = try call.flow()
        let first = try call.request.number("first", in: 0...Int.max / 2, standard: 0)
        let count = try call.request.number("count", in: 0...Self.mostMessages, standard: Self.mostMessages)
        let (source, live, tools) = (source, live, tools)
        return .answering { () throws(PageError) in
            let record = try Self.current(number, source, live, tools)
            let inner = Self.inner(record, first, count)
            return .json { json in
                json.beginObject()
                json.key("first")
                json.integer(first)
                json.key("count")
                json.integer(inner.list.count)
                json.key("sent")
                json.integer(inner.sent)
                json.key("received")
                json.integer(inner.received)
                json.key("omitted")
                json.integer(inner.omitted)
                json.key("messages")
                json.beginArray()
                for message in inner.list.dropFirst(first).prefix(count) {
                    Self.row(message, of: record, tools.schema, to: &json)
                }
                json.endArray()
                json.key("ends")
                json.beginArray()
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

    private static func row(
        _ message: InnerMessage, of record: FlowRecord, _ schema: ProtoSchema?, to json: inout JSONWriter
    ) {
        let opened = record.openedAt
        json.beginObject()
        json.key("from")
        json.string(message.from.rawValue)
        json.key("at")
        let at = message.time > opened ? message.time.nanoseconds - opened.nanoseconds : 0
        json.milliseconds(micro: Int64(clamping: at / 1_000))
        json.key("title")
        json.string(message.title)
        json.key("meaning")
        json.string(message.closeMeaning)
        json.key("size")
        json.integer(message.size)
        json.key("frames")
        json.integer(message.frameCount)
        json.key("compressed")
        json.boolean(message.isCompressed)
        json.key("truncated")
        json.boolean(message.isTruncated)
        json.key("control")
        json.boolean(message.isControl)
        json.key("text")
        if let fields = record.protobuf(message, in: schema) {
            json.string(fields.line(limit: previewCharacters))
        } else {
            json.string(message.preview(characters: previewCharacters, in: record))
        }
        json.endObject()
    }

    private static func end(_ end: InnerReadingEnd, to json: inout JSONWriter) {
        json.beginObject()
        json.key("from")
        json.string(end.from.rawValue)
        json.key("offset")
        json.integer(end.offset)
        json.key("text")
        json.string(end.text)
        json.key("spec")
        json.string(end.spec)
        json.key("closeCode")
        if let code = end.closeCode { json.integer(Int(code)) } else { json.null() }
        json.endObject()
    }
}
