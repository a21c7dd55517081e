package import Bytes

/// One POST of the Streamable HTTP transport: what is answered at once, and which calls are made. Pure.
///
/// Nothing is remembered from one POST to the next: a request names its version in a header or in `_meta`.
package struct AgentPost: Sendable {
    /// The header fields that repeat what the body says, so that a gateway need not read it.
    package struct Fields: Sendable {
        package var version: String?
        package var method: String?
        package var name: String?

        package init(version: String? = nil, method: String? = nil, name: String? = nil) {
            (self.version, self.method, self.name) = (version, method, name)
        }
    }

    /// What is to be done, in the order of the answers.
    package enum Step: Sendable {
        case answered(RPCValue)
        /// To be made; `response` of `speaker` makes the answer.
        case call(ToolCall)
        /// Answered at once, and to be written down.
        case refused(ToolRefusal)
    }

    /// Of HTTP: 200 with JSON, 202 when nothing is answered, 400 for what is no message.
    package private(set) var status = 200
    package private(set) var steps: [Step] = []
    /// Its answers are elements of one array.
    package private(set) var isBatch = false
    package private(set) var speaker: AgentProtocol

    /// - Parameters:
    ///   - version: of Hark.
    ///   - permissions: what the user allows.
    package init(_ body: Bytes, _ fields: Fields, version: String, permissions: Set<AgentPermission>) {
        let message = RPCMessage(body)
        let known = fields.version.map { ProtocolVersion(rawValue: $0) } ?? .silent
        speaker = AgentProtocol(version: version, permissions: permissions, negotiated: known ?? .silent)
        do throws(RPCFault) {
            guard let known else { throw AgentProtocol.unsupported(fields.version ?? "") }
            try take(message, fields, known)
        } catch {
            status = 400
            steps = [.answered(error.response(to: message.id))]
        }
    }

    private mutating func take(
        _ message: RPCMessage, _ fields: Fields, _ version: ProtocolVersion
    ) throws(RPCFault) {
        switch message {
        case .invalid(let fault, _): throw fault
        case .notification, .response: status = 202
        case .request(let request):
            try Self.compare(request, fields, version)
            steps = Self.steps(speaker.take(message))
        case .batch:
            isBatch = version.hasBatches
            steps = Self.steps(speaker.take(message))
            status = !isBatch ? 400 : steps.isEmpty ? 202 : 200
        }
    }

    private static func steps(_ actions: [AgentProtocol.Action]) -> [Step] {
        actions.compactMap { action in
            switch action {
            case .send(let message): .answered(message)
            case .call(let call): .call(call)
            case .refuse(let refusal): .refused(refusal)
            // No call of another POST is known here; a client that wants to stop one closes its connection.
            case .cancel: nil
            }
        }
    }

    /// Header fields say what the body says. From 2026-07-28 on they have to be there.
    private static func compare(
        _ request: RPCRequest, _ fields: Fields, _ version: ProtocolVersion
    ) throws(RPCFault) {
        let named = request.parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.text
        if let named, let header = fields.version, named != header {
            throw RPCFault(.headerMismatch, "MCP-Protocol-Version differs from the body")
        }
        let needsFields = version.isStateless
        if needsFields || fields.method != nil, fields.method != request.method {
            throw RPCFault(.headerMismatch, "Mcp-Method differs from the body")
        }
        let name: String? =
            switch request.method {
            case "tools/call", "prompts/get": request.parameters["name"]?.text
            case "resources/read": request.parameters["uri"]?.text
            default: nil
            }
        if name != nil, needsFields || fields.name != nil, fields.name != name {
            throw RPCFault(.headerMismatch, "Mcp-Name differs from the body")
        }
    }
}
