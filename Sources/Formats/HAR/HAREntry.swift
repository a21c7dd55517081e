package import Bytes
package import Flow
import HTTPModel
import Judge
import Messages

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
        let told = ToldMembers(record.remarks)
        writer.beginObject()
        writer.member("_id", record.id.number)
        if let run = record.run {
            writer.key("_run")
            writer.hexadecimal(run.value)
        }
        writer.repeats(record)
        writer.key("startedDateTime")
        writer.date(micro: record.opening?.wallClock ?? 0)
        writer.time(timings, told)
        writer.request(record, additions.places, told)
        writer.response(record, additions.places, told)
        writer.cache(told)
        writer.timings(timings, told)
        let written = writer.server(record)
        // Of what another tool recorded nobody may know how it ended: then nothing is said.
        if let outcome = record.outcome { writer.outcome(outcome) }
        writer.connection(record)
        writer.changes(record)
        writer.rules(record)
        writer.quirks(record)
        writer.tls(record, additions.handshakes)
        writer.notes(additions.findings ?? Checks.findings(of: record))
        writer.tunnel(record)
        if record.isWebSocket { writer.member("_resourceType", "websocket" as StaticString) }
        writer.innerMessages(record, start: record.opening?.wallClock ?? 0)
        writer.call(record, start: record.opening?.wallClock ?? 0, fieldsBy: additions.schema)
        writer.additions(additions)
        if let told {
            if let page = told.page { writer.member("pageref", page.id) }
            writer.told(told, .entry, except: record.isWebSocket ? written + ["_resourceType"] : written)
        }
        writer.endObject()
    }

    /// For a flow that never said how it ended: the process stopped before it did.
    package static let unfinished = Outcome(.aborted, by: .proxy, .shuttingDown)
}

extension JSONWriter {
    /// The flow that was sent again, and the run whose number that is.
    fileprivate mutating func repeats(_ record: FlowRecord) {
        guard let original = record.repeats else { return }
        beginObject("_repeats")
        member("_id", original.id.number)
        if let run = original.run {
            key("_run")
            hexadecimal(run.value)
        }
        endObject()
    }

    fileprivate mutating func cache(_ told: ToldMembers?) {
        key("cache")
        if let (node, file) = told?.cache { return value(node, in: file) }
        beginObject()
        endObject()
    }

