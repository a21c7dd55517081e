import Bytes
import Flow
package import JSON

// The names of the members are a contract with scripts.

extension JSONWriter {
    /// All in which two flows differ.
    package mutating func flowDiff(_ diff: FlowDiff) {
        beginObject()
        key("same")
        boolean(diff.differences.isEmpty)
        key("steady")
        boolean(diff.isSteady)
        key("differences")
        beginArray()
        for difference in diff.differences { self.difference(difference) }
        endArray()
        key("content")
        beginObject()
        key("request")
        string(Bytes(diff.request.reading.rawValue))
        key("response")
        string(Bytes(diff.response.reading.rawValue))
        key("omitted")
        integer(diff.request.omitted + diff.response.omitted)
        endObject()
        key("times")
        beginArray()
        for timing in diff.timing {
            beginObject()
            key("phase")
            string(timing.phase?.rawValue ?? "total")
            key("left")
            time(timing.left)
            key("right")
            time(timing.right)
            endObject()
        }
        endArray()
        key("doubts")
        beginArray()
        for doubt in diff.doubts { string(doubt) }
        endArray()
        endObject()
    }

    private mutating func difference(_ difference: Difference) {
        beginObject()
        key("message")
        string(difference.message == .request ? "request" : "response")
        key("part")
        string(difference.part.name)
        if case .interim(let index) = difference.part {
            key("interim")
            integer(index)
        }
        key("action")
        string(difference.action.rawValue)
        key("path")
        string(difference.path)
        key("left")
        if let left = difference.left { string(left) } else { null() }
        key("right")
        if let right = difference.right { string(right) } else { null() }
        if difference.isVolatile {
            key("volatile")
            boolean(true)
        }
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
