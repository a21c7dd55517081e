public import Bytes
public import HTTPModel

extension FlowRecord {
    /// One line that was changed in transit.
    public struct ChangedLine: Sendable, Hashable {
        /// What happened to the line.
        public enum Action: String, Sendable {
            case removed, added, replaced
        }

        /// The part of the message.
        public enum Part: Sendable, Hashable {
            case head, trailers
            /// The interim response of this number, counted from 0.
            case interim(Int)
        }

        /// The message with the line.
        public var message: MessageKind
        /// The part of the message.
        public var part: Part
        /// What happened to the line.
        public var action: Action
        /// The original or added line; without line end.
        public var line: Bytes
        /// Its replacement.
        public var replacement: Bytes?
        /// A section of an RFC and its requirement, or the user's rule.
        public var reason: Bytes

        /// A change read from a file.
        public init(
            message: MessageKind, part: Part = .head, action: Action, line: Bytes, replacement: Bytes? = nil,
            reason: Bytes = Bytes()
        ) {
            self.message = message
            self.part = part
            self.action = action
            self.line = line
            self.replacement = replacement
            self.reason = reason
        }
    }

    /// What was changed in transit; nil when that was not recorded, empty when both messages were forwarded unchanged.
    public var changes: [ChangedLine]? {
        if let toldChanges { return toldChanges }
        guard request.sent != nil || response.sent != nil else { return nil }
        var changes: [ChangedLine] = []
        forEachChange { message, part, edit, fields in
            changes.append(ChangedLine(message, part, edit, fields))
        }
        return changes
    }

    /// Every edit of this record: those of heads, of trailers, then of interim responses; with what it was made to. An
    /// interim response that was dropped is one whose start line was removed.
    package func forEachChange(_ body: (MessageKind, ChangedLine.Part, Change, FieldSection) -> Void) {
        // By name: a subscript would copy each message.
        if let fields = requestHead?.fields {
            for edit in request.edits { body(.request, .head, edit, fields) }
        }
        for edit in request.trailerEdits { body(.request, .trailers, edit, request.trailers ?? .none) }
        if let fields = responseHead?.fields {
            for edit in response.edits { body(.response, .head, edit, fields) }
        }
        for edit in response.trailerEdits { body(.response, .trailers, edit, response.trailers ?? .none) }
        for (index, interim) in interim.enumerated() {
            for edit in interim.edits { body(.response, .interim(index), edit, interim.head.fields) }
            if let reason = interim.droppedFor {
                let dropped = Change(.replaceStartLine(Bytes()), reason)
                body(.response, .interim(index), dropped, interim.head.fields)
            }
        }
    }
}

extension FlowRecord.ChangedLine {
    fileprivate init(_ message: MessageKind, _ part: Part, _ edit: Change, _ fields: FieldSection) {
        let (action, line, replacement) = edit.lines(of: fields)
        self.init(
            message: message, part: part, action: action, line: line, replacement: replacement,
            reason: edit.reason.text)
    }
}

extension Change {
    /// What was done, to which line, and what stands in its place. A start line that became empty was removed, and the
    /// whole head with it.
    package func lines(
        of fields: FieldSection
    ) -> (action: FlowRecord.ChangedLine.Action, line: Bytes, replacement: Bytes?) {
        switch action {
        // HTTP/2 has no start line that could have been another.
        case .replaceStartLine(let new) where fields.isList: (.added, new, nil)
        case .replaceStartLine(let new):
            new.isEmpty ? (.removed, fields.startLine, nil) : (.replaced, fields.startLine, new)
        case .remove(let line): (.removed, fields.text(ofLine: line), nil)
        case .replace(let line, let new): (.replaced, fields.text(ofLine: line), new)
        case .add(let new): (.added, new, nil)
        case .replaceHead(let new): (.replaced, fields.startLine, new)
        }
    }
}

extension Change.Reason {
    /// `RFC 9112 §3.2.1: why`, or the flag of whoever wanted it.
    fileprivate var text: Bytes {
        switch self {
        case .owed(let spec, let text): Bytes("\(spec): \(text)")
        case .rule(let flag), .raw(let flag): Bytes(flag)
        }
    }
}

extension FieldSection {
    /// A field line without its line end; empty when there is no such line.
    public func text(ofLine index: Int) -> Bytes {
        guard lines.indices.contains(index) else { return Bytes() }
        let line = raw.slice(lines[index].line)
        var end = line.count
        while end > 0, line[end - 1] == ASCII.lineFeed || line[end - 1] == ASCII.carriageReturn { end -= 1 }
        return line.slice(0..<end)
    }
}
