package import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// Reads the flow files that mitmproxy writes: tagged netstrings in a row, one a flow. A function of the bytes.
///
/// Heads are put together from their lists, since the files have no bytes of them. What is no HTTP flow is told and
/// left out.
package enum MitmproxyReader {
    /// Whether a file begins as such a file does: the length of a dictionary, and in it the name of a member.
    static func recognizes(_ file: Bytes) -> Bool {
        let digits = file.prefix { ASCII.isDigit($0) }.count
        guard (1...12).contains(digits), digits + 1 < file.count, file[digits] == ASCII.colon else { return false }
        // The key: its length, its bytes and the tag of a string. A time of day has digits and colons, too.
        let key = file.slice(digits + 1..<min(file.count, digits + 5)).prefix { ASCII.isDigit($0) }
        let start = digits + 1 + key.count
        guard let length = Int(Bytes(Array(key)).text), start + 1 + length < file.count, file[start] == ASCII.colon
        else { return false }
        let tag = file[start + 1 + length]
        return tag == ASCII.comma || tag == ASCII.semicolon
    }

    package static func read(_ file: Bytes) -> RecordedFile {
        var reader = TnetstringReader(file)
        var log = DamageLog()
        var recording = RecordedFile(creator: "mitmproxy")
        var place = 0
        while !reader.isAtEnd {
            let start = reader.position
            log.entry = place
            do throws(TnetstringError) {
                let flow = try reader.next()
                if let record = MitmproxyFlow(flow).exchange(&log, start)?.record(at: recording.flows.count) {
                    recording.flows.append(record)
                }
            } catch {
                // Only lengths say where values end: behind a damaged one nothing can be found again.
                log.add(error.offset, error.problem, "This flow and all flows after it were left out.")
                break
            }
            place += 1
        }
        log.entry = nil
        recording.damage = log.finish(file)
        recording.unused = log.finishUnused(file)
        return recording
    }
}

/// One flow of such a file.
private struct MitmproxyFlow {
    let flow: Tnetstring

    init(_ flow: Tnetstring) {
        self.flow = flow
    }

    func exchange(_ log: inout DamageLog, _ offset: Int) -> ImportedExchange? {
        guard let type = flow["type"]?.bytes, type.isExactly("http"), let request = flow["request"] else {
            let type = flow["type"]?.bytes.map { $0.prefix(16) }.map { Bytes(Array($0)).text } ?? "of an unknown kind"
            log.add(offset, "This flow is \(type), not http.", "It was left out.")
            return nil
        }
        var exchange = ImportedExchange()
        exchange.url = url(request)
        exchange.requestHead = requestHead(request, exchange.url, &log, offset)
        exchange.request.content = request["content"]?.bytes
        exchange.request.trailers = trailers(request)
        if let response = flow["response"], case .dictionary = response {
            if let status = response["status_code"]?.integer {
                exchange.responseHead = responseHead(
                    response, status, exchange.requestHead?.method ?? .get, &log, offset)
                exchange.response.content = response["content"]?.bytes
                exchange.response.trailers = trailers(response)
            } else {
                log.add(offset, "The response has no status code.", "It was left out.")
            }
        }
        for (name, message) in [("request", request), ("response", flow["response"])] {
            let unread = ["headers", "trailers"].reduce(0) { count, list in
                let elements = (list == "headers" ? message?["headers"] : message?["trailers"])?.elements ?? []
                return count + elements.count - headers(.list(elements)).count
            }
            if unread > 0 {
                log.add(
                    offset, "\(unread) fields of the \(name) are no pairs of names and values.", "They were left out.")
            }
        }
        exchange.client = address(flow["client_conn"]?["peername"] ?? flow["client_conn"]?["address"])
        exchange.server = address(
            flow["server_conn"]?["peername"] ?? flow["server_conn"]?["ip_address"] ?? flow["server_conn"]?["address"])
        exchange.moments = moments(request)
        if let error = flow["error"], let words = error["msg"]?.bytes {
            exchange.outcome = RecordedFailure.outcome(words, hasResponse: exchange.responseHead != nil)
            exchange.moments.failed = error["timestamp"]?.microseconds
        }
        exchange.webSocket = webSocket(&log, offset)
        exchange.remarks = remarks(&log, offset)
        if let backup = flow["backup"], case .dictionary = backup {
            log.add(
                offset, "This flow was edited in mitmproxy.",
                "Hark read the edited version; the original was left out.")
        }
        return exchange
    }

