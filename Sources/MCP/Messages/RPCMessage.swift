package import Bytes

/// One message of JSON-RPC 2.0, read from a line.
package enum RPCMessage: Sendable, Hashable {
    case request(RPCRequest)
    case notification(method: String, parameters: RPCValue)
    /// An answer. Hark asks its client for nothing, so that nobody waits for one.
    case response
    case batch([RPCMessage])
    /// No message: what is answered in its place.
    case invalid(RPCFault, id: RPCValue)

    /// Bytes of one message.
    package static let limit = 4 << 20
    /// Messages of one batch.
    static let batchLimit = 100

    package init(_ line: Bytes) {
        guard let value = RPCValue(json: line) else {
            self = .invalid(RPCFault(.parse, "the line is not JSON"), id: .null)
            return
        }
        if case .array(let elements) = value {
            self =
                (1...Self.batchLimit).contains(elements.count)
                ? .batch(elements.map(RPCMessage.init(value:)))
                : .invalid(
                    RPCFault(.invalidRequest, "a batch has 1 to \(Self.batchLimit) messages"), id: .null)
            return
        }
        self.init(value: value)
    }

    init(value: RPCValue) {
        let id = value["id"]
        guard let members = value.members, value["jsonrpc"] == "2.0" else {
            self = Self.invalid("a message is an object with \"jsonrpc\": \"2.0\"", id)
            return
        }
        let isAnswer = members.contains { $0.name == "result" || $0.name == "error" }
        guard let method = value["method"] else {
            self = isAnswer && id != nil ? .response : Self.invalid("the member method is missing", id)
            return
        }
        guard let method = method.text else {
            self = Self.invalid("the member method is a string", id)
            return
        }
        let parameters = value["params"] ?? .object([])
        guard parameters.members != nil else {
            self = Self.invalid("the member params is an object", id)
            return
        }
        switch id {
        case nil: self = .notification(method: method, parameters: parameters)
        case .string?, .integer?, .number?:
            self = .request(RPCRequest(id: id ?? .null, method: method, parameters: parameters))
        case .null?, .boolean?, .array?, .object?: self = Self.invalid("an id is a string or a number", nil)
        }
    }

    /// What an answer to it has as its id.
    var id: RPCValue {
        switch self {
        case .request(let request): request.id
        case .invalid(_, let id): id
        case .notification, .response, .batch: .null
        }
    }

    private static func invalid(_ text: String, _ id: RPCValue?) -> RPCMessage {
        switch id {
        case .string?, .integer?, .number?: .invalid(RPCFault(.invalidRequest, text), id: id ?? .null)
        case nil, .null?, .boolean?, .array?, .object?: .invalid(RPCFault(.invalidRequest, text), id: .null)
        }
    }
}

/// What a client asks for. Its id is answered as it was written.
package struct RPCRequest: Sendable, Hashable {
    package let id: RPCValue
    package let method: String
    package let parameters: RPCValue
}

/// Why a message has no result (JSON-RPC 2.0, section 5.1).
package struct RPCFault: Error, Sendable, Hashable {
    package enum Code: Int64, Sendable {
        case parse = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParameters = -32602
        case unsupportedVersion = -32022
        case headerMismatch = -32020
    }

    package let code: Code
    package let text: String
    package let data: RPCValue?

    package init(_ code: Code, _ text: String, data: RPCValue? = nil) {
        self.code = code
        self.text = text
        self.data = data
    }

    package func response(to id: RPCValue) -> RPCValue {
        let error: RPCValue = ["code": .integer(code.rawValue), "message": .string(text)]
        return ["jsonrpc": "2.0", "id": id, "error": data.map { error.adding("data", $0) } ?? error]
    }
}
