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
