import Messages

/// Who sends: the resource that all of one run's telemetry belongs to. A value.
package struct ExportedResource: Sendable {
    /// The conventions that names and units follow, which collectors can translate.
    static let schema = "https://opentelemetry.io/schemas/1.37.0"

    /// In order; of a name that occurs twice the last value counts.
    private var attributes: [(name: String, value: String)] = []
    private let version: String

    /// - Parameters:
    ///   - run: sixteen digits, by which all flows of one start are known.
    ///   - others: what the user says besides; it wins over what Hark says.
    package init(version: String, run: String, host: String?, others: [(name: String, value: String)]) {
        self.version = version
        set("service.name", "hark")
        set("service.version", version)
        set("service.instance.id", run)
        if let host { set("host.name", host) }
        for (name, value) in others { set(name, value) }
    }

    private mutating func set(_ name: String, _ value: String) {
        attributes.removeAll { $0.name == name }
        attributes.append((name, value))
    }

    /// A request of one signal: all three have the same frame.
    ///
    /// - Parameter items: spans, metrics or log records, each written as field 2 of its scope.
    package func request(_ items: [[UInt8]]) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.message(1) { all in
            all.message(1) { resource in
                for (name, value) in attributes { resource.attribute(1, name, value) }
            }
            all.message(2) { scoped in
                scoped.message(1) { scope in
                    scope.text(1, "hark")
                    scope.text(2, version)
                }
                for item in items { scoped.append(item) }
                scoped.text(3, Self.schema)
            }
            all.text(3, Self.schema)
        }
        return writer.bytes
    }
}
