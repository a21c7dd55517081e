import Bytes
package import Explain
package import Flow
import HTTPModel

/// The exchanges that one belongs to, chapter by chapter.
package struct StoryLines {
    private let story: FlowStory
    private let number: FlowID

    /// - Parameter number: of the flow that the story is of.
    package init(_ story: FlowStory, of number: FlowID) {
        self.story = story
        self.number = number
    }

    package func write(to page: inout PageWriter) {
        if story.chapters.isEmpty {
            page.prose("No redirect, preflight, challenge or other attempt is related to it.", at: 2)
        }
        for chapter in story.chapters {
            page.prose(Prose(stringLiteral: chapter.title), at: 2, ink: .strong)
            for line in chapter.lines { page.prose(line, at: 4) }
            for flow in chapter.flows { self.flow(flow, &page) }
            page.newline()
        }
    }

    private func flow(_ flow: FlowRecord, _ page: inout PageWriter) {
        let isThis = flow.id == number
        page.pad(to: 4)
        page.raw(.strong) { $0.text(isThis ? "▸" : " ") }
        page.pad(to: 6)
        page.raw(isThis ? .strong : .quiet) { out in
            out.text("#")
            out.number(flow.id.number)
        }
        page.pad(to: 12)
        let url = ExchangeURL.redacted(flow) ?? Secrets.redacted(url: flow.url)
        let status = flow.status.map { "\($0)" } ?? "---"
        // The status stands at the end of the line.
        let room = max(page.width - 12 - 6, 16)
        page.raw(isThis ? .strong : .normal) { out in
            out.wire(flow.method.name, limit: 16)
            out.text(" ")
            out.wire(url, limit: max(room - flow.method.name.count - 1, 8))
        }
        page.pad(to: 12 + room + 2)
        page.raw((flow.status ?? 600) >= 400 ? .bad : .good) { $0.wire(status) }
        page.newline()
    }
}
