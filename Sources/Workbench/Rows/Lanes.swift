package import Bytes
import Explain
package import Flow
import HTTPModel

/// Connections on both sides of Hark, each with the exchanges that it carried. A value; times in microseconds since a
/// moment that whoever draws chooses.
package struct Lanes: Sendable {
    /// One exchange on a connection.
    package struct Block: Sendable {
        package let flow: UInt64
        package let from: Int64
        package let to: Int64
        /// From the request's end to the response's beginning; nil when nobody measured it.
        package let wait: ClosedRange<Int64>?
        package let method: Bytes
        package let path: Bytes
        package let status: Int?
        package let hasFailed: Bool
        package let isOpen: Bool
        /// Of HTTP/2.
        package fileprivate(set) var stream: UInt32?
        /// The first ones of those in which Hark could not send on it.
        package internal(set) var waits: [Wait] = []
        /// Streams that run at once lie in rows.
        package internal(set) var row = 0
    }

    /// A time in which something was to be sent on a stream and could not.
    package struct Wait: Sendable {
        package let from: Int64
        package let to: Int64
        package let cause: StreamWait.Cause
        /// The other exchanges of the connection that ran then, where it waited for what they have in common.
        package internal(set) var meanwhile: [UInt64] = []
    }

    package enum Closer: String, Sendable {
        case client, server, hark
    }

    /// One connection.
    package struct Lane: Sendable {
        package let number: UInt64
        package let run: RunID?
        package internal(set) var address: String?
        package internal(set) var from: Int64
        package internal(set) var to: Int64
        package internal(set) var connect: ClosedRange<Int64>?
        package internal(set) var handshake: ClosedRange<Int64>?
        /// nil when nothing says who closed.
        package internal(set) var closedBy: Closer?
        /// What says so.
        package internal(set) var why: String?
        package internal(set) var blocks: [Block] = []
        /// So many streams ran at once.
        package internal(set) var rowCount = 1

        var isHTTP2: Bool { blocks.contains { $0.stream != nil } }

        /// What became of it, in words.
        package var words: String {
            var parts = [Quantity.count(blocks.count, "exchange")]
            if let spoken { parts.append(spoken) }
            // First what is asked for most: where there is little room, the end is cut off.
            switch closedBy {
            case .client?: parts.append("closed by the client")
            case .server?: parts.append("closed by the server")
            case .hark?: parts.append("closed by Hark")
            case nil: break
            }
            if blocks.count > 1, saved > 0 { parts.append("reuse saved \(Quantity.duration(saved))") }
            if let handshake {
                parts.append("TLS took \(Quantity.duration(handshake.upperBound - handshake.lowerBound))")
            }
            return parts.joined(separator: "; ")
        }

        /// What the later exchanges did not have to wait for connecting again, in microseconds.
        package var saved: Int64 {
            let opening = [connect, handshake].compactMap { $0 }.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
            return opening.multipliedReportingOverflow(by: Int64(max(0, blocks.count - 1))).partialValue
        }
    }

    package private(set) var client: [Lane] = []
    package private(set) var server: [Lane] = []

    private struct Key: Hashable {
        let run: RunID?
        let number: UInt64
    }

    /// - Parameters:
    ///   - flows: in the order in which they were recorded.
    ///   - start: the moment from which is counted, in microseconds since 1970.
    ///   - now: until when an open exchange has lasted, counted from `start`; nil: until the last that is known of it.
    package init(_ flows: [FlowRecord], since start: Int64, now: Int64? = nil) {
        var clients: [Key: Int] = [:]
        var servers: [Key: Int] = [:]
        for flow in flows {
            guard let began = flow.startedAt, let block = Self.block(flow, began - start, now) else { continue }
            if let number = flow.opening?.clientConnection {
                let block = block.stream(flow.request.stream, Self.waits(flow, .response, began - start))
                let place = Self.place(Key(run: flow.run, number: number), in: &client, &clients, block)
                client[place].address = flow.opening?.client
                client[place].add(block)
                client[place].closing(Self.clientEnd(flow))
            }
            if let lease = flow.upstream, let number = lease.connection {
                let block = block.stream(flow.response.stream, Self.waits(flow, .request, began - start))
                let place = Self.place(Key(run: flow.run, number: number), in: &server, &servers, block)
                server[place].address = lease.address
                server[place].add(block)
                if !lease.reused { server[place].opened(flow, at: began - start) }
                server[place].closing(Self.serverEnd(flow))
            }
        }
        client.sort { $0.from < $1.from }
        server.sort { $0.from < $1.from }
        for place in client.indices { client[place].arrange() }
        for place in server.indices { server[place].arrange() }
    }

    /// Of an exchange so many waits are told.
    private static let mostWaits = 5

    /// Those of Hark when it sent on this message: a response goes to the client, a request to the server.
    private static func waits(_ flow: FlowRecord, _ kind: MessageKind, _ began: Int64) -> [Wait] {
        flow[kind].waits.prefix(mostWaits).map { wait in
            Wait(
                from: began + wait.start.microseconds(since: flow.openedAt),
                to: began + wait.end.microseconds(since: flow.openedAt), cause: wait.cause)
        }
    }

    private static func place(
        _ key: Key, in lanes: inout [Lane], _ places: inout [Key: Int], _ block: Block
    ) -> Int {
        if let place = places[key] { return place }
        places[key] = lanes.count
        lanes.append(Lane(number: key.number, run: key.run, from: block.from, to: block.to))
        return lanes.count - 1
    }

    private static func block(_ flow: FlowRecord, _ began: Int64, _ now: Int64?) -> Block? {
        let isOpen = flow.isOpen
        guard let last = flow.times.finished ?? flow.times.latest ?? (isOpen ? flow.openedAt : nil) else { return nil }
        let end = began + last.microseconds(since: flow.openedAt)
        func moment(_ time: Instant?) -> Int64? { time.map { began + $0.microseconds(since: flow.openedAt) } }
        var wait: ClosedRange<Int64>?
        let sent = [moment(flow.times.requestForwarded), moment(flow.times.requestEnded)].compactMap { $0 }.max()
        if let sent, let answered = moment(flow.times.responseHead), answered >= sent { wait = sent...answered }
        let url = flow.url
        let path = url.firstIndex(of: ASCII.slash, from: min(8, url.count)).map { url.slice($0..<url.count) }
        let kind = flow.outcome?.kind
        return Block(
            flow: flow.id.number, from: began, to: isOpen ? max(end, now ?? end) : end, wait: wait,
            method: flow.method.name, path: path ?? url, status: flow.status,
            hasFailed: kind != nil && kind != .complete && kind != .tunnel, isOpen: isOpen)
    }

    // MARK: Who closed

    private static func clientEnd(_ flow: FlowRecord) -> (Closer, String)? {
        guard !flow.isOpen else { return nil }
        if flow.requestHead?.fields.hasConnectionOption("close") == true {
            return (.hark, "The request has Connection: close (RFC 9112 §9.6).")
        }
        guard let outcome = flow.outcome, outcome.kind == .aborted, !outcome.endsStreamAlone else { return nil }
        switch outcome.by {
        case .client: return (.client, outcome.text)
        case .proxy: return (.hark, outcome.text)
        // What the client was owed could not be completed.
        case .upstream: return (.hark, outcome.text)
        }
    }

    private static func serverEnd(_ flow: FlowRecord) -> (Closer, String)? {
        guard !flow.isOpen else { return nil }
        if let head = flow.responseHead {
            if head.fields.hasConnectionOption("close") {
                return (.server, "The response has Connection: close (RFC 9112 §9.6).")
            }
            if head.version < .http11, !head.fields.hasConnectionOption("keep-alive") {
                return (.server, "HTTP/1.0 closes after each response unless both agree to keep it (RFC 9112 §9.3).")
            }
            if case .close? = flow.response.framing?.kind {
                return (.server, "The end of the connection ends the body (RFC 9112 §6.3).")
            }
        }
        guard let outcome = flow.outcome, outcome.kind == .failed || outcome.kind == .aborted,
            !outcome.endsStreamAlone
        else { return nil }
        switch outcome.by {
        case .upstream: return (.server, outcome.text)
        case .client, .proxy: return (.hark, outcome.text)
        }
    }
}

