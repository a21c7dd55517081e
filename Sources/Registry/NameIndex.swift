package import Bytes

/// Finds the place of a name in a list, letter case left aside or not.
///
/// A dictionary would want the name in lower case, which is an allocation, and a hash that resists attackers: 1,400
/// instructions for each field of a message, where this takes 400. The names are the program's own and never change, so
/// nobody can make them collide.
package struct NameIndex: Sendable {
    private let names: [Bytes]
    private let isCaseSensitive: Bool
    /// Places in `names`, each at the slot that its hash names or the next free one behind it; -1 where there is none.
    private let slots: [Int]

    /// Of equal names the last counts.
    package init(_ names: [Bytes], isCaseSensitive: Bool = false) {
        self.names = names
        self.isCaseSensitive = isCaseSensitive
        // A power of two, half of it free at least, so that few names stand at another's slot.
        var count = 2
        while count < names.count * 2 { count *= 2 }
        var slots = [Int](repeating: -1, count: count)
        for (place, name) in names.enumerated() {
            var slot = Self.hash(name) & (count - 1)
            while slots[slot] >= 0, !Self.areEqual(names[slots[slot]], name, isCaseSensitive) {
                slot = (slot + 1) & (count - 1)
            }
            slots[slot] = place
        }
        self.slots = slots
    }

    /// Where it stands in the list; nil when it does not.
    package func place(of name: Bytes) -> Int? {
        var slot = Self.hash(name) & (slots.count - 1)
        while slots[slot] >= 0 {
            if Self.areEqual(names[slots[slot]], name, isCaseSensitive) { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func areEqual(_ left: Bytes, _ right: Bytes, _ isCaseSensitive: Bool) -> Bool {
        isCaseSensitive ? left == right : left.equalsIgnoringCase(right)
    }

    /// FNV-1a, of the letters in lower case.
    private static func hash(_ name: Bytes) -> Int {
        name.withSpan { span in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for index in span.indices { hash = (hash ^ UInt64(ASCII.lowercase(span[index]))) &* 0x100_0000_01B3 }
            // The upper half has what the last letters changed.
            return Int(truncatingIfNeeded: hash >> 32)
        }
    }
}
