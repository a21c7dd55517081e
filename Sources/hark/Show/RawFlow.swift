import ArgumentParser
import Bytes
import Explain
import Flow
import HTTPModel
import Messages
import Platform
import Views

/// The exact bytes of messages: to a file or a pipe as they are, to a terminal so that they cannot drive it.
struct RawFlow {
    private let record: FlowRecord
    private let options: ShowMessageOptions
    private let pager: Pager

    init(_ record: FlowRecord, _ options: ShowMessageOptions, _ pager: Pager) {
        // Whoever pipes bytes wants them all.
        let isHidden = pager.isTerminal && !options.showSecrets
        self.record = isHidden ? record.maskedWhole : record
        self.options = options
        self.pager = pager
    }

    func exact() throws {
        for kind in options.kinds {
            try forEachPiece(kind) { piece in
                pager.write(pager.isTerminal ? Self.escaped(piece) : piece.array)
            }
        }
    }

    func hex() throws {
        for kind in options.kinds {
            if options.kinds.count > 1 {
                heading(kind)
            }
            var offset = 0
            try forEachPiece(kind) { piece in
                var page = PageWriter(style: pager.style, width: pager.width)
                for line in HexLayout(piece, startingAt: offset).lines {
                    BodyLines.write(line, to: &page, at: 0, wraps: false)
                }
                pager.write(page.take())
                offset += piece.count
            }
        }
    }

    private func heading(_ kind: MessageKind) {
        var page = PageWriter(style: pager.style, width: pager.width)
        page.heading(kind == .request ? "Request" : "Response")
        pager.write(page.take())
    }

    private func forEachPiece(_ kind: MessageKind, _ body: (Bytes) -> Void) throws {
        let message = record[kind]
        if !options.body {
            let came =
                switch kind {
                case .request: record.requestHead?.raw
                case .response: record.responseHead?.raw
                }
            let head = options.sent ? message.sent : came ?? message.malformedHead
            if let head, !head.isEmpty { body(head) }
        }
        guard !options.head, !options.sent else { return }
        // Other tools record the decoded content alone; and where secrets are hidden only that may be left.
        let content = message.content.kept.count == nil ? message.content.decoded.map { ContentRef.inline($0) } : nil
        let wasRead = (content ?? message.content.kept).forEachPiece(of: 1 << 20) { piece in
            body(Bytes(Array(piece)))
            return !pager.hasFailed
        }
        guard wasRead else {
            Diagnostics.say("the body could not be read to its end")
            throw ExitCode(EX_DATAERR)
        }
    }

    /// Line by line, everything but the line feed escaped.
    static func escaped(_ bytes: Bytes) -> [UInt8] {
        var out: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: ASCII.lineFeed, from: start) ?? bytes.count
            TerminalText.append(bytes.slice(start..<end), to: &out)
            out.append(ASCII.lineFeed)
            start = end + 1
        }
        return out
    }
}
