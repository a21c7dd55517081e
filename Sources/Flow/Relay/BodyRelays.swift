package import HTTPModel

/// The bodies of both messages of an exchange.
package struct BodyRelays: ~Copyable, Sendable {
    package var request = BodyRelay(.request)
    package var response = BodyRelay(.response)
    /// How much of them the record was told.
    package var seen = ContentSeen()
    /// What was read of the request since it has its answer.
    private var restRead = 0

    package init() {}

    package subscript(kind: MessageKind) -> BodyRelay {
        _read {
            switch kind {
            case .request: yield request
            case .response: yield response
            }
        }
        _modify {
            switch kind {
            case .request: yield &request
            case .response: yield &response
            }
        }
    }

    /// Where a part of this message goes that comes now.
    package func way(of part: MessagePart, isWire: Bool, in kind: MessageKind) -> BodyRelay.Way {
        switch kind {
        case .request: request.way(of: part, isWire: isWire)
        case .response: response.way(of: part, isWire: isWire)
        }
    }

    /// Another exchange begins, whose request is here.
    package mutating func begin() {
        let lines = request.sensitiveLines
        end()
        request.sensitiveLines = lines
        seen = ContentSeen()
        restRead = 0
    }

    /// The exchange is over: nothing goes any more.
    package mutating func end() {
        request.reset()
        response.reset()
    }

    /// The exchange stands like this.
    package mutating func follow(_ standing: Exchange.Standing) {
        request.follow(
            standing.requestBody, standing.requestHandling, wantsTrailers: standing.wantsRequestTrailers)
        response.follow(
            standing.responseBody, standing.responseHandling, wantsTrailers: standing.wantsResponseTrailers)
    }

    /// So much was read of a request that has its answer. False when that is more than is read.
    package mutating func readRest(_ count: Int) -> Bool {
        restRead += count
        return restRead <= Exchange.receptionLimit
    }
}

/// Content bytes of a request and of its response that the record was told of.
package struct ContentSeen: Sendable {
    private var request: UInt64 = 0
    package private(set) var response: UInt64 = 0
    /// Nothing of them is told but how much there is.
    package var isCountedOnly = false

    package init() {}

    /// Counts bytes; whether those before them were fewer than `limit`.
    package mutating func take(_ count: Int, of kind: MessageKind, limit: Int) -> Bool {
        switch kind {
        case .request:
            defer { request += UInt64(count) }
            return request < UInt64(limit) && !isCountedOnly
        case .response:
            defer { response += UInt64(count) }
            return response < UInt64(limit) && !isCountedOnly
        }
    }
}
