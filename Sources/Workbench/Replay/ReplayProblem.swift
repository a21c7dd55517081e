/// Why a flow cannot be sent again: a sentence that says what to do, where something can be done.
package struct ReplayProblem: Error, Sendable, Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
