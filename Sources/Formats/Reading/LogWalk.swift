import Bytes

/// The way through one log, line by line.
struct LogWalk {
    var list: EntryList

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

    private mutating func readLine() {
        list.window.skipWhitespace()
        while list.window.position < list.window.end {
            list.readEntry()
            list.window.skipWhitespace()
            let offset = list.window.position
            guard offset < list.window.end else { return }
            // After a broken entry, reading goes on where one begins.
            if list.window.next == UInt8(ascii: "{") { continue }
            list.log.add(
                offset, "\(list.window.end - offset) bytes stand behind the entry on its line.", "They were left out.")
            if !list.findEntry(from: offset) { return }
        }
    }
}
