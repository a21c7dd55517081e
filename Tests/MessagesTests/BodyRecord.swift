import Bytes
import Flow
import HTTPModel
import TestKit

/// Records as far as their bodies are concerned.
enum BodyRecord {
    static func response(_ body: Bytes, _ type: String) -> FlowRecord {
        var story = Story(opening: nil)
        let head = ResponseHead(
            status: 200, version: .http11, reasonRange: 0..<0, fields: ViewText.fields(type), quirks: [])
        story.happen(.responseHeadReceived(head, Framing(.close, rule: 8)))
        story.keeps(.response, body)
        return story.record
    }
}
