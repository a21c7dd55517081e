package import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// Reads what Charles exports as JSON (`.chlsj`): an array with an object for each exchange. A function of the bytes.
package enum CharlesReader {
    package static func read(_ file: Bytes) -> RecordedFile {
        var recording = RecordedFile(creator: "Charles")
        let list = EntryList(RecordingWindow(file)) { found, log in
            guard let flow = CharlesEntry(found.node, found.file).exchange(&log)?.record(at: recording.flows.count)
            else {
                return true
            }
            recording.flows.append(flow)
            return true
        }
        var walk = HARWalk(list, pages: { _ in })
        walk.read()
        recording.damage = walk.list.log.finish(file)
        recording.unused = walk.list.log.finishUnused(file)
        return recording
    }
}

/// One exchange of such a file.
private struct CharlesEntry {
    private let node: JSONNode
    private let file: Bytes

    init(_ node: JSONNode, _ file: Bytes) {
        self.node = node
        self.file = file
    }

    func exchange(_ log: inout DamageLog) -> ImportedExchange? {
        guard case .object = node.value, let method = text(node, "method"), let host = text(node, "host") else {
            log.add(node.offset, "This entry has no method or no host.", "It was left out.", losesFlows: true)
            return nil
        }
        let request = node.member("request", in: file)
        let response = node.member("response", in: file)
        var exchange = ImportedExchange()
        exchange.url = url(host)
        let version = HeadText.Version(
            text(node, "protocolVersion") ?? Bytes(),
            hasPseudoHeaders: headers(request).contains { $0.name.first == ASCII.colon })
        exchange.requestHead = requestHead(method, version, headers(request, &log), exchange.url, &log)
        exchange.request = body(request, exchange.requestHead?.fields, &log)
        if let response, let status = status(response) {
            exchange.responseHead = responseHead(
                status, response, version, to: exchange.requestHead?.method ?? .get, &log)
            exchange.response = body(response, exchange.responseHead?.fields, &log)
        } else if let response, !headers(response).isEmpty || response.member("status", in: file)?.isNull == false {
            log.add(response.offset, "This response has no status from 100 to 999.", "It was left out.")
        }
        exchange.moments = moments
        exchange.client = address("clientAddress", "clientPort")
        exchange.server = address("remoteAddress", "actualPort")
        if let words = text(node, "errorMessage") ?? text(node, "exception") ?? failure {
            exchange.outcome = RecordedFailure.outcome(words, hasResponse: exchange.responseHead != nil)
        }
        let comment = text(node, "notes").flatMap { $0.isEmpty ? nil : $0.text }
        exchange.remarks = FileRemarks(
            comment: comment, members: ToldMembers.charles(node, use(of: exchange), file, &log))
        if node.member("webSocket", in: file)?.boolean == true {
            log.add(
                node.offset,
                "This is a WebSocket; Hark cannot read its messages from this format.", "They were left out.")
        }
        return exchange
    }

    /// What of the entry is in the exchange; all else is kept as it is.
    private func use(of exchange: ImportedExchange) -> MemberUse {
        let body = MemberUse.taking(["text", "encoded", "decoded"])
        let header = MemberUse.taking(["headers", "firstLine"])
        var uses: [(name: StaticString, use: MemberUse)] = [
            (name: "times", use: .taking(["start", "requestBegin", "requestComplete", "responseBegin", "end"])),
            (name: "request", use: .object(["header": header, "body": body])),
            (
                name: "response",
                use: exchange.responseHead == nil
                    ? .taken : .object(["status": .taken, "header": header, "body": body])
            ),
        ]
        let taken: [StaticString] = [
            "method", "host", "scheme", "port", "actualPort", "path", "query", "protocolVersion", "status",
            "errorMessage", "notes", "webSocket", "clientPort",
        ]
        uses += taken.map { (name: $0, use: .taken) }
        if exchange.client != nil { uses.append((name: "clientAddress", use: .taken)) }
        if exchange.server != nil { uses.append((name: "remoteAddress", use: .taken)) }
        if text(node, "errorMessage") == nil { uses.append((name: "exception", use: .taken)) }
        return .parts(uses)
    }

    /// What Charles says of an exchange that did not come to its end.
    private var failure: Bytes? {
        guard let status = text(node, "status"), status.equalsIgnoringCase("failed") else { return nil }
        return "FAILED"
    }

    private func url(_ host: Bytes) -> Bytes {
        let scheme = text(node, "scheme") ?? "http"
        let usual: Int64 = scheme.isExactly("https") ? 443 : 80
        let port = integer(node, "port") ?? integer(node, "actualPort") ?? usual
        let name = host.contains(ASCII.colon) ? [ASCII.openBracket] + host.array + [ASCII.closeBracket] : host.array
        var url = scheme.array + Array("://".utf8) + name
        if port != usual { url += Array(":\(port)".utf8) }
        let path = text(node, "path") ?? Bytes()
        if path.first != ASCII.slash { url.append(ASCII.slash) }
        url += path
        if let query = text(node, "query") { url += [ASCII.question] + query.array }
        return Bytes(url)
    }

    private func requestHead(
        _ method: Bytes, _ version: HeadText.Version, _ listed: [(name: Bytes, value: Bytes)], _ url: Bytes,
        _ log: inout DamageLog
    ) -> RequestHead? {
        if version == .http2, let head = HeadList.request(listed) { return head }
        var text = HeadText(version: version)
        text.requestLine(method, URLReference(url))
        for header in listed where header.name.first != ASCII.colon { text.field(header.name, header.value) }
        let raw = text.end()
        for problem in text.problems { log.add(node.offset, problem, "The rest of the head is as recorded.") }
        return version.isTextual ? RecordedHead.request(raw).head : RecordedHead.lenientRequest(raw)
    }

