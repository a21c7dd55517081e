package import Bytes
package import Flow
package import HTTPModel

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
    /// The number of the client's connection.
    package var connection: UInt64?
    /// Fields after the body of the message that it is about.
    /// Of the message that it is about, where its body came whole.
    package var trailers: [RuleAnswer.Field] = []
    /// The server that answers.
    package var server: ScriptNotice.Peer?
    /// What was agreed on with the client, where it speaks TLS.
    package var tls: TLSFacts?
    package var content = Content.message

    /// What else it is about.
    package enum Content: Sendable {
        case message
        case webSocket(ScriptMessage)
        case hello(TLSFacts.Offer)
        /// A piece of this message's content as it came, with its codings.
        case chunk(MessageKind, Bytes, isLast: Bool)
        /// Where a connection is to lead, `HOST:PORT`, and the proxies on its way.
        case server(String, via: [String])
    }

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
        JSONWriter.line("event") { out in
            out.member("id", id)
            out.member("on", on.rawValue)
            out.beginArray("matched")
            for place in matched { out.integer(place) }
            out.endArray()
            out.member("flow", flow)
            out.key("time")
            out.seconds(time)
            out.peer("client", ScriptNotice.Peer(address: client, connection: connection), tls: tls)
            out.request(request, requestBody, trailers: response == nil ? trailers : [])
            if let response { out.response(response, responseBody, trailers: trailers) }
            if let server, response != nil, case .message = content { out.peer("server", server) }
            switch content {
            case .message: break
            case .webSocket(let message):
                out.object("message") { out in
                    out.member("from", message.from == .request ? "client" : "server")
                    if message.isText {
                        out.scriptContent(message.bytes)
                    } else {
                        out.key("base64")
                        out.base64(message.bytes)
                    }
                }
            case .hello(let offer): out.object("tls") { $0.members(of: offer) }
            case .chunk(let kind, let data, let isLast):
                out.member("message", kind.rawValue)
                out.object("data") { $0.scriptContent(data) }
                out.member("last", isLast)
            case .server(let server, let via):
                out.object("server") { out in
                    out.member("host", server)
                    out.texts("via", via)
                }
            }
        }
    }
}
