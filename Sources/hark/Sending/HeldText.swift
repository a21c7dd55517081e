import Bytes

/// A held message as an editor shows it: the head, and after the empty line the body, where that is text. A value.
struct HeldText {
    /// What the editor shows.
    let bytes: Bytes
    /// nil: only the head can be edited.
    private let body: Bytes?

    /// A longer body is not edited here.
    static let mostEdited = 512 << 10

    init(head: Bytes, body: Bytes?) {
        let isText = body.map { body in
            body.count <= Self.mostEdited && !body.contains(0) && String(validating: body.array, as: UTF8.self) != nil
        }
        self.body = isText == true ? body : nil
        bytes = self.body.map { Bytes(head.array + $0.array) } ?? head
    }

    /// Whether the body is there, too.
    var hasBody: Bool { body != nil }

    /// What an editor left of it: the content is what follows the first empty line after the head; nil where there
    /// was none to edit.
    func parts(of edited: Bytes) -> (head: Bytes, content: Bytes?) {
        guard let body else { return (edited, nil) }
        var start = 0
        var hasBegun = false
        while start < edited.count {
            let feed = edited.firstIndex(of: ASCII.lineFeed, from: start)
            let end = feed.map { $0 + 1 } ?? edited.count
            let isEmpty = edited.slice(start..<end).allSatisfy {
                ASCII.isWhitespace($0) || $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed
            }
            start = end
            if isEmpty, hasBegun { break }
            if !isEmpty { hasBegun = true }
        }
        let content = edited.slice(start..<edited.count)
        return (edited.slice(0..<start), Self.withoutEditorsLineEnd(content, of: body))
    }

    /// Editors end a file with a line end, whether the content has one or not.
    private static func withoutEditorsLineEnd(_ content: Bytes, of body: Bytes) -> Bytes {
        guard let last = body.last, last != ASCII.lineFeed, content.last == ASCII.lineFeed else { return content }
        let end = content.count - 1
        return content.slice(0..<(end > 0 && content[end - 1] == ASCII.carriageReturn ? end - 1 : end))
    }
}
