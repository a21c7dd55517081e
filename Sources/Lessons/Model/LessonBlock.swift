import Bytes
package import Flow

/// A message of the example as lines to read: its head, or its content. A value, without credentials.
package struct LessonBlock: Sendable, Hashable {
    package let kind: MessageKind
    package let isContent: Bool
    package let lines: [String]

    /// A head, without its line ends and its empty line.
    init(_ kind: MessageKind, head: Bytes) {
        self.kind = kind
        isContent = false
        lines = head.array.split(separator: ASCII.lineFeed, maxSplits: 200, omittingEmptySubsequences: true).map {
            line in
            Bytes(Array(line.last == ASCII.carriageReturn ? line.dropLast() : line)).text
        }.filter { !$0.isEmpty }
    }

    /// A content of text; its empty lines too.
    init(_ kind: MessageKind, content: String) {
        self.kind = kind
        isContent = true
        lines = content.split(separator: "\n", maxSplits: 100, omittingEmptySubsequences: false).map {
            $0.hasSuffix("\r") ? String($0.dropLast()) : String($0)
        }
    }

    /// `Request`, `Its content`
    package var title: String {
        if isContent { return "Its content" }
        switch kind {
        case .request: return "Request"
        case .response: return "Response"
        }
    }
}
