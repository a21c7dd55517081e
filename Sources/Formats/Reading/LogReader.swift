package import Bytes
import JSON

/// Reads logs: one entry a line. A function of the bytes.
///
/// A line that is no entry is told with its place; when a whole entry stands behind a torn one on the same line, it is
/// read.
package enum LogReader {
    package static func read(_ file: Bytes) -> RecordedFile {
        file.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            var list = EntryList(file, bytes)
            var start = InputKind.hasByteOrderMark(bytes) ? 3 : 0
            while start < bytes.count {
                let end = lineEnd(bytes, from: start)
                list.parser.position = start
                list.parser.end = end
                readLine(&list)
                start = end + 1
            }
            return RecordedFile(flows: list.flows, damage: list.log.finish(bytes))
        }
    }

    private static func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != ASCII.lineFeed { end += 1 }
        return end
    }

    private static func readLine(_ list: inout EntryList) {
        list.parser.skipWhitespace()
        while list.parser.position < list.parser.end {
            list.readEntry()
            list.parser.skipWhitespace()
            let offset = list.parser.position
            guard offset < list.parser.end else { return }
            // After a broken entry, reading goes on where one begins.
            if list.parser.next == UInt8(ascii: "{") { continue }
            list.log.add(
                offset, "\(list.parser.end - offset) bytes stand behind the entry on its line.", "They were left out.")
            if !list.findEntry(from: offset) { return }
        }
    }
}
