package import Bytes
import Flow

// The names of the members are a contract with scripts.

extension JSONWriter {
    /// All in which two flows differ.
    package mutating func flowDiff(_ diff: FlowDiff) {
        beginObject()
        member("same", diff.differences.isEmpty)
        member("steady", diff.isSteady)
        beginArray("differences")
        for difference in diff.differences { self.difference(difference) }
        endArray()
        beginObject("content")
        member("request", Bytes(diff.request.reading.rawValue))
        member("response", Bytes(diff.response.reading.rawValue))
        member("omitted", diff.request.omitted + diff.response.omitted)
        endObject()
        beginArray("times")
        for timing in diff.timing {
            beginObject()
            member("phase", timing.phase?.rawValue ?? "total")
            key("left")
            time(timing.left)
            key("right")
            time(timing.right)
            endObject()
        }
        endArray()
        beginArray("doubts")
        for doubt in diff.doubts { string(doubt) }
        endArray()
        endObject()
    }

    private mutating func difference(_ difference: Difference) {
        beginObject()
        member("message", difference.message == .request ? "request" : "response")
        member("part", difference.part.name)
        if case .interim(let index) = difference.part { member("interim", index) }
        member("action", difference.action.rawValue)
        member("path", difference.path)
        key("left")
        if let left = difference.left { string(left) } else { null() }
        key("right")
        if let right = difference.right { string(right) } else { null() }
        if difference.isVolatile { member("volatile", true) }
        endObject()
    }

    /// In milliseconds, -1 where it was not measured.
    private mutating func time(_ microseconds: Int64?) {
        if let microseconds { milliseconds(micro: microseconds) } else { integer(-1) }
    }
}

extension Difference.Part {
    /// As JSON names it.
    fileprivate var name: String {
        switch self {
        case .message: "message"
        case .startLine: "start-line"
        case .field: "field"
        case .trailer: "trailer"
        case .content: "content"
        case .interim: "interim"
        case .outcome: "outcome"
        }
    }
}