    // MARK: Beside the messages

    private func remarks(_ log: inout DamageLog, _ offset: Int) -> FileRemarks? {
        let comment = flow["comment"]?.bytes.flatMap { $0.isEmpty ? nil : $0.text }
        let mark = flow["marked"]
        var tags: [String] = []
        // A mark is an emoji's name between colons, or, before version 7, true.
        if let name = mark?.bytes?.filter({ $0 != ASCII.colon }), !name.isEmpty {
            tags = [name == Array("default".utf8) ? "marked" : Bytes(name).text]
        } else if case .boolean(true)? = mark {
            tags = ["marked"]
        }
        return FileRemarks(comment: comment, tags: tags, members: ToldMembers.mitmproxy(flow, at: offset, &log))
    }

    /// Since version 7 of mitmproxy the messages of a WebSocket are in the flow of its handshake.
    private func webSocket(_ log: inout DamageLog, _ offset: Int) -> ImportedExchange.WebSocket? {
        guard let listed = flow["websocket"], case .dictionary = listed else { return nil }
        var webSocket = ImportedExchange.WebSocket()
        var (unread, dropped) = (0, 0)
        for message in listed["messages"]?.elements ?? [] {
            guard let parts = message.elements, parts.count >= 4, let type = parts[0].integer,
                case .boolean(let isFromClient) = parts[1], let content = parts[2].bytes,
                let form = Self.form(of: type)
            else {
                unread += 1
                continue
            }
            if parts.count > 4, case .boolean(true) = parts[4] { dropped += 1 }
            webSocket.messages.append((isFromClient ? .request : .response, form, content, parts[3].microseconds))
        }
        if unread > 0 {
            log.add(offset, "\(unread) of its WebSocket messages are unreadable.", "They were left out.")
        }
        if dropped > 0 {
            log.add(
                offset, "mitmproxy did not forward \(dropped) of its WebSocket messages.",
                "Hark read them like the others.")
        }
        if case .boolean(let byClient)? = listed["closed_by_client"], let code = listed["close_code"]?.integer {
            webSocket.messages.append(
                (
                    byClient ? .request : .response, .close(UInt16(exactly: code)),
                    listed["close_reason"]?.bytes ?? Bytes(), listed["timestamp_end"]?.microseconds
                ))
        }
        return webSocket
    }

    /// RFC 6455 §11.8.
    private static func form(of opcode: Int64) -> InnerMessage.Form? {
        switch opcode {
        case 1: .text
        case 2: .binary
        case 9: .ping
        case 10: .pong
        default: nil
        }
    }

    private func moments(_ request: Tnetstring) -> ImportedExchange.Moments {
        let server = flow["server_conn"]
        var moments = ImportedExchange.Moments()
        moments.began = request["timestamp_start"]?.microseconds
        // A connection from before the request cost it nothing.
        if let connect = server?["timestamp_start"]?.microseconds, let began = moments.began, connect >= began {
            moments.connectBegan = connect
            moments.transportConnected = server?["timestamp_tcp_setup"]?.microseconds
            moments.connected = server?["timestamp_tls_setup"]?.microseconds ?? moments.transportConnected
        }
        moments.connectionIsUnknown = server?["timestamp_start"]?.microseconds == nil
        moments.requestEnded = request["timestamp_end"]?.microseconds
        moments.responseBegan = flow["response"]?["timestamp_start"]?.microseconds
        moments.responseEnded = flow["response"]?["timestamp_end"]?.microseconds
        return moments
    }

