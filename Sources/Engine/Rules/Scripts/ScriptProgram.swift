/// A script as it is started: decided by whoever reads the command line.
package struct ScriptProgram: Sendable {
    package enum FailurePolicy: String, Sendable, CaseIterable {
        /// Forward the message as if there were no script.
        case pass
        /// Answer 502.
        case refuse
    }

    /// The file's name without its suffix.
    package let name: String
    package let path: String
    /// The program, looked up in PATH, and its arguments.
    package let words: [String]
    /// `NAME=VALUE`.
    package let environment: [String]

    package init(name: String, path: String, words: [String], environment: [String]) {
        (self.name, self.path, self.words, self.environment) = (name, path, words, environment)
    }
}

/// Why scripts cannot be started.
package struct ScriptStartFailure: Error, Sendable {
    /// A sentence.
    package let text: String
    /// The command line asks for it, not the script.
    package let isUsage: Bool
}
