package import Bytes
package import HTTPModel

/// A value of Strict-Transport-Security, as browsers read it (RFC 6797 §6.1).
package struct HSTSPolicy: Sendable, Hashable {
    /// In seconds; 0 ends the policy (§6.1.1).
    package let maxAge: UInt64
    /// It covers the subdomains of the host too (§6.1.2).
    package let includesSubdomains: Bool
    /// The owner agrees to be on the browsers' built-in list, which no RFC defines.
    package let isForPreload: Bool

    /// What makes browsers ignore the whole field.
    package enum Flaw: Error, Hashable {
        case missingMaxAge
        /// max-age is not a number of seconds.
        case malformedMaxAge
        /// A known directive appears more than once (§6.1); its name in lower case.
        case repeated(Bytes)
    }

    package init(_ value: Bytes) throws(Flaw) {
        var age: Bytes??
        var (subdomains, preload) = (false, false)
        for member in FieldList.split(value, separator: ASCII.semicolon) {
            let (name, argument) = FieldList.pair(member)
            if name.equalsIgnoringCase("max-age") {
                guard age == nil else { throw .repeated("max-age") }
                age = .some(argument.map { FieldList.unquote($0) })
            } else if name.equalsIgnoringCase("includesubdomains") {
                guard !subdomains else { throw .repeated("includesubdomains") }
                subdomains = true
            } else if name.equalsIgnoringCase("preload") {
                preload = true
            }
        }
        guard let written = age else { throw .missingMaxAge }
        guard let digits = written, !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { throw .malformedMaxAge }
        (maxAge, includesSubdomains, isForPreload) = (digits.decimal ?? .max, subdomains, preload)
    }

    /// The policy that browsers note from a response: that of its first field (§8.1); nil when there is none, or they
    /// ignore it.
    package static func of(_ response: FieldSection) -> HSTSPolicy? {
        response.first(named: "strict-transport-security").flatMap { try? HSTSPolicy($0) }
    }

    /// Whether the policy that one host announced covers another, or the same (§8.2). Addresses have none (§8.1.1).
    ///
    /// - Parameters:
    ///   - host: in lower case.
    ///   - announcer: in lower case.
    func covers(_ host: Bytes, announcedBy announcer: Bytes) -> Bool {
        guard maxAge > 0, !HostName.isAddress(announcer) else { return false }
        if host == announcer { return true }
        return includesSubdomains && host.count > announcer.count
            && host.array.suffix(announcer.count + 1).elementsEqual([ASCII.period] + announcer.array)
    }
}
