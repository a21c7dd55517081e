import Bytes
public import HTTPModel

/// An edit that a tolerated deviation calls for before the head is forwarded: where the RFC names a normal form, the
/// next reader gets that and nothing else.
public struct HeadRepair: Sendable, Hashable {
    public let action: HeadAction
    /// The quirk it mends; its `text` and `spec` are the reason.
    public let quirk: Quirk.Code

    public init(_ action: HeadAction, _ quirk: Quirk.Code) {
        self.action = action
        self.quirk = quirk
    }

    /// What a response's head needs.
    public static func repairs(of head: ResponseHead) -> [HeadRepair] {
        guard !head.quirks.isEmpty else { return [] }
        var repairs = lines(head.fields, head.quirks)
        if head.quirks.contains(where: { $0.code == .missingReasonSpace }) {
            // RFC 9112 §4: the space stays when the reason is empty.
            repairs.append(HeadRepair(.replaceStartLine(Bytes(head.startLine + [ASCII.space])), .missingReasonSpace))
        }
        return repairs
    }

    /// What a request's head needs.
    public static func repairs(of head: RequestHead) -> [HeadRepair] {
        head.quirks.isEmpty ? [] : lines(head.fields, head.quirks)
    }

    private static func lines(_ fields: FieldSection, _ quirks: [Quirk]) -> [HeadRepair] {
        var repairs: [HeadRepair] = []
        var hasLength = false
        for (index, line) in fields.lines.enumerated() {
            let isLength = line.known == .contentLength
            let isRepeated = quirks.contains { $0.code == .repeatedContentLength && $0.offset == Int(line.start) }
            if isLength, hasLength, isRepeated {
                // RFC 9110 §8.6: one Content-Length.
                repairs.append(HeadRepair(.remove(line: index), .repeatedContentLength))
                continue
            }
            hasLength = hasLength || isLength
            guard let quirk = quirks.first(where: { mends($0.code) && line.line.contains($0.offset) }) else { continue }
            var value = fields.value(of: line)
            if isLength, let comma = value.firstIndex(of: ASCII.comma) {
                // RFC 9110 §8.6: with one value.
                value = value.slice(0..<comma).trimmed
            } else if quirk.code == .repeatedContentLength {
                continue
            }
            // RFC 9112 §5.2 and §5.1: spaces for each fold, none before the colon.
            let text = rewritten(fields, line, FieldSyntax.unfolded(value))
            repairs.append(HeadRepair(.replace(line: index, with: text), quirk.code))
        }
        return repairs
    }

    private static func mends(_ code: Quirk.Code) -> Bool {
        switch code {
        case .foldedLine, .spaceBeforeColon, .repeatedContentLength: true
        case .emptyLineBeforeRequest, .missingReasonSpace, .obsoleteText, .unencodedTarget, .bytesAfterLastMessage,
            .malformedField:
            false
        }
    }

    private static func rewritten(_ fields: FieldSection, _ line: FieldLine, _ value: Bytes) -> Bytes {
        Bytes(Array(fields.name(of: line)) + [ASCII.colon, ASCII.space] + Array(value))
    }
}
