public import Bytes
public import HTTPModel

extension FlowRecord {
    /// One line that was forwarded otherwise than it came.
    public struct ChangedLine: Sendable, Hashable {
        /// What was done with the line.
        public enum Action: String, Sendable {
            case removed, added, replaced
        }

        /// The message it stood in.
        public var message: MessageKind
        /// What was done with it.
        public var action: Action
        /// The line that was there, or was added; without line end.
        public var line: Bytes
        /// What stands in its place.
        public var replacement: Bytes?
        /// A section of an RFC and why it asks for this, or the rule of a user.
        public var reason: Bytes

        /// A change that was read back.
        public init(
            message: MessageKind, action: Action, line: Bytes, replacement: Bytes? = nil, reason: Bytes = Bytes()
        ) {
            self.message = message
            self.action = action
            self.line = line
            self.replacement = replacement
            self.reason = reason
        }
    }

    /// What was changed on the way; nil when nobody recorded it, empty when both messages passed as they came.
    public var changes: [ChangedLine]? {
        if let toldChanges { return toldChanges }
        guard request.sent != nil || response.sent != nil else { return nil }
        return changes(.request, requestHead?.fields) + changes(.response, responseHead?.fields)
    }

    private func changes(_ kind: MessageKind, _ fields: FieldSection?) -> [ChangedLine] {
        guard let fields else { return [] }
        return self[kind].edits.map { edit in
            let reason = edit.reason.text
            return switch edit.action {
            case .replaceStartLine(let new):
                ChangedLine(
                    message: kind, action: .replaced, line: fields.startLine, replacement: new, reason: reason)
            case .remove(let line):
                ChangedLine(message: kind, action: .removed, line: fields.text(ofLine: line), reason: reason)
            case .replace(let line, let new):
                ChangedLine(
                    message: kind, action: .replaced, line: fields.text(ofLine: line), replacement: new, reason: reason)
            case .add(let new):
                ChangedLine(message: kind, action: .added, line: new, reason: reason)
            }
        }
    }
}

extension Change.Reason {
    /// `RFC 9112 §3.2.1: why`, or the flag of whoever wanted it.
    fileprivate var text: Bytes {
        switch self {
        case .owed(let spec, let text): Bytes("\(spec): \(text)")
        case .rule(let flag): Bytes(flag)
        }
    }
}

extension FieldSection {
    /// A field line without its line end; empty when there is none of that number.
    public func text(ofLine index: Int) -> Bytes {
        guard lines.indices.contains(index) else { return Bytes() }
        let line = raw.slice(lines[index].line)
        var end = line.count
        while end > 0, line[end - 1] == ASCII.lineFeed || line[end - 1] == ASCII.carriageReturn { end -= 1 }
        return line.slice(0..<end)
    }
}
