/// A loop's channels by registration. Runs on the loop; a look-up is an index and a comparison.
struct ChannelTable {
    private struct Slot {
        var generation: UInt32
        var channel: Channel?
    }

    private var slots = ContiguousArray<Slot>()
    private var free = ContiguousArray<UInt32>()

    var count: Int { slots.count - free.count }

    var all: [Channel] { slots.compactMap(\.channel) }

    mutating func insert(_ channel: Channel) -> Registration {
        if let index = free.popLast() {
            slots[Int(index)].channel = channel
            return Registration(index: index, generation: slots[Int(index)].generation)
        }
        slots.append(Slot(generation: 0, channel: channel))
        return Registration(index: UInt32(slots.count - 1), generation: 0)
    }

    /// The channel of a registration, or nil when that registration is over.
    subscript(_ registration: Registration) -> Channel? {
        let index = Int(registration.index)
        guard index < slots.count, slots[index].generation == registration.generation else { return nil }
        return slots[index].channel
    }

    mutating func remove(_ registration: Registration) {
        let index = Int(registration.index)
        guard index < slots.count, slots[index].generation == registration.generation else { return }
        slots[index].channel = nil
        slots[index].generation &+= 1
        free.append(registration.index)
    }
}
