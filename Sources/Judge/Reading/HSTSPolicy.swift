import Bytes
import HTTPModel
import HTTPSemantics

/// A value of Strict-Transport-Security (RFC 6797 §6.1).
struct HSTSPolicy {
    let maxAge: UInt64
    let includesSubdomains: Bool
    let isForPreload: Bool

    /// nil when it has no max-age that can be read, so that browsers ignore it.
    init?(_ value: Bytes) {
        var age: UInt64?
        var (subdomains, preload) = (false, false)
        for member in FieldList.split(value, separator: ASCII.semicolon) {
            let (name, argument) = FieldList.pair(member)
            if name.equalsIgnoringCase("max-age") { age = argument.flatMap { FieldList.unquote($0).decimal } }
            if name.equalsIgnoringCase("includesubdomains") { subdomains = true }
            if name.equalsIgnoringCase("preload") { preload = true }
        }
        guard let age else { return nil }
        (maxAge, includesSubdomains, isForPreload) = (age, subdomains, preload)
    }
}
