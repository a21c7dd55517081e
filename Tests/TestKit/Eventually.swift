import Foundation

/// What kept a test from being carried out; the text is for the person who runs it.
package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// For scripts of origins, which run outside of any test: what they throw is found in their `problems`.
    package static func unless(_ isSo: Bool, _ description: String) throws {
        if !isSo { throw Failure(description) }
    }
}

/// Asks again and again until the answer is yes; no test waits longer than this (half a minute) for anything, and none
/// waits in vain when all is well.
package func eventually(_ what: String, within seconds: Double = 30, _ isSo: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !isSo() {
        guard ContinuousClock.now < deadline else { throw Failure("not within \(seconds) seconds: \(what)") }
        usleep(2_000)
    }
}
