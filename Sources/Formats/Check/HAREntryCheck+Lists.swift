import Bytes
import HTTPSemantics

// What HAR 1.2 says twice, in a header, a URL or a text, and again in a list: versions, dates, cookies, parameters.

extension HAREntryCheck {
    /// What is wrong with a date and time, and who stumbles; nil when nothing is.
    static func problem(withDate text: Bytes) -> (text: String, reader: String)? {
        let shown = Bytes(Array(text.prefix(60))).text
        guard RecordedTime.parse(text) != nil else {
            return ("\"\(shown)\" is not a date and time in ISO 8601.", HARReaders.dates)
        }
        // Behind the time stands Z, or a sign and an offset.
        let time = text.trimmed.dropFirst(10)
        let hasZone = time.contains { $0 | 0x20 == UInt8(ascii: "z") || $0 == ASCII.plus || $0 == ASCII.hyphen }
        return hasZone ? nil : ("\"\(shown)\" has no time zone, which HAR 1.2 requires.", HARReaders.zones)
    }

    /// Names of versions that recorders write. Of a response that never came there is none.
    mutating func version(_ message: JSONNode, _ name: String, isAnswered: Bool) {
        guard let node = message.member("httpVersion", in: file), let text = node.string(in: file) else { return }
        let plain = text.lowercased
        if plain.isEmpty {
            if isAnswered { add(node, "\(name).httpVersion", "It is empty.", HARReaders.versions) }
            return
        }
        let known: [StaticString] = ["h2", "h2c", "h3", "http2", "http3", "unknown", "data", "blob", "file", "about"]
        let isNumbered =
            plain.hasOpening("http/") && plain.count > 5 && ASCII.isDigit(plain[5])
            && plain.slice(6..<plain.count).allSatisfy {
                ASCII.isDigit($0) || ASCII.isAlpha($0) || $0 == ASCII.period || $0 == ASCII.plus
            }
        let isNamed =
            known.contains { plain.isExactly($0) } || plain.hasOpening("h3-") || plain.hasOpening("spdy")
            || plain.hasOpening("quic") || plain.hasOpening("hq-") || plain.hasOpening("chrome-extension")
        guard !isNumbered, !isNamed else { return }
        let shown = Bytes(Array(text.prefix(60))).text
        add(node, "\(name).httpVersion", "\"\(shown)\" is not a version of HTTP.", HARReaders.versions)
    }

    // MARK: Lists

    mutating func requestLists(_ request: JSONNode) {
        cookies(request, "request", header: "cookie", named: "Cookie")
        guard let node = request.member("queryString", in: file), let listed = pairs(node),
            let url = request.member("url", in: file)?.string(in: file)
        else { return }
        let query = URLReference(url).bytes(URLReference(url).query)
        let sent = query.map { PercentCoding.pairs($0).map { Pair($0.name, $0.value ?? Bytes()) } } ?? []
        guard !Self.areAlike(listed, sent) else { return }
        let problem =
            listed.count == sent.count
            ? "Its pairs differ from those of the URL."
            : "It has \(Self.count(listed)), but the URL has \(Self.count(sent))."
        add(node, "request.queryString", problem, HARReaders.twice)
    }

    mutating func responseLists(_ response: JSONNode) {
        cookies(response, "response", header: "set-cookie", named: "Set-Cookie")
        guard let node = response.member("redirectURL", in: file), let target = node.string(in: file), !target.isEmpty,
            response.member("headers", in: file)?.elements != nil, !has(response, "location")
        else { return }
        add(node, "response.redirectURL", "There is no Location header with this value.", HARReaders.twice)
    }

    private mutating func cookies(_ message: JSONNode, _ name: String, header: StaticString, named: String) {
        guard let list = message.member("cookies", in: file), let cookies = list.elements, !cookies.isEmpty else {
            return
        }
        if message.member("headers", in: file)?.elements != nil, !has(message, header) {
            add(list, "\(name).cookies", "There is no \(named) header with these values.", HARReaders.twice)
        }
        for (place, cookie) in cookies.enumerated() {
            guard let node = cookie.member("expires", in: file), let text = node.string(in: file),
                RecordedTime.parse(text) == nil
            else { continue }
            let shown = Bytes(Array(text.prefix(60))).text
            add(
                node, "\(name).cookies[\(place)].expires",
                "\"\(shown)\" is not a date and time in ISO 8601.", HARReaders.dates)
        }
    }

    /// A form's text and its pairs; its type.
    mutating func form(_ post: JSONNode, of request: JSONNode) {
        let text = post.member("text", in: file)?.string(in: file)
        let listed = post.member("params", in: file)
        let pairs = listed.flatMap { self.pairs($0) } ?? []
        if let type = post.member("mimeType", in: file), type.string(in: file)?.isEmpty == true,
            text?.isEmpty == false || !pairs.isEmpty, !isWithoutType(request)
        {
            add(type, "request.postData.mimeType", "It is empty, but there is content.", HARReaders.types)
        }
        let type = post.member("mimeType", in: file)?.string(in: file)?.lowercased ?? Bytes()
        guard let listed, !pairs.isEmpty, let text, type.hasOpening("application/x-www-form-urlencoded") else { return }
        let sent = PercentCoding.pairs(text).map { Pair($0.name, $0.value ?? Bytes()) }
        guard !Self.areAlike(pairs, sent) else { return }
        add(listed, "request.postData.params", "Its pairs differ from those of the text.", HARReaders.twice)
    }

    // MARK: Pairs

    private struct Pair: Hashable {
        let name: Bytes
        let value: Bytes

        init(_ name: Bytes, _ value: Bytes) {
            self.name = name
            self.value = value
        }

        var decoded: Pair {
            Pair(
                PercentCoding.decode(name, plusIsSpace: true), PercentCoding.decode(value, plusIsSpace: true))
        }
    }

    /// nil for what is no list of pairs, which its type's own check tells.
    private func pairs(_ node: JSONNode) -> [Pair]? {
        node.elements?.compactMap { element in
            element.member("name", in: file)?.string(in: file).map { name in
                Pair(name, element.member("value", in: file)?.string(in: file) ?? Bytes())
            }
        }
    }

    /// Some recorders write pairs as they are, some decode them.
    private static func areAlike(_ listed: [Pair], _ sent: [Pair]) -> Bool {
        listed == sent || listed.map(\.decoded) == sent || listed.map(\.decoded) == sent.map(\.decoded)
    }

    private static func count(_ pairs: [Pair]) -> String { pairs.count == 1 ? "1 pair" : "\(pairs.count) pairs" }

    /// Its headers were listed, and Content-Type is not among them: an empty type is what was said.
    func isWithoutType(_ message: JSONNode) -> Bool {
        message.member("headers", in: file)?.elements?.isEmpty == false && !has(message, "content-type")
    }

    private func has(_ message: JSONNode, _ name: StaticString) -> Bool {
        (message.member("headers", in: file)?.elements ?? []).contains {
            $0.member("name", in: file)?.string(in: file)?.equalsIgnoringCase(name) == true
        }
    }
}
