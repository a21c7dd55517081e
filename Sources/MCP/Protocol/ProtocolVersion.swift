/// A version of the Model Context Protocol.
enum ProtocolVersion: String, Sendable, CaseIterable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// Without `initialize`: each request names its version.
    case july2026 = "2026-07-28"

    /// What a client over HTTP speaks that names no version: the last one without the header field.
    static let silent = march2025

    var isStateless: Bool { self == .july2026 }

    /// Several messages in one array.
    var hasBatches: Bool { self == .march2025 }

    /// What `initialize` answers: the version that was asked for, else the newest that has it.
    static func negotiated(_ asked: String?) -> ProtocolVersion {
        let version = asked.flatMap { ProtocolVersion(rawValue: $0) }
        return version.flatMap { $0.isStateless ? nil : $0 } ?? .november2025
    }
}
