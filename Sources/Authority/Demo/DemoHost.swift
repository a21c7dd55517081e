internal import Bytes

/// A built-in host that is served over TLS, told by its name. A value.
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

    /// Hark's own pages, whose certificate is as it should be too.
    package static let hark = "hark.test"

    /// Every host of the demo site, the good one first.
    package static let all =
        [DemoHost(name: good, flaw: nil)] + Flaw.allCases.map { DemoHost(name: "\($0.rawValue).\(good)", flaw: $0) }

    /// In lower case, without the final dot.
    package let name: String
    /// nil for a good one.
    package let flaw: Flaw?

    private init(name: String, flaw: Flaw?) {
        self.name = name
        self.flaw = flaw
    }

    /// In any case, with or without the final dot; nil when it is none of them.
    package init?(_ host: String) {
        let name = Bytes(host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased.text
        guard let found = Self.all.first(where: { $0.name == name }) else {
            guard name == Self.hark else { return nil }
            self.init(name: name, flaw: nil)
            return
        }
        self = found
    }
}
