/// Sees each rule of RFC 9112 §6.3 tried, in order, up to the one that applies.
///
/// On the wire nobody looks, and `NoWitness` leaves nothing behind; an explanation writes the steps down. So there is one
/// place that decides, and what is told is what was decided.
package protocol FramingWitness {
    /// - Parameters:
    ///   - rule: 1 to 8; 0 for the question before them, whether the version has frames.
    ///   - held: the rule applies, and no further one is tried.
    mutating func tried(_ rule: Int, held: Bool, _ finding: FramingFinding)
}

/// Why a rule applies to a message, or does not.
package enum FramingFinding: Sendable, Hashable {
    // Before the rules.
    case framed
    // Rule 1.
    case aRequestForRule1, switchesProtocols, answersConnect, answersHead, statusWithoutBody, statusWithBody
    // Rule 2.
    case aRequestForRule2, makesATunnel, connectWasRefused, answersAnotherMethod
    // Rule 3.
    case notBoth, both
    // Rule 4.
    case noCodings, codingsOfConnect, codingsInHTTP10, chunkedIsLast, chunkedIsNotLast
    // Rule 5.
    case noLengthToBeWrong, lengthIsOne, lengthIsRepeated, lengthIsNone
    // Rule 6.
    case noLength
    case lengthOfConnect(UInt64)
    case lengthSays(UInt64)
    // Rules 7 and 8.
    case requestWithoutBody, connectWithoutBody, aResponseForRule7, nothingSays
}

/// Nobody looks.
struct NoWitness: FramingWitness {
    @inline(__always)
    mutating func tried(_ rule: Int, held: Bool, _ finding: FramingFinding) {}
}
