import Bytes
import Flow
import Messages

/// The way through one log, line by line.
struct LogWalk {
    var list: EntryList
    /// Gets the connections that have lines of their own.
    let connections: (ConnectionRecord) -> Void
    private static let opening: Bytes = #"{"_connection":{"#
    private static let agentOpening: Bytes = #"{"_agent":{"#

    mutating func read() {
        var start = list.window.startsWithByteOrderMark() ? 3 : 0
        while start < list.window.size, !list.isStopped {
            list.window.end = list.window.size
            let end = list.window.firstIndex(of: ASCII.lineFeed, from: start) ?? list.window.end
            list.window.position = start
            list.window.end = end
            readLine()
            start = end + 1
        }
    }

    private mutating func readConnection() {
        guard let node = try? list.window.parse({ parser throws(JSONError) in try parser.tree() }) else { return }
        let file = list.window.bytes
        node.member("_connection", in: file).flatMap { ConnectionReader.read($0, in: file) }.map(connections)
    }

    private mutating func readLine() {
        list.window.skipWhitespace()
        while list.window.position < list.window.end {
            // What passed on a connection (`--log-connections`) is no exchange.
            if list.window.peek(at: list.window.position, Self.opening.count) == Self.opening {
                return readConnection()
            }
            // Nor is what an agent did.
            if list.window.peek(at: list.window.position, Self.agentOpening.count) == Self.agentOpening { return }
            list.readEntry()
            list.window.skipWhitespace()
            let offset = list.window.position
            guard offset < list.window.end else { return }
            // After a broken entry, reading goes on where one begins.
            if list.window.next == UInt8(ascii: "{") { continue }
            list.log.add(
                offset, "\(list.window.end - offset) bytes follow the entry on its line.", "They were left out.")
            if !list.findEntry(from: offset) { return }
        }
    }
}
