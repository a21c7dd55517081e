/// Why a library cannot say or do something, with a sentence for people.
package protocol FlowLibraryError: Error, Sendable {
    var text: String { get }
}

/// Nothing of these flows can be changed.
package struct ReadOnlyLibrary: FlowLibraryError {
    package let text: String

    package init(_ text: String = "A HAR or a log is read-only; 'hark import' copies it into a session.") {
        self.text = text
    }
}
