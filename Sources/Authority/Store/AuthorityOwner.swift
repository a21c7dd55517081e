import Platform

/// Whose authority it is: what tells it apart in a list of trusted roots.
package struct AuthorityOwner: Sendable, Equatable {
    package let user: String
    package let host: String

    /// The user and the computer that this process runs as and on.
    package static func current() -> AuthorityOwner {
        var host = [CChar](repeating: 0, count: 256)
        let isNamed = gethostname(&host, host.count - 1) == 0
        let letters = host.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
        let name = isNamed ? String(decoding: letters, as: UTF8.self) : ""
        return AuthorityOwner(user: userName(), host: name.isEmpty ? "this computer" : name)
    }

    private static func userName() -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let isKnown = getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0 && found != nil
        guard isKnown, let name = entry.pw_name else { return "user \(geteuid())" }
        return String(cString: name)
    }

    /// `Hark of USER on HOST`, held within the 64 that RFC 5280 (upper bound `ub-common-name`) gives a common name; in
    /// bytes here, which is never more. Both names come from the system's configuration, so marks that could forge
    /// another line, or reverse one, are replaced.
    var commonName: String {
        let user = Self.limited(Self.printable(user), to: 20)
        let opening = "Hark of \(user) on "
        return opening + Self.limited(Self.printable(host), to: 64 - opening.utf8.count)
    }

    private static func printable(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                        "?"
                    default: scalar
                    }
                }))
    }

    private static func limited(_ name: String, to limit: Int) -> String {
        guard name.utf8.count > limit else { return name }
        var kept = name
        // Three bytes for the ellipsis that says that there was more.
        while kept.utf8.count > limit - 3 { kept.unicodeScalars.removeLast() }
        return kept + "\u{2026}"
    }
}
