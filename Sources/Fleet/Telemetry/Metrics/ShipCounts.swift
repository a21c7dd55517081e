/// What a shipper did, and what waits for it. A value.
package struct ShipCounts: Sendable, Equatable {
    /// Flows that have ended and are not in the database.
    package var waiting = 0
    /// How long ago the oldest of them began, in microseconds.
    package var lag: Int64 = 0
    package var shipped = 0
    package var lost = 0
    /// Failures, by reason.
    package var errors: [String: Int] = [:]

    package init() {}

    /// What two processes did, of which the second was started after the first.
    package func followed(by next: ShipCounts) -> ShipCounts {
        var sum = next
        sum.shipped += shipped
        sum.lost += lost
        sum.errors.merge(errors) { $0 + $1 }
        return sum
    }

    /// As one process writes it for another.
    package var line: String {
        let errors = errors.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return "\(waiting) \(lag) \(shipped) \(lost)\(errors)"
    }

    package init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count >= 4, let waiting = Int(words[0]), let lag = Int64(words[1]), let shipped = Int(words[2]),
            let lost = Int(words[3])
        else { return nil }
        (self.waiting, self.lag, self.shipped, self.lost) = (waiting, lag, shipped, lost)
        for word in words.dropFirst(4) {
            let parts = word.split(separator: "=")
            guard parts.count == 2, let count = Int(parts[1]) else { return nil }
            errors[String(parts[0])] = count
        }
    }
}
