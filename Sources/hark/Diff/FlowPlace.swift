import ArgumentParser
import Filter

/// A flow as a command line names it: `12`, or `SESSION:12` for one of another session, HAR or log.
struct FlowPlace {
    /// The session, by name or path; nil: the one the command is about.
    let session: String?
    let number: UInt64

    /// nil when it is no such place.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            guard let number = UInt64(text), number > 0 else { return nil }
            (session, self.number) = (nil, number)
            return
        }
        guard let number = UInt64(text[text.index(after: colon)...]), number > 0, colon != text.startIndex else {
            return nil
        }
        (session, self.number) = (String(text[..<colon]), number)
    }

    /// The flow; fails with a sentence and an exit code when there is none.
    func flow(_ choice: SessionChoice) throws -> FilterSubject {
        let choice = try session.map { try SessionChoice.parse(["--session", $0]) } ?? choice
        if let subject = try choice.source().flow(number) { return subject }
        throw SessionChoice.lacks("\(number)", in: choice.session)
    }
}
