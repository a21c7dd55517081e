/// Numbers of names, by which it is known of nearly all others that they are not among them. A table that is half empty
/// at least, looked through from where a number would stand.
package struct NameMask: Sendable {
    /// 0 where there is none.
    private var slots: [UInt64] = []
    private var count = 0

    package init() {}

    package init(_ numbers: some Sequence<UInt64>) {
        for number in numbers { insert(number) }
    }

    /// So many more come.
    package mutating func expect(_ more: Int) {
        if (count + more) * 2 >= slots.count { grow(to: (count + more) * 2) }
    }

    package mutating func insert(_ number: UInt64) {
        if count * 2 >= slots.count { grow(to: count * 2) }
        let place = place(of: number)
        guard slots[place] == 0 else { return }
        slots[place] = Self.kept(number)
        count += 1
    }

    /// Whether a name of this number may be there; two names have the same number as seldom as chance has it.
    package func mayHave(_ number: UInt64) -> Bool { !slots.isEmpty && slots[place(of: number)] != 0 }

    /// Where a number stands, or would.
    private func place(of number: UInt64) -> Int {
        let wanted = Self.kept(number)
        let last = slots.count - 1
        var place = Int(truncatingIfNeeded: (wanted &* 0x9E37_79B9_7F4A_7C15) >> 32) & last
        while slots[place] != 0, slots[place] != wanted { place = (place + 1) & last }
        return place
    }

    private static func kept(_ number: UInt64) -> UInt64 { number == 0 ? 1 : number }

    private mutating func grow(to least: Int) {
        let before = slots
        var size = 32
        while size <= least { size *= 2 }
        slots = Array(repeating: 0, count: size)
        for number in before where number != 0 { slots[place(of: number)] = number }
    }
}
