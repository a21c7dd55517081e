package import Bytes
import HTTPModel
import Workbench

/// A head line by line as it came or went: the start line, fields with their names in colour.
package struct HeadLines {
    private let head: Bytes
    private let showsSecrets: Bool

    package init(_ head: Bytes, showsSecrets: Bool) {
        self.head = head
        self.showsSecrets = showsSecrets
    }

    package func write(to page: inout PageWriter, at column: Int, wraps: Bool) {
        var isFirst = true
        var lines = ComparedHead.lines(of: head)
        // HTTP/2 has no start line (RFC 9113 §8.3): its pseudo-fields are what was sent.
        if lines.count > 1, lines[1].text.first == ASCII.colon { lines.removeFirst() }
        for (line, _) in lines {
            let shown = showsSecrets ? line : Secrets.redacted(anyLine: line)
            put(shown, isStartLine: isFirst, &page, column, wraps)
            isFirst = false
        }
    }

    private func put(_ line: Bytes, isStartLine: Bool, _ page: inout PageWriter, _ column: Int, _ wraps: Bool) {
        let colon = isStartLine ? 0 : line.firstIndex(of: ASCII.colon) ?? 0
        let pieces: [(bytes: Bytes, ink: Ink)] =
            isStartLine
            ? [(line, .strong)] : [(line.slice(0..<colon), .notice), (line.slice(colon..<line.count), .normal)]
        if wraps { return page.wire(pieces, at: column) }
        page.pad(to: column)
        for piece in pieces { page.raw(piece.ink) { $0.wire(piece.bytes) } }
        page.newline()
    }
}