extension FlowRecord {
    /// It has not ended; of other tools' recordings nobody knows.
    fileprivate var isOpen: Bool { outcome == nil && run != nil }
}

extension Outcome {
    /// The connection goes on (RFC 9113 §5.4.2).
    fileprivate var endsStreamAlone: Bool { code == .resetByClient || code == .resetByUpstream }
}

extension Lanes.Block {
    fileprivate func stream(_ stream: UInt32?, _ waits: [Lanes.Wait]) -> Self {
        var block = self
        block.stream = stream
        if stream != nil { block.waits = waits }
        return block
    }
}

extension Lanes.Lane {
    fileprivate mutating func add(_ block: Lanes.Block) {
        from = min(from, block.from)
        to = max(to, block.to)
        blocks.append(block)
    }

    /// Only the last exchange on a connection can have ended it.
    fileprivate mutating func closing(_ end: (Lanes.Closer, String)?) {
        closedBy = end?.0
        why = end?.1
    }

    fileprivate mutating func opened(_ flow: FlowRecord, at began: Int64) {
        func moment(_ time: Instant?) -> Int64? { time.map { began + $0.microseconds(since: flow.openedAt) } }
        guard let sought = moment(flow.times.nameResolved ?? flow.times.upstreamSought) else { return }
        if let transport = moment(flow.times.transportConnected), transport >= sought {
            connect = sought...transport
            if let ready = moment(flow.times.upstreamConnected), ready >= transport { handshake = transport...ready }
        } else if let ready = moment(flow.times.upstreamConnected), ready >= sought {
            connect = sought...ready
        }
    }
}
