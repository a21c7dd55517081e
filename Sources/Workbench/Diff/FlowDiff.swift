import Bytes
package import Flow
import HTTPModel
import HTTPWire

/// All in which two flows differ: start lines, fields, contents, ends; and their times side by side, which always
/// differ and count as no difference. Of changes on the way nothing is compared: the request is what the client sent,
/// the answer what the server sent.
package struct FlowDiff: Sendable {
    /// The times of one phase, in microseconds; nil where it was not measured.
    package struct Timing: Sendable, Hashable {
        /// nil: the whole.
        package let phase: PhaseTimes.Phase?
        package let left: Int64?
        package let right: Int64?
    }

    package private(set) var differences: [Difference] = []
    package let request: ContentDiff
    package let response: ContentDiff
    package let timing: [Timing]

    /// Whether answers alone are compared, as for a request that was sent again.
    package enum Scope: Sendable {
        case flows, answers
    }

    package init(_ left: FlowRecord, _ right: FlowRecord, _ scope: Scope = .flows) {
        request = ContentDiff(left, right, .request)
        response = ContentDiff(left, right, .response)
        timing = Self.timing(left, right)
        if scope == .flows { compare(left, right, .request) }
        compareInterim(left, right)
        compare(left, right, .response)
        compareOutcome(left, right)
    }

    /// Why the comparison does not say all: sentences.
    package var doubts: [String] { request.doubts + response.doubts }

    /// Nothing differs but what differs each time.
    package var isSteady: Bool { !differences.contains { !$0.isVolatile } }

    // MARK: - Messages

    private mutating func compare(_ left: FlowRecord, _ right: FlowRecord, _ message: MessageKind) {
        guard let ours = Self.head(left, message), let theirs = Self.head(right, message) else {
            let (one, other) = (Self.head(left, message), Self.head(right, message))
            if let one {
                differences.append(Difference(message, .message, .removed, left: one.startLine))
            } else if let other {
                differences.append(Difference(message, .message, .added, right: other.startLine))
            }
            return
        }
        compareStartLines(ours, theirs, message, .startLine)
        differences += FieldDiff.differences(ours, theirs, message, .field)
        differences += (message == .request ? request : response).differences
        differences += FieldDiff.differences(
            left[message].trailers ?? .none, right[message].trailers ?? .none, message, .trailer)
    }

    /// The lines of a head, also of one that nobody could read strictly.
    private static func head(_ record: FlowRecord, _ message: MessageKind) -> FieldSection? {
        record.fields(message) ?? record[message].malformedHead.map { RecordedHead.section($0) }
    }

    private mutating func compareStartLines(
        _ left: FieldSection, _ right: FieldSection, _ message: MessageKind, _ part: Difference.Part
    ) {
        let (ours, theirs) = (left.startLine, right.startLine)
        if ours != theirs {
            differences.append(Difference(message, part, .changed, left: ours, right: theirs))
        }
    }

    private mutating func compareInterim(_ left: FlowRecord, _ right: FlowRecord) {
        for index in 0..<max(left.interim.count, right.interim.count) {
            let part = Difference.Part.interim(index)
            switch (Self.interim(left, index), Self.interim(right, index)) {
            case (let ours?, let theirs?):
                compareStartLines(ours, theirs, .response, part)
                differences += FieldDiff.differences(ours, theirs, .response, part)
            case (let ours?, nil):
                differences.append(Difference(.response, part, .removed, left: ours.startLine))
            case (nil, let theirs?):
                differences.append(Difference(.response, part, .added, right: theirs.startLine))
            case (nil, nil): break
            }
        }
    }

    private static func interim(_ record: FlowRecord, _ index: Int) -> FieldSection? {
        record.interim.indices.contains(index) ? record.interim[index].head.fields : nil
    }

    // MARK: - The end, and times

    private mutating func compareOutcome(_ left: FlowRecord, _ right: FlowRecord) {
        guard let ours = left.outcome, let theirs = right.outcome,
            ours.kind != theirs.kind || ours.code != theirs.code
        else { return }
        differences.append(
            Difference(.response, .outcome, .changed, left: Bytes(Self.words(ours)), right: Bytes(Self.words(theirs))))
    }

    private static func words(_ outcome: Outcome) -> String {
        outcome.code == .ok ? outcome.kind.rawValue : "\(outcome.kind.rawValue) (\(outcome.code.rawValue))"
    }

    private static func timing(_ left: FlowRecord, _ right: FlowRecord) -> [Timing] {
        let (ours, theirs) = (times(left), times(right))
        guard ours != nil || theirs != nil else { return [] }
        let phases = PhaseTimes.Phase.allCases.map { Timing(phase: $0, left: ours?[$0], right: theirs?[$0]) }
        return phases.filter { $0.left != nil || $0.right != nil }
            + [Timing(phase: nil, left: ours?.total, right: theirs?.total)]
    }

    private static func times(_ record: FlowRecord) -> PhaseTimes? {
        record.phases.isEmpty ? nil : PhaseTimes(record)
    }
}