    private func responseHead(
        _ status: Int, _ response: JSONNode, _ version: HeadText.Version, to method: Method, _ log: inout DamageLog
    ) -> ResponseHead? {
        let listed = headers(response, &log)
        if version == .http2, let head = HeadList.response(listed) { return head }
        var text = HeadText(version: version)
        // `HTTP/1.1 404 Not Found`
        let line = self.text(response.member("header", in: file), "firstLine") ?? Bytes()
        let parts = line.split(separator: ASCII.space, maxSplits: 2)
        text.statusLine(status, parts.count > 2 ? Bytes(Array(parts[2])) : Bytes())
        for header in listed where header.name.first != ASCII.colon { text.field(header.name, header.value) }
        let raw = text.end()
        for problem in text.problems { log.add(response.offset, problem, "The rest of the head is as recorded.") }
        return version.isTextual ? RecordedHead.response(raw, to: method).head : RecordedHead.lenientResponse(raw)
    }

    private func status(_ response: JSONNode) -> Int? {
        integer(response, "status").flatMap { (100...999).contains($0) ? Int($0) : nil }
    }

    private func headers(_ message: JSONNode?) -> [(name: Bytes, value: Bytes)] {
        var log = DamageLog()
        return headers(message, &log)
    }

    private func headers(_ message: JSONNode?, _ log: inout DamageLog) -> [(name: Bytes, value: Bytes)] {
        var found: [(name: Bytes, value: Bytes)] = []
        for header in message?.member("header", in: file)?.member("headers", in: file)?.elements ?? [] {
            guard let name = text(header, "name") else {
                log.add(header.offset, "This header has no name.", "It was left out.")
                continue
            }
            found.append((name, text(header, "value") ?? Bytes()))
            guard case .object(let members) = header.value else { continue }
            for member in members
            where !member.key.isEqual(to: "name", in: file) && !member.key.isEqual(to: "value", in: file) {
                log.leave("header.headers[]." + member.key.bytes(in: file).text, at: header.offset)
            }
        }
        return found
    }

    /// `text`, or `encoded` in base64. It has no content coding any more.
    private func body(_ message: JSONNode?, _ fields: FieldSection?, _ log: inout DamageLog) -> ImportedExchange.Message
    {
        guard let body = message?.member("body", in: file) else { return ImportedExchange.Message() }
        var bytes = text(body, "text")
        if bytes == nil, let encoded = text(body, "encoded") {
            bytes = Base64.decode(Bytes(encoded.filter { $0 > ASCII.space })).map { Bytes($0) }
            if bytes == nil { log.add(body.offset, "The body is not base64.", "It was left out.") }
        }
        guard let bytes else {
            if case .object(let members) = body.value, !members.isEmpty, text(body, "encoded") == nil {
                log.add(body.offset, "This body has neither text nor encoded.", "It was left out.")
            }
            return ImportedExchange.Message()
        }
        let isDecoded = body.member("decoded", in: file)?.boolean == true || text(body, "text") != nil
        let isCoded = fields.map { !$0.members(.contentEncoding).isEmpty } ?? false
        return isCoded && isDecoded
            ? ImportedExchange.Message(decoded: bytes) : ImportedExchange.Message(content: bytes)
    }

    private var moments: ImportedExchange.Moments {
        let times = node.member("times", in: file)
        func moment(_ name: StaticString) -> Int64? { text(times, name).flatMap { RecordedTime.parse($0) } }
        func duration(_ name: StaticString) -> Int64? {
            node.member("durations", in: file)?.member(name, in: file)?.double(in: file).flatMap { time in
                time >= 0 && time < 1e9 ? Int64(time * 1000) : nil
            }
        }
        var moments = ImportedExchange.Moments()
        moments.began = moment("start") ?? moment("requestBegin")
        moments.requestEnded = moment("requestComplete")
        moments.responseBegan = moment("responseBegin")
        moments.responseEnded = moment("end")
        guard let began = moments.began, let connect = duration("connect") else { return moments }
        // The set-up comes first; ssl is told beside connect.
        let dns = duration("dns") ?? 0
        let secure = duration("ssl") ?? 0
        moments.connectBegan = began
        if duration("dns") != nil { moments.resolved = began + dns }
        if secure > 0 { moments.transportConnected = began + dns + connect }
        moments.connected = began + dns + connect + secure
        return moments
    }

    /// `example.com/192.0.2.7`, `/127.0.0.1`: only what is an address gets into a record.
    private func address(_ name: StaticString, _ port: StaticString) -> String? {
        guard let told = text(node, name)?.text.split(separator: "/").last else { return nil }
        let parts = told.split(separator: ":")
        let host = parts.count == 2 ? String(parts[0]) : String(told)
        guard host.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }), host.contains(where: { ".:".contains($0) })
        else { return nil }
        let number = integer(node, port).flatMap { UInt16(exactly: $0) } ?? 0
        return host.contains(":") ? "[\(host)]:\(number)" : "\(host):\(number)"
    }

    private func text(_ parent: JSONNode?, _ name: StaticString) -> Bytes? {
        parent?.member(name, in: file)?.string(in: file)
    }

    private func integer(_ parent: JSONNode?, _ name: StaticString) -> Int64? {
        parent?.member(name, in: file)?.integer(in: file)
    }
}
