package import Bytes
package import Flow
import HTTPModel

/// Reads what `JSONWriter.connection` wrote.
package enum ConnectionReader {
    /// Nil when it is no connection.
    package static func read(_ text: Bytes) -> ConnectionRecord? {
        let root = unsafe text.withUnsafeBytes { raw -> JSONNode? in
            var parser = unsafe JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
        return root.flatMap { read($0, in: text) }
    }

    /// Nil when it is no connection.
    package static func read(_ node: JSONNode, in file: Bytes) -> ConnectionRecord? {
        guard let leg = text(node, "leg", file).flatMap(ConnectionRecord.Leg.init(rawValue:)),
            let number = integer(node, "number", file).flatMap({ UInt64(exactly: $0) })
        else { return nil }
        let opened = Instant(nanoseconds: 0)
        var record = ConnectionRecord(
            leg, number: number, wallClock: integer(node, "started", file) ?? 0, openedAt: opened)
        record.run = text(node, "_run", file).flatMap { RunID($0) }
        if let settings = node.member("settings", in: file) {
            record.ownSettings = self.settings(settings, "own", file)
            record.peerSettings = self.settings(settings, "peer", file)
        }
        record.frames = StreamEvidenceReader.frames(of: node, in: file, openedAt: opened)
        record.frameCount = record.frames.count + Int(clamping: integer(node, "framesDropped", file) ?? 0)
        for node in (node.member("goAway", in: file)?.elements ?? []).prefix(ConnectionRecord.goAwayLimit) {
            goAway(node, file).map { record.add($0) }
        }
        for node in (node.member("lost", in: file)?.elements ?? []).prefix(ConnectionRecord.lostLimit) {
            guard let stream = integer(node, "stream", file).flatMap({ UInt32(exactly: $0) }) else { continue }
            let flow = integer(node, "flow", file).flatMap { UInt64(exactly: $0) }
            record.add(ConnectionRecord.Lost(stream: stream, flow: flow.map { FlowID($0) }))
        }
        record.received = totals(node, "received", file)
        record.sent = totals(node, "sent", file)
        record.streams = count(node, "streams", file)
        if let duration = node.member("duration", in: file)?.double(in: file), duration >= 0, duration < 1e12 {
            record.endedAt = opened.advanced(byMicroseconds: Int64((duration * 1000).rounded()))
        }
        record.end = text(node, "end", file) ?? ""
        return record
    }

    private static func settings(
        _ node: JSONNode, _ name: StaticString, _ file: Bytes
    ) -> [ConnectionRecord.Setting] {
        (node.member(name, in: file)?.elements ?? []).prefix(100).compactMap { setting in
            guard let number = integer(setting, "number", file).flatMap({ UInt16(exactly: $0) }),
                let value = integer(setting, "value", file).flatMap({ UInt32(exactly: $0) })
            else { return nil }
            return ConnectionRecord.Setting(number: number, value: value)
        }
    }

    private static func goAway(_ node: JSONNode, _ file: Bytes) -> ConnectionRecord.GoAway? {
        guard let last = integer(node, "last", file).flatMap({ UInt32(exactly: $0) }),
            let code = integer(node, "number", file).flatMap({ UInt32(exactly: $0) })
        else { return nil }
        let debug = node.member("debug", in: file)?.string(in: file).flatMap { Base64.decode($0) } ?? []
        return ConnectionRecord.GoAway(
            isSent: text(node, "from", file) == "hark", last: last, code: code, debug: Bytes(debug))
    }

    private static func totals(_ node: JSONNode, _ name: StaticString, _ file: Bytes) -> ConnectionRecord.Totals {
        var totals = ConnectionRecord.Totals()
        guard let node = node.member(name, in: file) else { return totals }
        totals.frames = count(node, "frames", file)
        totals.octets = count(node, "octets", file)
        return totals
    }

    private static func count(_ node: JSONNode, _ name: StaticString, _ file: Bytes) -> UInt64 {
        integer(node, name, file).flatMap { UInt64(exactly: $0) } ?? 0
    }

    private static func integer(_ node: JSONNode, _ name: StaticString, _ file: Bytes) -> Int64? {
        node.member(name, in: file)?.integer(in: file)
    }

    private static func text(_ node: JSONNode, _ name: StaticString, _ file: Bytes) -> String? {
        node.member(name, in: file)?.string(in: file)?.text
    }
}
