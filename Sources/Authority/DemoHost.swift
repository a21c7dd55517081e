internal import Bytes

/// A host of the demo site that is served over TLS, told by its name. A value.
package struct DemoHost: Sendable, Hashable {
    /// What is wrong with the certificate that a host shows: the first label of its name.
    package enum Flaw: String, Sendable, CaseIterable {
        case expired
        case notYetValid = "not-yet-valid"
        case wrongHost = "wrong-host"
        case selfSigned = "self-signed"
        case untrustedRoot = "untrusted-root"
        case missingIntermediate = "missing-intermediate"
        case weakKey = "weak-key"
        case sha1
    }

    /// The one whose certificate is as it should be.
    package static let good = "demo.hark.test"

    /// Every host, the good one first.
    package static let all = [DemoHost(flaw: nil)] + Flaw.allCases.map { DemoHost(flaw: $0) }

    /// nil for the good one.
    package let flaw: Flaw?

    private init(flaw: Flaw?) {
        self.flaw = flaw
    }

    /// In any case, with or without the final dot; nil when it is none of them.
    package init?(_ host: String) {
        let name = Bytes(host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased.text
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// In lower case, without the final dot.
    package var name: String {
        flaw.map { "\($0.rawValue).\(Self.good)" } ?? Self.good
    }
}
