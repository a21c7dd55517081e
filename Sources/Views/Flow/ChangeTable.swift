import Bytes
import Explain
package import Flow
import HTTPModel
import Workbench

/// What came beside what went on, line by line, each difference with its reason. Side by side where there is room, else
/// one beneath the other.
package struct ChangeTable {
    private let record: FlowRecord
    private let showsSecrets: Bool
    /// Narrower than this, two columns would be two ribbons.
    private static let leastWidth = 100
    /// Between the columns: a space, a sign, a space.
    private static let gap = 3

    package init(_ record: FlowRecord, showsSecrets: Bool) {
        self.record = record
        self.showsSecrets = showsSecrets
    }

    package func write(to page: inout PageWriter) {
        guard let changes = record.changes else {
            return page.prose("The forwarded messages were not recorded, so Hark cannot compare them.", at: 2)
        }
        guard !changes.isEmpty else {
            return page.prose("Both messages were forwarded unchanged.", at: 2)
        }
        for kind in MessageKind.allCases {
            let own = changes.filter { $0.message == kind }
            guard !own.isEmpty else { continue }
            let title: Prose =
                kind == .request
                ? "The request: as received and as forwarded"
                : "The response: as received and as forwarded"
            page.prose(title, at: 2, ink: .strong)
            let head = ComparedHead(head(kind), own.filter { $0.part == .head }, sent: record[kind].sent)
            for line in head.lines { row(line, &page) }
            for change in own where change.part != .head {
                page.prose(Self.name(change.part), at: 2, ink: .quiet)
                for line in ComparedHead(change).lines { row(line, &page) }
            }
            page.newline()
        }
    }

    private static func name(_ part: FlowRecord.ChangedLine.Part) -> Prose {
        switch part {
        case .head: "head"
        case .trailers: "in the trailers"
        case .interim(let number): "in interim response \(number + 1)"
        }
    }

    /// As it came; of it one sees what stayed, too.
    private func head(_ kind: MessageKind) -> Bytes {
        switch kind {
        case .request: record.requestHead?.raw ?? Bytes()
        case .response: record.responseHead?.raw ?? Bytes()
        }
    }

    private func row(_ line: ComparedHead.Line, _ page: inout PageWriter) {
        row(line.came?.text, line.went?.text, &page)
        reason(line.reason ?? Bytes(), &page)
    }

    private func shown(_ line: Bytes) -> Bytes {
        showsSecrets ? line : Secrets.redacted(anyLine: line)
    }

    /// A line as it came (nil: it did not) and as it went on (nil: it did not).
    private func row(_ came: Bytes?, _ went: Bytes?, _ page: inout PageWriter) {
        guard page.width >= Self.leastWidth else { return stacked(came, went, &page) }
        let width = (page.width - 4 - Self.gap) / 2
        let isSame = came == went
        page.pad(to: 2)
        if let came { page.raw(isSame ? .quiet : .bad) { $0.wire(shown(came), limit: width) } }
        page.pad(to: 2 + width + 1)
        page.raw(isSame ? .quiet : .strong) { $0.text(isSame ? "│" : came == nil ? "+" : went == nil ? "-" : "≠") }
        page.pad(to: 2 + width + Self.gap)
        if let went { page.raw(isSame ? .quiet : .good) { $0.wire(shown(went), limit: width) } }
        page.newline()
    }

    private func stacked(_ came: Bytes?, _ went: Bytes?, _ page: inout PageWriter) {
        if came == went, let came {
            page.wire([("  ", .quiet), (shown(came), .quiet)], at: 2)
            return
        }
        if let came { page.wire([("- ", .bad), (shown(came), .bad)], at: 2) }
        if let went { page.wire([("+ ", .good), (shown(went), .good)], at: 2) }
    }

    private func reason(_ reason: Bytes, _ page: inout PageWriter) {
        guard !reason.isEmpty else { return }
        let text = showsSecrets ? reason : Secrets.redacted(reason)
        page.prose(Prose(stringLiteral: text.text), at: 6, ink: .quiet)
    }
}
