package import Bytes
package import Flow
import JSON

/// An event that waits for a verdict. A value; it becomes a line when it is written.
package struct ScriptQuestion: Sendable {
    package let on: ScriptEventKind
    /// The subscriptions that want it, by their places.
    package private(set) var matched: [Int]
    /// The number of the flow, as people see it.
    package let flow: UInt64
    /// Microseconds since 1970 at which the exchange began.
    package let time: Int64
    package let client: String
    package let request: ScriptRequest
    package let response: ScriptResponse?
    package let requestBody: ScriptBody
    package let responseBody: ScriptBody

    package init(
        on: ScriptEventKind, matched: [Int] = [0], flow: UInt64, time: Int64, client: String, request: ScriptRequest,
        response: ScriptResponse? = nil, requestBody: ScriptBody = .absent, responseBody: ScriptBody = .absent
    ) {
        (self.on, self.matched, self.flow, self.time, self.client) = (on, matched, flow, time, client)
        (self.request, self.response) = (request, response)
        (self.requestBody, self.responseBody) = (requestBody, responseBody)
    }

    /// The same for other subscriptions.
    package func matching(_ places: [Int]) -> ScriptQuestion {
        var question = self
        question.matched = places
        return question
    }

    func line(_ id: UInt64) -> Bytes {
        var out = JSONWriter(capacity: 2 << 10)
        out.beginObject()
        out.key("type")
        out.string("event")
        out.key("id")
        out.integer(id)
        out.key("on")
        out.string(on.rawValue)
        out.key("matched")
        out.beginArray()
        for place in matched { out.integer(place) }
        out.endArray()
        out.key("flow")
        out.integer(flow)
        out.key("time")
        out.seconds(time)
        out.key("client")
        out.beginObject()
        out.key("address")
        out.string(client)
        out.endObject()
        out.key("request")
        out.beginObject()
        out.key("method")
        out.text(request.method)
        out.key("url")
        out.text(request.url)
        out.key("version")
        out.string(request.version)
        out.fields(request.fields)
        out.body(requestBody)
        out.endObject()
        if let response {
            out.key("response")
            out.beginObject()
            out.key("status")
            out.integer(response.status)
            out.key("reason")
            out.text(response.reason)
            out.key("version")
            out.string(response.version)
            out.fields(response.fields)
            out.body(responseBody)
            out.endObject()
        }
        out.endObject()
        return out.line()
    }
}
