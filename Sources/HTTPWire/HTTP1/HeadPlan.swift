package import Bytes
package import HTTPModel

/// What becomes of each line of a head, gathered before the one pass that writes it.
///
/// What is new is checked as `HeadEncoder` says. Several actions on one line: the last one holds.
package struct HeadPlan {
    private static let kept = -1
    private static let removed = -2

    private let fields: FieldSection
    private var startLine: Bytes?
    /// Whatever the other actions do.
    private var head: Bytes?
    /// Of each line: kept, removed, or where its new text stands in `replaced`.
    private var fates: [Int]
    private var replaced: [Bytes] = []
    private var added: [Bytes] = []
    /// Bytes that the new lines need at most, their line ends included.
    private var newBytes = 0

    package init(_ fields: FieldSection) {
        self.fields = fields
        // Not `Array(repeating:count:)`, which is not specialized and costs six times as much.
        fates = []
        fates.reserveCapacity(fields.lines.count)
        for _ in fields.lines.indices { fates.append(Self.kept) }
    }

    /// Takes one action in; one on a line that does not exist does nothing.
    package mutating func take(_ action: HeadAction) throws(EncodeError) {
        switch action {
        case .replaceStartLine(let line): try HeadEncoder.checkStartLine(line)
        case .replace(_, let line), .add(let line): try HeadEncoder.checkFieldLine(line)
        case .replaceHead(let head): throw EncodeError(.malformedStartLine, offset: 0, bytes: head)
        case .remove: break
        }
        takeAsItIs(action)
    }

    /// The same of one that is not looked at.
    mutating func takeAsItIs(_ action: HeadAction) {
        switch action {
        case .replaceStartLine(let line):
            startLine = line
            newBytes += line.count + 2
        case .replaceHead(let bytes): head = bytes
        case .remove(let index):
            if fates.indices.contains(index) { fates[index] = Self.removed }
        case .replace(let index, let line):
            guard fates.indices.contains(index) else { return }
            fates[index] = replaced.count
            replaced.append(line)
            newBytes += line.count + 2
        case .add(let line):
            added.append(line)
            newBytes += line.count + 2
        }
    }

    /// The head with everything carried out.
    package var written: Bytes {
        if let head { return head }
        var output: [UInt8] = []
        output.reserveCapacity(fields.raw.count + newBytes + 2)
        unsafe fields.raw.withUnsafeBytes { raw in unsafe write(raw, emptyLineStart: fields.emptyLineStart, to: &output)
        }
        return Bytes(output)
    }

    private func write(_ raw: UnsafeRawBufferPointer, emptyLineStart: Int, to output: inout [UInt8]) {
        // Everything before `copied` has been written or left out.
        var copied = 0
        if let startLine {
            output.append(line: startLine)
            copied = fields.lines.first.map { Int($0.start) } ?? emptyLineStart
        }
        for index in fates.indices where fates[index] != Self.kept {
            let line = fields.lines[index]
            unsafe output.append(contentsOf: UnsafeRawBufferPointer(rebasing: raw[copied..<Int(line.start)]))
            if fates[index] != Self.removed { output.append(line: replaced[fates[index]]) }
            copied = Int(line.end)
        }
        unsafe output.append(contentsOf: UnsafeRawBufferPointer(rebasing: raw[copied..<max(copied, emptyLineStart)]))
        for line in added { output.append(line: line) }
        // Whatever ended it when it came.
        output.appendLineEnd()
    }
}
