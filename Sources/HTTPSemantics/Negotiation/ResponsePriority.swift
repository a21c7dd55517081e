package import Bytes

/// How soon a client wants a response, and whether parts of it are of use by themselves (RFC 9218 §4).
package struct ResponsePriority: Sendable, Hashable {
    /// From 0, what is wanted first, to 7 (§4.1).
    package var urgency = 3
    /// Parts are of use as they come (§4.2).
    package var isIncremental = false

    /// What holds where nothing is said.
    package init() {}

    /// The value of `Priority`, or of a PRIORITY_UPDATE; nil where it cannot be read. What it says that means nothing
    /// is as if it were not said (§4).
    package init?(_ value: Bytes) {
        guard case .dictionary(let members)? = try? StructuredField(.dictionary, value) else { return nil }
        if case .item(let item)? = members["u"], case .integer(let number) = item.bare, (0...7).contains(number) {
            urgency = Int(number)
        }
        if case .item(let item)? = members["i"], case .boolean(let isSet) = item.bare { isIncremental = isSet }
    }
}
