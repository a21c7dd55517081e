package import Bytes
import HTTPModel
import HTTPSemantics

/// A response while it is being made: status, fields and content, not yet bytes.
///
/// Made by a page, turned into a `SiteAnswer` in one place, so that Date, framing, HEAD and the end of the connection
/// are right everywhere.
package struct SiteResponse: Sendable {
    package typealias Field = (name: String, value: String)

    package enum Body: Sendable {
        /// No content, and no Content-Length: for 204 and 304.
        case none
        case bytes([UInt8])
        /// Content in pieces that lie somewhere already: they are shared, not copied.
        case pieces([Bytes])
        /// Chunks, each after a pause, then fields after the last one (RFC 9112 §7.1).
        case chunked([Piece], trailers: [Field])
        /// What the head promises does not come: only these bytes do, then the connection ends.
        case cutShort([UInt8], promised: Int)
    }

    /// A chunk to be, and the pause before it.
    package struct Piece: Sendable {
        package var wait: Int
        /// What stands between the size and the line end, semicolon included.
        package var `extension`: String
        package var data: [UInt8]

        package init(wait: Int = 0, extension: String = "", data: [UInt8]) {
            self.wait = wait
            self.extension = `extension`
            self.data = data
        }
    }

    package var status: Int
    package var reason: String
    package var fields: [Field]
    package var body: Body
    /// 1xx responses that go ahead of this one.
    package var interim: [SiteResponse] = []
    /// Milliseconds between the last interim response and this one, or before this one when there is none.
    package var delay = 0
    package var closes = false

    package init(_ status: Int, _ fields: [Field] = [], body: Body = .none) {
        self.status = status
        self.reason = StatusCode.reason(status)
        self.fields = fields
        self.body = body
    }

    package init(_ status: Int, _ fields: [Field] = [], type: String, _ text: String) {
        self.init(status, fields + [("Content-Type", type)], body: .bytes(Array(text.utf8)))
    }

    package static func plain(_ status: Int, _ text: String) -> SiteResponse {
        plain(status, [], text)
    }

    package static func plain(_ status: Int, _ fields: [Field], _ text: String) -> SiteResponse {
        SiteResponse(status, fields, type: "text/plain; charset=utf-8", text)
    }

    package static func json(_ status: Int, _ fields: [Field], _ text: String) -> SiteResponse {
        SiteResponse(status, fields, type: "application/json", text)
    }
}

extension SiteResponse {
    /// The response as steps on the wire, fit for the request it answers.
    package func answer(to request: SiteRequest) -> SiteAnswer {
        var steps: [SiteAnswer.Step] = []
        let isOld = request.head.version < .http11
        if !isOld {
            // RFC 9110 §15.2: no 1xx to a client that speaks HTTP/1.0.
            for response in interim {
                steps.append(.send(SiteResponse.encodeHead(response.status, response.reason, response.fields)))
            }
        }
        if delay > 0 {
            steps.append(.wait(milliseconds: min(delay, SiteAnswer.longestWait)))
        }

        var ends = closes || isOld || request.asksToClose
        var framing: [Field] = []
        var content: [SiteAnswer.Step] = []
        switch body {
        case .none:
            break
        case .bytes(let bytes):
            framing.append(("Content-Length", String(bytes.count)))
            content = bytes.isEmpty ? [] : [.send(Bytes(bytes))]
        case .pieces(let pieces):
            framing.append(("Content-Length", String(pieces.reduce(0) { $0 + $1.count })))
            content = pieces.filter { !$0.isEmpty }.map { .send($0) }
        case .chunked(let pieces, let trailers):
            // RFC 9112 §6.1: never chunked in answer to HTTP/1.0; there the end of the connection ends the content.
            if isOld {
                content = pieces.flatMap { SiteResponse.pause($0.wait) + [.send(Bytes($0.data))] }
            } else {
                if !trailers.isEmpty {
                    framing.append(("Trailer", trailers.map { $0.name }.joined(separator: ", ")))
                }
                framing.append(("Transfer-Encoding", "chunked"))
                content = SiteResponse.encodeChunks(pieces, trailers: trailers)
            }
        case .cutShort(let bytes, let promised):
            framing.append(("Content-Length", String(promised)))
            content = [.send(Bytes(bytes))]
            ends = true
        }
        if ends {
            framing.append(("Connection", "close"))
        }
        let standing: [Field] = [
            ("Date", HTTPDate.format(request.seconds).text), ("Server", "hark"),
        ]
        steps.append(.send(SiteResponse.encodeHead(status, reason, standing + fields + framing)))
        // RFC 9110 §9.3.2: the head is that of GET, the content does not come.
        if request.head.method != .head {
            steps += content
        }
        if ends {
            steps.append(.close)
        }
        return SiteAnswer(steps: steps)
    }

    package static func encodeHead(_ status: Int, _ reason: String, _ fields: [Field]) -> Bytes {
        var bytes = Array("HTTP/1.1 \(status) \(reason)\r\n".utf8)
        for field in fields {
            appendLine(field, to: &bytes)
        }
        bytes += [ASCII.carriageReturn, ASCII.lineFeed]
        return Bytes(bytes)
    }

    private static func pause(_ milliseconds: Int) -> [SiteAnswer.Step] {
        milliseconds > 0 ? [.wait(milliseconds: min(milliseconds, SiteAnswer.longestWait))] : []
    }

    private static func encodeChunks(_ pieces: [Piece], trailers: [Field]) -> [SiteAnswer.Step] {
        var steps: [SiteAnswer.Step] = []
        for piece in pieces where !piece.data.isEmpty {
            var bytes = Array("\(Hex.number(piece.data.count))\(piece.extension)\r\n".utf8)
            bytes += piece.data
            bytes += [ASCII.carriageReturn, ASCII.lineFeed]
            steps += pause(piece.wait) + [.send(Bytes(bytes))]
        }
        var end = Array("0\r\n".utf8)
        for field in trailers {
            appendLine(field, to: &end)
        }
        end += [ASCII.carriageReturn, ASCII.lineFeed]
        return steps + [.send(Bytes(end))]
    }

    /// One field line. Control characters become spaces: a value may hold what a client sent, and must not end the
    /// line.
    private static func appendLine(_ field: Field, to bytes: inout [UInt8]) {
        bytes += Array(field.name.utf8)
        bytes += [ASCII.colon, ASCII.space]
        bytes += field.value.utf8.map { $0 < ASCII.space || $0 == ASCII.delete ? ASCII.space : $0 }
        bytes += [ASCII.carriageReturn, ASCII.lineFeed]
    }
}

extension SiteRequest {
    /// `Connection: close` (RFC 9112 §9.6).
    var asksToClose: Bool {
        head.fields.members(.connection).contains { $0.equalsIgnoringCase("close") }
    }
}
