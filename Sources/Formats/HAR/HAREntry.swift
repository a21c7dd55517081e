import Bytes
package import Flow
import HTTPModel
package import JSON
import Judge

/// One flow as a HAR 1.2 entry, on one line. The log has the same entries.
///
/// Every flow becomes an entry, also one that never had a request or a response: then `status` is 0, sizes are -1, and
/// `_outcome` says what happened.
package enum HAREntry {
    /// What every entry begins with. A file's reader tells by it whether a line is an entry.
    package static let opening = Array(#"{"_id":"#.utf8)

    /// - Parameter additions: what is said of the flow beyond its record.
    package static func write(
        _ record: FlowRecord, _ additions: HARAdditions = HARAdditions(), to writer: inout JSONWriter
    ) {
        let timings = PhaseTimes(record)
        writer.beginObject()
        writer.key("_id")
        writer.integer(record.id.number)
        if let run = record.run {
            writer.key("_run")
            writer.string(run.text)
        }
        writer.key("startedDateTime")
        writer.date(micro: record.opening?.wallClock ?? 0)
        writer.key("time")
        writer.milliseconds(micro: timings.total)
        writer.request(record, additions.places)
        writer.response(record, additions.places)
        writer.key("cache")
        writer.beginObject()
        writer.endObject()
        writer.timings(timings)
        writer.server(record)
        writer.outcome(record.outcome ?? unfinished)
        writer.connection(record)
        writer.changes(record)
        writer.quirks(record)
        writer.tls(record)
        writer.notes(additions.findings ?? Checks.findings(of: record))
        writer.tunnel(record)
        writer.additions(additions)
        writer.endObject()
    }

    /// For a flow that never said how it ended: the process stopped before it did.
    package static let unfinished = Outcome(.aborted, by: .proxy, .shuttingDown)
}

extension JSONWriter {
    fileprivate mutating func server(_ record: FlowRecord) {
        guard let upstream = record.upstream else { return }
        if !upstream.isLocal, let address = upstream.address.flatMap(Self.host(of:)) {
            key("serverIPAddress")
            string(address)
        }
        key("connection")
        beginString()
        digits(upstream.connection ?? 0)
        endString()
    }

    /// The address of `1.2.3.4:80` or `[::1]:80`; nil when it is no address, which HAR would not take.
    private static func host(of address: String) -> Bytes? {
        let bytes = Bytes(address)
        guard let colon = bytes.lastIndex(of: ASCII.colon) else { return nil }
        var host = bytes.slice(0..<colon)
        if host.first == ASCII.openBracket, host.last == ASCII.closeBracket { host = host.slice(1..<(host.count - 1)) }
        // A scope (`fe80::1%eth0`) is no part of the address.
        if let scope = host.firstIndex(of: ASCII.percent) { host = host.slice(0..<scope) }
        let isAddress = host.contains(ASCII.colon) || host.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.period }
        return isAddress && !host.isEmpty ? host : nil
    }

    fileprivate mutating func outcome(_ outcome: Outcome) {
        key("_outcome")
        beginObject()
        key("kind")
        string(outcome.kind.rawValue)
        key("by")
        string(outcome.by.rawValue)
        key("code")
        string(outcome.code.rawValue)
        key("text")
        string(outcome.text)
        if let error = outcome.error {
            key("error")
            beginObject()
            key("code")
            string(error.code.rawValue)
            key("offset")
            integer(error.offset)
            key("length")
            integer(error.length)
            key("bytes")
            base64(error.bytes)
            endObject()
        }
        endObject()
    }

    fileprivate mutating func connection(_ record: FlowRecord) {
        key("_connection")
        beginObject()
        key("client")
        integer(record.opening?.clientConnection ?? 0)
        key("upstream")
        if let number = record.upstream?.connection { integer(number) } else { null() }
        key("reused")
        boolean(record.upstream?.reused ?? false)
        if let opening = record.opening {
            if let number = opening.requestNumber {
                key("requestNumber")
                integer(number)
            }
            if let client = opening.client {
                key("clientAddress")
                string(client)
            }
            if let listener = opening.listener {
                key("listener")
                string(listener)
            }
        }
        if record.wasRetried {
            key("retried")
            boolean(true)
        }
        endObject()
    }

    fileprivate mutating func quirks(_ record: FlowRecord) {
        key("_quirks")
        beginArray()
        let limit = record.limits.quirks
        let (asked, answered) = (record.quirks(.request), record.quirks(.response))
        quirks(asked.prefix(limit), "request")
        quirks(answered.prefix(limit), "response")
        endArray()
        let omitted =
            max(0, asked.count - limit) + max(0, answered.count - limit) + record.request.quirksOmitted
            + record.response.quirksOmitted
        if omitted > 0 {
            key("_quirksOmitted")
            integer(omitted)
        }
    }

    private mutating func quirks(_ quirks: ArraySlice<Quirk>, _ message: StaticString) {
        for quirk in quirks {
            beginObject()
            key("code")
            string(quirk.code.rawValue)
            key("message")
            string(message)
            key("offset")
            integer(quirk.offset)
            key("length")
            integer(quirk.length)
            key("text")
            string(quirk.text)
            key("spec")
            string(quirk.spec)
            endObject()
        }
    }

    /// The bytes relayed unread: after a 101 under `_upgraded`, of a CONNECT under `_tunnel`.
    fileprivate mutating func tunnel(_ record: FlowRecord) {
        guard let name = record.tunnelProtocol else { return }
        if record.requestHead?.method == .connect {
            key("_tunnel")
            beginObject()
        } else {
            key("_upgraded")
            beginObject()
            key("protocol")
            string(name)
        }
        key("sent")
        integer(record.relayedSent)
        key("received")
        integer(record.relayedReceived)
        endObject()
    }
}
