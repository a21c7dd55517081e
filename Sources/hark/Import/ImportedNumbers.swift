import Bytes

/// Which numbers the flows of one file get in a session.
struct ImportedNumbers {
    /// A number further ahead is not taken over: all that come later would have to stand behind it.
    static let leap: UInt64 = 1_000_000

    private(set) var last: UInt64
    private(set) var first: UInt64?
    private(set) var count: UInt64 = 0

    /// - Parameter last: the number of the last flow that is there.
    init(behind last: UInt64) {
        self.last = last
    }

    /// The flow's own number where that is free, so that people find again what they know; else the next one.
    mutating func next(for own: UInt64) -> UInt64 {
        let isTakenOver = own > last && own - last <= Self.leap
        last = isTakenOver ? own : last + 1
        if first == nil { first = last }
        count += 1
        return last
    }

    /// `flow 4`, `flows 1 to 3`, or `3 flows, #5 to #1001` when others are between them; nil when there are none.
    var text: String? {
        guard let first else { return nil }
        if count == 1 { return "flow \(first)" }
        return last - first + 1 == count ? "flows \(first) to \(last)" : "\(count) flows, #\(first) to #\(last)"
    }

    /// For a script.
    func report(_ file: String, in path: String) {
        Report.json { writer in
            writer.beginObject()
            writer.member("file", file)
            writer.member("session", path)
            writer.member("flows", count)
            writer.key("first")
            if let first { writer.integer(first) } else { writer.null() }
            writer.key("last")
            if first == nil { writer.null() } else { writer.integer(last) }
            writer.endObject()
        }
    }
}
