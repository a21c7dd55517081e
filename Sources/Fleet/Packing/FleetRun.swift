import Bytes
package import Flow

/// A run as the fleet knows it. A value.
package struct FleetRun: Sendable, Equatable {
    package let tenant: String
    package let id: RunID
    /// Who recorded it: the host's name, unless somebody said otherwise.
    package let proxy: String
    /// Of Hark.
    package let version: String
    /// Microseconds since 1970; nil when unknown.
    package let started: Int64?
    package let labels: [String: String]

    package init(
        tenant: String, id: RunID, proxy: String, version: String, started: Int64?, labels: [String: String] = [:]
    ) {
        self.tenant = tenant
        self.id = id
        self.proxy = proxy
        self.version = version
        self.started = started
        self.labels = labels
    }

    /// As the database has it.
    var number: Int64 { Int64(bitPattern: id.value) }
}

extension RunID {
    /// The run as which a copied session is shipped: the same each time, and another for each proxy and file.
    package static func copy(of run: RunID, proxy: String, path: String) -> RunID {
        RunID(UInt64(bitPattern: FleetDigest.number(Bytes("copy\n\(run.text)\n\(proxy)\n\(path)"))))
    }
}
