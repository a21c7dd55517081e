import Bytes
import Explain
import Flow
import Formats
import Judge

/// Any bytes are a HAR, a log or the output of `curl -v`, whole or damaged: what is wrong is told with a place in the
/// file, in its order, and what was read can be explained.
enum RecordingTarget {
    static func run(_ input: Bytes) {
        _ = InputKind.detect(input)
        for recording in [HARReader.read(input), LogReader.read(input)] {
            examine(recording.flows, of: input)
            var position = 0
            for damage in recording.damage {
                check((position...input.count).contains(damage.offset), "damage lies at \(damage.offset)")
                check(damage.line >= 1 && !damage.problem.isEmpty && !damage.remedy.isEmpty, "damage says nothing")
                position = damage.offset
            }
        }
        let curl = CurlVerbose.read(input)
        for message in curl.messages { check(message.offset <= input.count, "a message lies at \(message.offset)") }
        examine(curl.flows, of: input)
    }

    private static func examine(_ flows: [FlowRecord], of input: Bytes) {
        check(flows.count <= input.count, "more entries than bytes")
        for flow in flows.prefix(2) {
            _ = Reasonings.all(about: flow)
            _ = Checks.notes(about: flow)
        }
    }
}
