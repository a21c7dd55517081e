import Bytes
import Explain
package import Flow
import HTTPModel
import HTTPWire
import Workbench

/// The frames of an exchange on both legs: when, which way, what each says, and for heads where each field was taken
/// from.
package struct FrameTable {
    private let record: FlowRecord
    private let showsSecrets: Bool
    private static let nameColumn = 16
    private static let wordsColumn = 32

    package init(_ record: FlowRecord, showsSecrets: Bool) {
        self.record = record
        self.showsSecrets = showsSecrets
    }

    package func write(to page: inout PageWriter) {
        let lanes = FrameLane.lanes(of: record)
        guard !lanes.isEmpty else {
            return page.prose("Neither side used HTTP/2, so there are no frames.", at: 2, ink: .quiet)
        }
        for lane in lanes { write(lane, to: &page) }
        for text in FrameLane.left(of: record) { page.prose(Prose(stringLiteral: text), at: 2, ink: .quiet) }
    }

    private func write(_ lane: FrameLane, to page: inout PageWriter) {
        page.prose(Prose(stringLiteral: lane.title), at: 2, ink: .strong)
        for row in lane.rows {
            page.pad(to: 2)
            page.raw(.strong) { $0.text(row.kind == .request ? "→ " : "← ") }
            page.raw(.quiet) { out in
                let opened = record.openedAt
                out.duration(nanoseconds: row.time > opened ? row.time.nanoseconds - opened.nanoseconds : 0)
            }
            switch row.what {
            case .frame(let frame): self.frame(frame, &page)
            case .wait(let wait): self.wait(wait, &page)
            }
            if let head = row.head { fields(head, &page) }
        }
        page.newline()
    }

    private func frame(_ frame: StreamFrame, _ page: inout PageWriter) {
        page.pad(to: Self.nameColumn)
        page.raw(frame.type == 3 ? .bad : .normal) { $0.wire(frame.name) }
        page.prose(
            Prose(stringLiteral: FrameWords.line(of: frame)), at: Self.wordsColumn,
            ink: frame.quirks.isEmpty ? .quiet : .warning)
    }

    private func wait(_ wait: StreamWait, _ page: inout PageWriter) {
        page.pad(to: Self.nameColumn)
        let (words, spec) = FrameWords.line(of: wait)
        page.flow(Prose(stringLiteral: words), at: Self.nameColumn, ink: .warning)
        page.source(spec, at: Self.nameColumn)
        page.newline()
    }

    private func fields(_ head: FrameLane.Head, _ page: inout PageWriter) {
        let section = RecordedHead.section(head.lines, hasStartLine: head.lines.first != UInt8(ascii: ":"))
        for (place, line) in zip(head.block?.places ?? [], section.lines) {
            let text = head.lines.slice(Int(line.start)..<max(Int(line.start), Int(line.valueEnd)))
            page.wire([(showsSecrets ? text : Secrets.redacted(anyLine: text), .normal)], at: 6)
            let code = place.isHuffman ? " (Huffman)" : ""
            page.prose(
                Prose(stringLiteral: "\(Quantity.bytes(place.length))\(code): \(FieldPlace.words(of: place))"), at: 8,
                ink: .quiet)
        }
        for update in head.block?.sizeUpdates ?? [] {
            page.prose(
                Prose(stringLiteral: "From now on the table may hold \(Quantity.bytes(update.size))."), at: 6,
                ink: .quiet)
        }
        let plain = head.lines.count - 2
        page.prose(
            "The block has \(head.bytes.count) bytes; as HTTP/1.1 lines the fields would have \(plain).", at: 6)
    }
}
