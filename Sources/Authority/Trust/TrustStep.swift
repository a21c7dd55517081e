/// One command of a plan that makes a store trust the authority, or stop: shown to the person, then run or not.
package struct TrustStep: Sendable, Equatable {
    /// The words of the command, the program first. No shell reads them.
    package let command: [String]
    /// What it does, in a sentence.
    package let explanation: String

    package init(_ command: [String], _ explanation: String) {
        self.command = command
        self.explanation = explanation
    }

    /// As a person would type it.
    package var shellText: String {
        ShellText.command(command)
    }
}
