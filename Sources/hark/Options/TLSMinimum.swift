import ArgumentParser
import HTTPModel

/// The lowest version of TLS that is spoken, as `--tls-min` names it.
enum TLSMinimum: String, ExpressibleByArgument, CaseIterable {
    case tls10 = "1.0"
    case tls11 = "1.1"
    case tls12 = "1.2"
    case tls13 = "1.3"

    private var lowest: TLSVersion {
        switch self {
        case .tls10: .tls10
        case .tls11: .tls11
        case .tls12: .tls12
        case .tls13: .tls13
        }
    }

    /// All versions from this one on.
    var versions: ClosedRange<TLSVersion> { lowest ... .tls13 }

    /// RFC 9113 §9.2: HTTP/2 needs TLS 1.2 or higher.
    var versionsOfHTTP2: ClosedRange<TLSVersion> { max(lowest, .tls12) ... .tls13 }

    /// It is known to be weak (RFC 8996).
    var isDeprecated: Bool { lowest < .tls12 }
}
