package import Bytes

/// One event of an event stream (HTML Standard §9.2.6), as a browser dispatches it.
package struct ServerSentEvent: Sendable, Hashable {
    /// Where its first line begins, in octets from the start of the stream.
    package let offset: UInt64
    /// Octets of its lines, the empty one at its end with them.
    package let size: UInt64
    /// The name that listeners know it by; `message` when none was given.
    package let name: Bytes
    /// The last id that the stream gave, with this event or before it.
    package let lastID: Bytes
    /// The lines of data with line feeds between.
    package let data: Bytes
    /// Data was longer than is kept.
    package let isTruncated: Bool
}

/// Takes an event stream apart as it arrives (HTML Standard §9.2.6). A value; how the bytes were cut makes no
/// difference. What stands behind the last empty line is no event, as browsers have it.
package struct EventStreamReader: Sendable {
    /// For how long a browser waits before it connects again, in milliseconds; nil until the stream says it.
    package private(set) var retry: UInt64?
    /// Octets that were taken.
    package private(set) var position: UInt64 = 0

    private let limit: Int
    /// Once the event under way was let go of: what is kept of a line, and of what it said beside its data.
    private static let shortLine = 1 << 10
    private var isLetGo = false
    private var line: [UInt8] = []
    private var isLineCut = false
    /// A carriage return ended the last line: a line feed behind it belongs to it.
    private var isAfterReturn = false
    private var isFirstLine = true

    private var start: UInt64 = 0
    private var name = Bytes()
    private var lastID = Bytes()
    private var data: [UInt8] = []
    private var hasData = false
    private var isTruncated = false

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let usualName: Bytes = "message"

    /// - Parameter limit: octets of an event's data, and of a line, that are kept.
    package init(limit: Int = 1 << 20) {
        self.limit = limit
    }

    /// Octets that are held of the event under way, and of the last id.
    package var held: Int { line.count + data.count + name.count + lastID.count }

    /// Keeps nothing of the data of the event under way, and little of a name or an id: it is told as one that was cut.
    package mutating func letGo() {
        lastID = short(lastID)
        guard position > start else { return }
        isLetGo = true
        isTruncated = isTruncated || !data.isEmpty
        data = []
        if line.count > Self.shortLine {
            line = Array(line.prefix(Self.shortLine))
            isLineCut = true
        }
        name = short(name)
    }

    private var lineLimit: Int { isLetGo ? min(limit, Self.shortLine) : limit }

    private func short(_ value: Bytes) -> Bytes {
        value.count > Self.shortLine ? Bytes(Array(value.prefix(Self.shortLine))) : value
    }

    /// The events that these octets complete.
    package mutating func take(_ bytes: Bytes) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for octet in bytes {
            let belongsToReturn = isAfterReturn && octet == ASCII.lineFeed
            isAfterReturn = octet == ASCII.carriageReturn
            if belongsToReturn {
                position += 1
                // The event before ended with both.
                if line.isEmpty, start == position - 1 { start = position }
                continue
            }
            position += 1
            if octet == ASCII.lineFeed || octet == ASCII.carriageReturn {
                if let event = endLine() { events.append(event) }
            } else if line.count < lineLimit {
                line.append(octet)
            } else {
                isLineCut = true
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        if isFirstLine, line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
        isFirstLine = false
        defer {
            line.removeAll(keepingCapacity: line.count <= Self.shortLine)
            isLineCut = false
        }
        guard !line.isEmpty else { return dispatch() }
        // A comment keeps the connection awake and says nothing.
        if line[0] != ASCII.colon { takeField() }
        return nil
    }

    private mutating func takeField() {
        let line = Bytes(self.line)
        let colon = line.firstIndex(of: ASCII.colon)
        let field = line.slice(0..<(colon ?? line.count))
        var value = Bytes()
        if let colon {
            let start = colon + 1 < line.count && line[colon + 1] == ASCII.space ? colon + 2 : colon + 1
            value = line.slice(start..<line.count)
        }
        if field == "data" {
            var room = isLetGo ? 0 : max(0, limit - data.count)
            if hasData {
                if room > 0 { data.append(ASCII.lineFeed) } else { isTruncated = true }
                room = max(0, room - 1)
            }
            hasData = true
            if value.count > room || isLineCut { isTruncated = true }
            data.append(contentsOf: value.prefix(room))
        } else if field == "event" {
            name = value
        } else if field == "id" {
            if value.firstIndex(of: 0) == nil { lastID = value }
        } else if field == "retry", let milliseconds = value.decimal {
            retry = milliseconds
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            start = position
            name = Bytes()
            data = []
            hasData = false
            isTruncated = false
            isLetGo = false
        }
        // Without a line of data there is no event; an id holds all the same.
        guard hasData else { return nil }
        return ServerSentEvent(
            offset: start, size: position - start, name: name.isEmpty ? Self.usualName : name, lastID: lastID,
            data: Bytes(data), isTruncated: isTruncated)
    }
}
