import Explain
import Flow
import HTTPModel
import HTTPSemantics

/// One journey of redirects: its entries, and its story.
struct JourneyLines {
    private let journey: RedirectChain
    /// What stands before the entries where no heading says what they are.
    private let prefix: String

    init(_ journey: RedirectChain, prefix: String = "") {
        self.journey = journey
        self.prefix = prefix
    }

    func write(to page: inout PageWriter) {
        let entries = journey.entries.map(String.init).joined(separator: " → ")
        let noun = journey.entries.count == 1 ? "Entry " : "Entries "
        page.prose(Prose(stringLiteral: prefix + noun + entries), at: 2, ink: .strong)
        for line in journey.story {
            page.pad(to: 4)
            page.raw(.quiet) { $0.text("·") }
            page.prose(line, at: 6)
        }
    }
}
