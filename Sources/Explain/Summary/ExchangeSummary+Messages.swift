import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeSummary {
    /// Columns of the last message's beginning.
    private static let previewColumns = 60
    /// Operations of a batch that are named.
    private static let mostOperations = 5

    /// A call of gRPC and its kin: what was called, and how it ended, which the HTTP status does not tell.
    mutating func call(_ record: FlowRecord) {
        // Most requests are none: their type, or a field of their own, or the query tells.
        guard let head = record.requestHead, RemoteCall.Kind(head.fields) != nil || head.connectQuery != nil,
            let call = record.call
        else { return }
        let isGood = call.outcome == .ok || call.status == nil && call.standIn == nil
        add(.call, isGood ? .normal : .warning) { out in
            out.string(call.kind.name)
            out.text(" ")
            out.wire(call.service, limit: 80)
            out.text("/")
            out.wire(call.method, limit: 80)
            if let status = call.status {
                out.text(": ")
                out.number(status)
            } else if call.standIn != nil {
                out.text(": no status of the RPC, treated as")
            }
            if let outcome = call.outcome {
                out.text(" ")
                out.string(outcome.name)
                // A client of HTTP alone sees nothing of it.
                if outcome != .ok, let status = record.status {
                    out.text(" with HTTP ")
                    out.number(status)
                }
            }
            if let message = call.message, !message.isEmpty {
                out.text(", ")
                out.content(message, limit: 200)
            }
            if let timeout = call.timeout {
                out.text(", given ")
                out.duration(nanoseconds: timeout)
            }
        }
    }

    /// What a GraphQL request asks for, which its URL does not tell.
    mutating func graphQL(_ record: FlowRecord) {
        let operations = record.graphQL
        guard !operations.isEmpty else { return }
        add(.graphQL) { out in
            for (place, operation) in operations.prefix(Self.mostOperations).enumerated() {
                if place > 0 { out.text(", ") }
                out.wire(operation.title, limit: 80)
            }
            guard operations.count > Self.mostOperations else { return }
            out.text(" and ")
            out.number(operations.count - Self.mostOperations)
            out.text(" more")
        }
    }

    /// The messages inside of it: how many, the last one, and where reading them stopped.
    mutating func messages(_ record: FlowRecord) {
        let inner = record.inner
        guard !inner.isEmpty else { return }
        if let last = inner.last {
            add(.messages) { out in
                out.number(inner.sent)
                out.text(" sent, ")
                out.number(inner.received)
                out.text(" received; the last: ")
                out.text(last.from == .request ? "→ " : "← ")
                out.string(last.title, limit: 60)
                out.text(", ")
                out.size(last.size)
                guard last.isText(in: record), !last.bytes.isEmpty else { return }
                out.text(": ")
                out.content(last.bytes, limit: Self.previewColumns)
            }
        }
        for end in inner.ends {
            add(.unread, .warning) { out in
                out.text(end.from == .request ? "the client's from byte " : "the server's from byte ")
                out.number(end.offset)
                out.text(" on: ")
                out.string(end.text, limit: 200)
                if let code = end.closeCode {
                    out.text(" The required reply is a close with ")
                    out.number(code)
                    out.text(".")
                }
            }
        }
    }
}
