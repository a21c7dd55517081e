import Flow

extension ExchangeSummary {
    /// Columns of the last message's beginning.
    private static let previewColumns = 60

    /// The messages inside of it: how many, the last one, and where reading them stopped.
    mutating func messages(_ inner: InnerMessages) {
        guard !inner.isEmpty else { return }
        if let last = inner.last {
            add(.messages) { out in
                out.number(inner.sent)
                out.text(" sent, ")
                out.number(inner.received)
                out.text(" received; the last: ")
                out.text(last.from == .request ? "→ " : "← ")
                out.string(last.title, limit: 60)
                out.text(", ")
                out.size(last.size)
                guard last.isText, !last.bytes.isEmpty else { return }
                out.text(": ")
                out.content(last.bytes, limit: Self.previewColumns)
            }
        }
        for end in inner.ends {
            add(.unread, .warning) { out in
                out.text(end.from == .request ? "the client's from byte " : "the server's from byte ")
                out.number(end.offset)
                out.text(" on: ")
                out.string(end.text, limit: 200)
                if let code = end.closeCode {
                    out.text(" Due is a close with ")
                    out.number(code)
                    out.text(".")
                }
            }
        }
    }
}
