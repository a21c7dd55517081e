import Explain
import Flow
import HTTPModel
import HTTPSemantics

/// One journey of redirects: its exchanges, and its story.
struct JourneyLines {
    private let journey: RedirectChain
    /// The numbers of its exchanges, as every command takes them.
    private let numbers: [FlowID]
    /// What stands before the numbers where no heading says what they are.
    private let prefix: String

    init(_ journey: RedirectChain, _ numbers: [FlowID], prefix: String = "") {
        self.journey = journey
        self.numbers = numbers
        self.prefix = prefix
    }

    func write(to page: inout PageWriter) {
        let way = numbers.map { "#\($0.number)" }.joined(separator: " → ")
        page.prose(Prose(stringLiteral: prefix + way), at: 2, ink: .strong)
        for line in journey.story {
            page.pad(to: 4)
            page.raw(.quiet) { $0.text("·") }
            page.prose(line, at: 6)
        }
    }
}