    private func url(_ request: Tnetstring) -> Bytes {
        let scheme = request["scheme"]?.bytes ?? Bytes()
        let path = request["path"]?.bytes ?? Bytes()
        let host = request["host"]?.bytes ?? Bytes()
        let port = request["port"]?.integer ?? 0
        guard !scheme.isEmpty, !host.isEmpty else {
            return request["authority"]?.bytes.map { Bytes(Array("http://".utf8) + $0) } ?? Bytes()
        }
        let usual: Int64 = scheme.isExactly("https") ? 443 : 80
        let name = host.contains(ASCII.colon) ? Array("[".utf8) + host + Array("]".utf8) : host.array
        let authority = name + (port == usual || port == 0 ? [] : Array(":\(port)".utf8))
        return Bytes(scheme.array + Array("://".utf8) + authority + (path.isExactly("*") ? [] : path.array))
    }

    private func requestHead(
        _ request: Tnetstring, _ url: Bytes, _ log: inout DamageLog, _ offset: Int
    ) -> RequestHead? {
        guard let method = request["method"]?.bytes else {
            log.add(offset, "The request has no method.", "Its head was left out.")
            return nil
        }
        var text = HeadText(version: version(request))
        let headers = headers(request["headers"])
        if text.version == .http2, let head = HeadList.request(pseudo(request, method) + headers) {
            return head
        }
        text.requestLine(method, URLReference(url))
        for header in headers where header.name.first != ASCII.colon { text.field(header.name, header.value) }
        let raw = text.end()
        tell(text.problems, &log, offset)
        return text.version.isTextual ? RecordedHead.request(raw).head : RecordedHead.lenientRequest(raw)
    }

    /// The pseudo-fields of HTTP/2 as members of the flow have them (RFC 9113 §8.3.1).
    private func pseudo(_ request: Tnetstring, _ method: Bytes) -> [(name: Bytes, value: Bytes)] {
        var fields: [(name: Bytes, value: Bytes)] = [(":method", method)]
        for name in ["scheme", "authority", "path"] as [StaticString] {
            guard let value = request[name]?.bytes, !value.isEmpty else { continue }
            fields.append((Bytes(":\(name)"), value))
        }
        return fields
    }

    private func responseHead(
        _ response: Tnetstring, _ status: Int64, _ method: Method, _ log: inout DamageLog, _ offset: Int
    ) -> ResponseHead? {
        guard (100...999).contains(status) else {
            log.add(offset, "\(status) is not a status code.", "The response was left out.")
            return nil
        }
        var text = HeadText(version: version(response))
        let listed = [(name: Bytes(":status"), value: Bytes("\(status)"))] + headers(response["headers"])
        if text.version == .http2, let head = HeadList.response(listed) { return head }
        text.statusLine(Int(status), response["reason"]?.bytes ?? Bytes())
        for header in headers(response["headers"]) where header.name.first != ASCII.colon {
            text.field(header.name, header.value)
        }
        let raw = text.end()
        tell(text.problems, &log, offset)
        return text.version.isTextual
            ? RecordedHead.response(raw, to: method).head : RecordedHead.lenientResponse(raw)
    }

    private func version(_ message: Tnetstring) -> HeadText.Version {
        HeadText.Version(message["http_version"]?.bytes ?? Bytes(), hasPseudoHeaders: false)
    }

    private func headers(_ list: Tnetstring?) -> [(name: Bytes, value: Bytes)] {
        (list?.elements ?? []).compactMap { pair in
            guard let pair = pair.elements, pair.count == 2, let name = pair[0].bytes, let value = pair[1].bytes else {
                return nil
            }
            return (name, value)
        }
    }

    private func trailers(_ message: Tnetstring) -> FieldSection? {
        let listed = headers(message["trailers"])
        guard !listed.isEmpty else { return nil }
        var text = HeadText(version: .http11)
        for header in listed { text.field(header.name, header.value) }
        return RecordedHead.section(text.end(), hasStartLine: false)
    }

    private func address(_ pair: Tnetstring?) -> String? {
        guard let pair = pair?.elements, pair.count >= 2, let host = pair[0].bytes?.text, let port = pair[1].integer,
            (0...65535).contains(port)
        else { return nil }
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private func tell(_ problems: [String], _ log: inout DamageLog, _ offset: Int) {
        for problem in problems { log.add(offset, problem, "The rest of the head is as recorded.") }
    }
}
