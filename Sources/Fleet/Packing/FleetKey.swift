package import Flow

/// Which flow of a fleet: what no other one has. A value.
package struct FleetKey: Sendable, Hashable {
    package let tenant: String
    package let run: RunID
    package let number: UInt64
    let day: FleetDay

    /// As a person names it: `RUN:NUMBER`.
    package var text: String { "\(run.text):\(number)" }

    /// As the database has them.
    var runNumber: Int64 { Int64(bitPattern: run.value) }
    var id: Int64 { Int64(bitPattern: number) }
}
