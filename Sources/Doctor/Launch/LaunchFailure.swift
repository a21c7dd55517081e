/// Why what a command needs could not be made.
package struct LaunchFailure: Error {
    /// A sentence for the user.
    package let text: String
}
