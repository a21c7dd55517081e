import Bytes
import Explain
import Flow
import Formats

/// Any bytes are the file of another tool, whole or damaged: damage lies in it and in its order, and what was read is
/// no more than the file can stand for.
enum ImportTarget {
    static func saz(_ input: Bytes) { examine(SAZReader.read(input), of: input) }

    static func mitmproxy(_ input: Bytes) { examine(MitmproxyReader.read(input), of: input) }

    private static func examine(_ recording: RecordedFile, of input: Bytes) {
        check(recording.flows.count <= input.count, "more entries than bytes")
        var position = 0
        for damage in recording.damage {
            check((position...input.count).contains(damage.offset), "damage lies at \(damage.offset)")
            check(!damage.problem.isEmpty && !damage.remedy.isEmpty, "damage says nothing")
            position = damage.offset
        }
        for flow in recording.flows.prefix(2) { _ = Reasonings.all(about: flow) }
    }
}
