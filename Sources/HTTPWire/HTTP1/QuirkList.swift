import HTTPModel

/// The quirks of one section as they are found: the first `Limits.quirks` of them, and how many more there were.
struct QuirkList: Sendable {
    private(set) var kept: [Quirk] = []
    private(set) var omitted = 0

    /// Keeps the quirk while there are fewer than `limit`.
    mutating func note(_ quirk: Quirk, limit: Int) {
        if kept.count < limit { kept.append(quirk) } else { omitted += 1 }
    }

    /// Keeps it in any case: for what a message can have once only.
    mutating func append(_ quirk: Quirk) {
        kept.append(quirk)
    }

    /// The same quirks with offsets from `base` bytes before.
    func shifted(by base: Int) -> QuirkList {
        guard !kept.isEmpty else { return self }
        var moved = self
        moved.kept = kept.map {
            Quirk($0.code, offset: base.addingReportingOverflow($0.offset).partialValue, length: $0.length)
        }
        return moved
    }
}
