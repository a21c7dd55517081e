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
    /// Of each line: kept, removed, or where its new text stands in `replaced`.
    private var fates: [Int]
    private var replaced: [Bytes] = []
    private var added: [Bytes] = []
    /// Bytes that the new lines need at most, their line ends included.
    private var newBytes = 0

    package init(_ fields: FieldSection) {
        self.fields = fields
        fates = Array(repeating: Self.kept, count: fields.lines.count)
    }

    /// Takes one action in; one on a line that does not exist does nothing.
    package mutating func take(_ action: HeadAction) throws(EncodeError) {
        switch action {
        case .replaceStartLine(let line):
            try HeadEncoder.checkStartLine(line)
            startLine = line
            newBytes += line.count + 2
        case .remove(let index):
            if fates.indices.contains(index) { fates[index] = Self.removed }
        case .replace(let index, let line):
            try HeadEncoder.checkFieldLine(line)
            guard fates.indices.contains(index) else { return }
            fates[index] = replaced.count
            replaced.append(line)
            newBytes += line.count + 2
        case .add(let line):
            try HeadEncoder.checkFieldLine(line)
            added.append(line)
            newBytes += line.count + 2
        }
    }

    /// The head with everything carried out.
    package var written: Bytes {
        let end = fields.emptyLineStart
        return unsafe fields.raw.withUnsafeBytes { raw in
            unsafe Bytes(
                [UInt8](unsafeUninitializedCapacity: raw.count + newBytes + 2) { room, count in
                    var output = unsafe Output(room: UnsafeMutableRawBufferPointer(room))
                    unsafe write(raw, emptyLineStart: end, to: &output)
                    count = output.count
                })
        }
    }

    private func write(_ raw: UnsafeRawBufferPointer, emptyLineStart: Int, to output: inout Output) {
        // Everything before `copied` has been written or left out.
        var copied = 0
        if let startLine {
            output.append(line: startLine)
            copied = fields.lines.first.map { Int($0.start) } ?? emptyLineStart
        }
        for index in fates.indices where fates[index] != Self.kept {
            let line = fields.lines[index]
            unsafe output.append(raw, copied..<Int(line.start))
            if fates[index] != Self.removed { output.append(line: replaced[fates[index]]) }
            copied = Int(line.end)
        }
        unsafe output.append(raw, copied..<max(copied, emptyLineStart))
        for line in added { output.append(line: line) }
        // Whatever ended it when it came.
        output.appendLineEnd()
    }

    /// Room that was made large enough beforehand, filled from its beginning.
    ///
    /// Safe because it never leaves `written`, and `written` makes room for all that can come: each byte of the head
    /// that stays is copied once, in its order (`raw.count`), each line that is new has been counted with its line end
    /// (`newBytes`), and the empty line takes two.
    @safe private struct Output {
        let room: UnsafeMutableRawBufferPointer
        private(set) var count = 0

        init(room: UnsafeMutableRawBufferPointer) {
            unsafe self.room = room
        }

        mutating func append(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
            guard !range.isEmpty else { return }
            unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
            count += range.count
        }

        mutating func append(line: Bytes) {
            unsafe line.withUnsafeBytes { unsafe append($0, 0..<$0.count) }
            appendLineEnd()
        }

        mutating func appendLineEnd() {
            unsafe room[count] = ASCII.carriageReturn
            unsafe room[count + 1] = ASCII.lineFeed
            count += 2
        }
    }
}
