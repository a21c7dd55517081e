import Filter

/// Where a list goes on: after which flow, or after how many rows of an order, and of which list. It holds all of
/// it, so
/// that no server has to remember lists.
struct AgentCursor: Equatable {
    /// Which list: its filter, order and session.
    let list: String
    /// Flows with a larger number came later, and are no part of a list in another order.
    let newest: UInt64
    /// The last flow that was given, of a list by number.
    let last: UInt64
    /// Rows that were given, of a list in another order.
    let count: Int

    init(list: String, newest: UInt64, last: UInt64, count: Int) {
        (self.list, self.newest, self.last, self.count) = (list, newest, last, count)
    }

    /// nil when it is none of ours.
    init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard parts.count == 4, let newest = UInt64(parts[1]), let last = UInt64(parts[2]), let count = Int(parts[3]),
            count >= 0
        else { return nil }
        self.init(list: String(parts[0]), newest: newest, last: last, count: count)
    }

    var text: String { "\(list).\(newest).\(last).\(count)" }

    /// FNV-1a, 64 bits.
    static func list(_ words: [String]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in words.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }
}
