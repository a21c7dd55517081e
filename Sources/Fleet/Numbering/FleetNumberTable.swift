import Flow

/// Numbers for flows of a fleet, whose own are unique within their runs only. The newest flow at the start has the
/// number of flows that there were, the one before it in the order of starts one less; what arrives later gets the
/// next numbers. A value: 24 bytes for a flow that was there, some more for a later one.
struct FleetNumberTable: Sendable {
    private struct Entry {
        let started: Int64
        let id: Int64
        /// Its run's place in `runs`.
        let run: UInt32
        let day: Int32
    }

    private struct Run: Hashable {
        let tenant: String
        let run: Int64
    }

    private var runs: [Run] = []
    private var places: [Run: UInt32] = [:]
    /// From `top` downwards.
    private var older: [Entry] = []
    /// From `top` + 1 upwards.
    private var later: [Entry] = []
    private var laterNumbers: [FleetRowPlace: UInt64] = [:]
    /// The number of the newest flow at the start.
    let top: UInt64

    init(top: UInt64) { self.top = top }

    var count: Int { older.count + later.count }
    var highest: UInt64 { top + UInt64(later.count) }
    /// The lowest number that a flow has so far.
    var lowest: UInt64 { top - UInt64(older.count) + 1 }
    /// Flows that were there at the start can get no more numbers.
    var isComplete: Bool { UInt64(older.count) >= top }
    var oldest: FleetRowPlace? { older.last.map { place($0) } }

    private mutating func entry(_ place: FleetRowPlace) -> Entry {
        let run = Run(tenant: place.tenant, run: place.run)
        let index = places[run] ?? UInt32(runs.count)
        if index == runs.count {
            runs.append(run)
            places[run] = index
        }
        return Entry(started: place.started, id: place.id, run: index, day: Int32(clamping: place.day))
    }

    private func place(_ entry: Entry) -> FleetRowPlace {
        let run = runs[Int(entry.run)]
        return FleetRowPlace(
            started: entry.started, run: run.run, id: entry.id, tenant: run.tenant, day: Int64(entry.day))
    }

    /// Gives the next lower number to the flow before the oldest one.
    mutating func addOlder(_ place: FleetRowPlace) {
        guard !isComplete, laterNumbers[place] == nil else { return }
        older.append(entry(place))
    }

    /// Gives the next higher number to a flow that has none.
    mutating func addLater(_ place: FleetRowPlace) {
        guard number(of: place) == nil else { return }
        later.append(entry(place))
        laterNumbers[place] = highest
    }

    func place(of number: UInt64) -> FleetRowPlace? {
        if number > top { return number <= highest ? place(later[Int(number - top - 1)]) : nil }
        let index = top - number
        return index < UInt64(older.count) ? place(older[Int(index)]) : nil
    }

    func number(of place: FleetRowPlace) -> UInt64? {
        if let number = laterNumbers[place] { return number }
        var (low, high) = (0, older.count)
        while low < high {
            let middle = (low + high) / 2
            if place < self.place(older[middle]) { low = middle + 1 } else { high = middle }
        }
        guard low < older.count, self.place(older[low]) == place else { return nil }
        return top - UInt64(low)
    }
}