    /// - Returns: which members were written.
    fileprivate mutating func server(_ record: FlowRecord) -> [StaticString] {
        guard let upstream = record.upstream else { return [] }
        var hasAddress = false
        if !upstream.isLocal, var address = upstream.address {
            address.withUTF8 { bytes in
                guard let host = Self.host(of: bytes) else { return }
                member("serverIPAddress", UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[host])))
                hasAddress = true
            }
        }
        // HAR 1.2: to be left out when nobody counted connections.
        guard let connection = upstream.connection else { return hasAddress ? ["serverIPAddress"] : [] }
        key("connection")
        beginString()
        digits(connection)
        endString()
        return hasAddress ? ["serverIPAddress", "connection"] : ["connection"]
    }

    /// Where the address stands in `1.2.3.4:80` or `[::1]:80`; nil when it is no address, which HAR would not take.
    private static func host(of address: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var end = address.count
        var hasColon = false
        repeat {
            guard end > 0 else { return nil }
            end -= 1
        } while address[end] != ASCII.colon
        var start = 0
        if end > 1, address[0] == ASCII.openBracket, address[end - 1] == ASCII.closeBracket {
            (start, end) = (1, end - 1)
        }
        var isIPv4 = true
        var index = start
        // A scope (`fe80::1%eth0`) is no part of the address.
        while index < end, address[index] != ASCII.percent {
            let byte = address[index]
            hasColon = hasColon || byte == ASCII.colon
            isIPv4 = isIPv4 && (ASCII.isDigit(byte) || byte == ASCII.period)
            index += 1
        }
        return index > start && (hasColon || isIPv4) ? start..<index : nil
    }

    /// Sixteen digits, as `RunID.text` has them.
    fileprivate mutating func hexadecimal(_ value: UInt64) {
        beginString()
        extend(by: 16) { out in
            for index in 0..<16 {
                let nibble = UInt8(truncatingIfNeeded: value >> UInt64(60 - index * 4)) & 0xF
                out[index] = nibble < 10 ? ASCII.zero + nibble : UInt8(ascii: "a") - 10 + nibble
            }
            return 16
        }
        endString()
    }

    fileprivate mutating func outcome(_ outcome: Outcome) {
        beginObject("_outcome")
        member("kind", outcome.kind.rawValue)
        member("by", outcome.by.rawValue)
        member("code", outcome.code.rawValue)
        member("text", outcome.text)
        if let error = outcome.error {
            beginObject("error")
            member("code", error.code.name)
            member("offset", error.offset)
            member("length", error.length)
            key("bytes")
            base64(error.bytes)
            endObject()
        }
        endObject()
    }

    /// Numbers of the streams of HTTP/2 that the messages came on.
    private mutating func streams(_ record: FlowRecord) {
        guard record.request.stream != nil || record.response.stream != nil else { return }
        beginObject("_stream")
        for (name, number) in [("client", record.request.stream), ("upstream", record.response.stream)] {
            guard let number else { continue }
            key(name == "client" ? "client" : "upstream")
            integer(Int(number))
        }
        endObject()
    }

    /// Whoever reads an entry tells by this member that it is Hark's own, with all that Hark measures.
    fileprivate mutating func connection(_ record: FlowRecord) {
        guard record.isWatched else { return }
        streams(record)
        beginObject("_connection")
        member("client", record.opening?.clientConnection ?? 0)
        key("upstream")
        if let number = record.upstream?.connection { integer(number) } else { null() }
        member("reused", record.upstream?.reused ?? false)
        if let opening = record.opening {
            if let number = opening.requestNumber { member("requestNumber", number) }
            if let client = opening.client { member("clientAddress", client) }
            if let listener = opening.listener { member("listener", listener) }
        }
        if let through = record.upstream?.through, !through.isEmpty {
            beginArray("through")
            for proxy in through { string(proxy) }
            endArray()
        }
        if record.wasRetried { member("retried", true) }
        endObject()
    }

    fileprivate mutating func quirks(_ record: FlowRecord) {
        beginArray("_quirks")
        let limit = record.limits.quirks
        let (asked, interim, answered) = (
            record.quirks(.request), record.interimQuirks, record.quirks(.response)
        )
        quirks(asked.prefix(limit), "request")
        for (index, one) in interim.prefix(limit) { quirk(one, "response", interim: index) }
        quirks(answered.prefix(limit), "response")
        endArray()
        let omitted =
            max(0, asked.count - limit) + max(0, interim.count - limit) + max(0, answered.count - limit)
            + record.request.quirksOmitted + record.response.quirksOmitted
        if omitted > 0 { member("_quirksOmitted", omitted) }
    }

    private mutating func quirks(_ quirks: ArraySlice<Quirk>, _ message: StaticString) {
        for one in quirks { quirk(one, message, interim: nil) }
    }

    private mutating func quirk(_ quirk: Quirk, _ message: StaticString, interim: Int?) {
        beginObject()
        member("code", quirk.code.name)
        member("message", message)
        if let interim {
            member("part", "interim" as StaticString)
            member("index", interim)
        }
        member("offset", quirk.offset)
        member("length", quirk.length)
        member("text", quirk.text)
        member("spec", quirk.spec)
        endObject()
    }

    /// The bytes relayed unread: after a 101 under `_upgraded`, of a CONNECT under `_tunnel`.
    fileprivate mutating func tunnel(_ record: FlowRecord) {
        guard let name = record.tunnelProtocol else { return }
        if record.requestHead?.asksForTunnel == true {
            beginObject("_tunnel")
        } else {
            beginObject("_upgraded")
            member("protocol", name)
        }
        member("sent", record.relayedSent)
        member("received", record.relayedReceived)
        endObject()
    }
}

extension FlowRecord {
    /// Hark was there when it happened, or somebody else who counted connections.
    fileprivate var isWatched: Bool {
        opening?.clientConnection != nil || upstream?.connection != nil || opening?.requestNumber != nil
            || opening?.client != nil || opening?.listener != nil || wasRetried
    }
}
