import Bytes
import Flow

/// Lines that are values of their own: NDJSON, JSON Lines.
struct LineParser: ContentParser {
    private var line = TextGatherer()

    var held: Int { line.held }

    mutating func letGo() { line.letGo() }

    mutating func take(_ bytes: Bytes) -> [ContentMessage] {
        var messages: [ContentMessage] = []
        var place = 0
        while place < bytes.count {
            let feed = bytes.firstIndex(of: ASCII.lineFeed, from: place)
            let end = feed ?? bytes.count
            line.add(bytes.slice(place..<end))
            place = end + 1
            if feed != nil, let message = line.finish(over: 1) { messages.append(message) }
        }
        return messages
    }

    mutating func end() -> [ContentMessage] { line.finish(over: 0).map { [$0] } ?? [] }
}
