import Bytes
import Store

/// Up to 64 records of one day: a row of `pack`. A value.
struct RecordPack: Sendable {
    static let flowLimit = 64
    private static let sizeLimit = 4 << 20

    let day: FleetDay
    let flows: [FleetFlow]
    /// Of what it has, so that the same records have the same number.
    let number: Int64
    let records: Bytes
    /// nil: any word may be in it.
    let grams: Bytes?

    /// Packs for flows, each of one day, in the order of the flows.
    static func packs(of flows: [FleetFlow]) -> [RecordPack] {
        var packs: [RecordPack] = []
        for (day, flows) in Dictionary(grouping: flows, by: \.day).sorted(by: { $0.key < $1.key }) {
            var some: [FleetFlow] = []
            var size = 0
            for flow in flows {
                if some.count == flowLimit || !some.isEmpty && size + flow.line.count > sizeLimit {
                    packs.append(RecordPack(day, some))
                    (some, size) = ([], 0)
                }
                some.append(flow)
                size += flow.line.count
            }
            if !some.isEmpty { packs.append(RecordPack(day, some)) }
        }
        return packs
    }

    private init(_ day: FleetDay, _ flows: [FleetFlow]) {
        self.day = day
        self.flows = flows
        var lines: [UInt8] = []
        lines.reserveCapacity(flows.reduce(0) { $0 + $1.line.count + 1 })
        for flow in flows {
            lines.append(contentsOf: flow.line)
            lines.append(ASCII.lineFeed)
        }
        number = FleetDigest.number(Bytes(lines))
        records = ZstdFrame.compress(Bytes(lines)) ?? Bytes()
        var set = GramSet()
        var isWhole = true
        for flow in flows {
            guard let texts = flow.searched else {
                isWhole = false
                break
            }
            for text in texts { unsafe text.withUnsafeBytes { unsafe set.add($0) } }
        }
        grams = isWhole ? set.packed(bits: 256...16_384) : nil
    }
}
