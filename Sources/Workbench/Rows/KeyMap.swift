package import Bytes

/// Which key does what, in every view. The page gets it as JSON; what a key does there is the page's own.
package enum KeyMap {
    /// Where a key works.
    package enum Place: String, Sendable {
        case anywhere, list, exchange, bytes, replay
    }

    package struct Entry: Sendable {
        /// As browsers name them (`KeyboardEvent.key`).
        package let keys: [String]
        package let command: String
        /// What it does, in a few words.
        package let words: String
        package let place: Place

        init(_ keys: [String], _ command: String, _ words: String, _ place: Place) {
            self.keys = keys
            self.command = command
            self.words = words
            self.place = place
        }
    }

    package static let entries: [Entry] = [
        Entry(["j", "ArrowDown"], "next", "next exchange", .list),
        Entry(["k", "ArrowUp"], "previous", "previous exchange", .list),
        Entry([" ", "PageDown"], "pageDown", "a page down", .list),
        Entry(["PageUp"], "pageUp", "a page up", .list),
        Entry(["g", "Home"], "first", "first exchange", .list),
        Entry(["G", "End"], "last", "newest exchange", .list),
        Entry(["Enter"], "open", "open the exchange", .list),
        Entry(["f"], "follow", "follow the newest", .list),
        Entry(["T"], "tunnels", "show or fold CONNECT requests", .list),
        Entry(["z"], "scale", "waterfall of the visible rows, or since the first", .list),
        Entry(["h"], "hide", "hide everything to the same host and path", .list),
        Entry(["/"], "filter", "write a filter", .anywhere),
        Entry(["Escape"], "back", "go back, or clear the filter", .anywhere),
        Entry(["]"], "nextTab", "next tab", .exchange),
        Entry(["["], "previousTab", "previous tab", .exchange),
        Entry(["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"], "tab", "the tab of this number", .exchange),
        Entry(["e"], "bytes", "its bytes, one by one", .anywhere),
        Entry(["ArrowLeft"], "byteBefore", "previous sibling", .bytes),
        Entry(["ArrowRight"], "byteAfter", "next sibling", .bytes),
        Entry(["ArrowUp"], "wider", "wider", .bytes),
        Entry(["ArrowDown"], "narrower", "narrower", .bytes),
        Entry(["P"], "pin", "pin these bytes", .bytes),
        Entry(["d"], "changes", "what Hark changed", .anywhere),
        Entry(["b"], "body", "its body", .anywhere),
        Entry(["t"], "timing", "timing", .anywhere),
        Entry(["l"], "lanes", "connections", .anywhere),
        Entry(["c"], "jar", "cookies", .anywhere),
        Entry(["s"], "endpoints", "statistics by endpoint", .anywhere),
        Entry(["r"], "rules", "rules and held messages", .anywhere),
        Entry(["n"], "nextMatch", "next match or note", .anywhere),
        Entry(["N"], "previousMatch", "previous match or note", .anywhere),
        Entry(["m"], "mark", "mark it", .anywhere),
        Entry(["M"], "marked", "show the marked exchanges", .anywhere),
        Entry(["="], "compare", "compare the two marked exchanges", .anywhere),
        Entry(["x"], "resend", "send it again", .anywhere),
        Entry(["y"], "copy", "copy as …", .anywhere),
        Entry(["o"], "save", "save as …", .anywhere),
        Entry(["."], "step", "next step", .replay),
        Entry([","], "stepBack", "previous step", .replay),
        Entry(["p"], "projector", "one exchange, large, step by step", .anywhere),
        Entry(["?"], "keys", "these keys", .anywhere),
        Entry([":"], "commands", "all commands", .anywhere),
    ]
}

extension JSONWriter {
    /// The key map, as an array.
    package mutating func keyMap() {
        beginArray()
        for entry in KeyMap.entries {
            beginObject()
            beginArray("keys")
            for name in entry.keys { string(name) }
            endArray()
            member("command", entry.command)
            member("words", entry.words)
            member("where", entry.place.rawValue)
            endObject()
        }
        endArray()
    }
}
