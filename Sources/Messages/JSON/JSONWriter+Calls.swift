package import Bytes
package import Flow
import HTTPSemantics

// `_grpc` of an exchange: what was called, how it ended, and its messages.

extension JSONWriter {
    /// Bytes of the messages whose fields are told.
    private static let fieldBytes = 1 << 20

    /// The call without what its messages say, which stands in the contents.
    ///
    /// - Parameter start: the wall-clock time at which the flow began, in microseconds; times are told from it.
    package mutating func call(_ record: borrowing FlowRecord, start: Int64) {
        call(record, record.inner, start) { _ in nil }
    }

    /// The call with the fields of its messages.
    ///
    /// - Parameter schema: by which these have names.
    package mutating func call(_ record: borrowing FlowRecord, start: Int64, fieldsBy schema: ProtoSchema?) {
        let isCall = record.call != nil || record.inner.list.contains(where: \.isOfCall)
        guard isCall else { return }
        let record = copy record
        var left = Self.fieldBytes
        call(record, InnerContent.messages(of: record), start) { message in
            guard message.bytes.count <= left, let fields = record.protobuf(message, in: schema) else { return nil }
            left -= message.bytes.count
            return fields
        }
    }

    private mutating func call(
        _ record: borrowing FlowRecord, _ inner: InnerMessages, _ start: Int64,
        fields: (InnerMessage) -> ProtobufMessage?
    ) {
        let messages = inner.list.filter(\.isOfCall)
        let call = record.call
        guard !messages.isEmpty || call != nil else { return }
        let clock = InnerClock(openedAt: record.openedAt, start: start)
        beginObject("_grpc")
        if let call { facts(of: call) }
        list("messages", messages) { writer, message in
            writer.callMessage(message, clock)
            guard let fields = fields(message) else { return }
            if let type = fields.type { writer.member("messageType", Bytes(type)) }
            writer.protobufFields(fields)
        }
        endObject()
    }

    private mutating func facts(of call: RemoteCall) {
        member("protocol", call.kind.name)
        member("service", call.service)
        member("method", call.method)
        if let status = call.status { member("status", status) }
        if let outcome = call.outcome { member("statusText", outcome.name) }
        if let message = call.message { member("message", message) }
        if let timeout = call.timeout {
            key("timeout")
            milliseconds(micro: Int64(clamping: timeout / 1000))
        }
        if let encoding = call.encoding { member("encoding", encoding) }
    }

    private mutating func callMessage(_ message: InnerMessage, _ clock: InnerClock) {
        member("from", message.from == .request ? "client" : "server" as StaticString)
        place(message, clock)
        member("compressed", message.isCompressed)
        switch message.form {
        case .callEnd:
            member("trailers", message.bytes)
        case .call(let isCoded):
            guard isCoded else { return }
            member("coded", true)
        case .text, .binary, .ping, .pong, .close, .event, .part, .line: return
        }
    }
}

extension InnerMessage {
    fileprivate var isOfCall: Bool {
        switch form {
        case .call, .callEnd: true
        case .text, .binary, .ping, .pong, .close, .event, .part, .line: false
        }
    }
}
