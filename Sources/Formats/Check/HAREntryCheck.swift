import Bytes
import HTTPSemantics

/// What is wrong with the values of one entry, its types being right: dates, times, sizes, URLs, content.
struct HAREntryCheck {
    let file: Bytes
    private let path: String
    private var found: [HARFinding] = []

    init(_ file: Bytes, _ path: String) {
        self.file = file
        self.path = path
    }

    /// The entry says that contents are not what they were: cut, or with tags in place of credentials.
    private var isCut = false

    func findings(_ entry: JSONNode) -> [HARFinding] {
        var check = self
        check.isCut =
            entry.member("_redacted", in: file) != nil
            || entry.member("response", in: file)?.member("_truncated", in: file)?.boolean == true
        check.date(entry)
        check.address(entry)
        check.times(entry)
        if let request = entry.member("request", in: file) { check.request(request) }
        if let response = entry.member("response", in: file) { check.response(response) }
        return check.found
    }

    private mutating func date(_ entry: JSONNode) {
        guard let node = entry.member("startedDateTime", in: file), let text = node.string(in: file) else { return }
        if RecordedTime.parse(text) == nil {
            add(
                node, "startedDateTime", "\"\(text.text)\" is not a date and time in ISO 8601.",
                HARReaders.chrome)
        } else if let problem = Self.problem(withDate: text) {
            add(node, "startedDateTime", problem.text, problem.reader)
        }
    }

    private mutating func address(_ entry: JSONNode) {
        guard let node = entry.member("serverIPAddress", in: file), let text = node.string(in: file) else { return }
        let bare = text.first == UInt8(ascii: "[") ? text.slice(1..<max(1, text.count - 1)) : text
        // An IPv6 address has colons, hexadecimal digits, and at most an IPv4 address at its end (RFC 4291 §2.2).
        let isIPv6 =
            bare.filter { $0 == ASCII.colon }.count >= 2
            && bare.allSatisfy { ASCII.hexValue($0) != nil || $0 == ASCII.colon || $0 == ASCII.period }
        if !isIPv6, !bare.isIPv4Address {
            add(node, "serverIPAddress", "\"\(text.text)\" is not an IP address.", HARReaders.schema)
        }
    }

    // MARK: Times

    private mutating func times(_ entry: JSONNode) {
        guard let timings = entry.member("timings", in: file) else { return }
        var sum = 0.0
        for name in ["blocked", "dns", "connect", "send", "wait", "receive", "ssl"] as [StaticString] {
            guard let node = timings.member(name, in: file), let time = node.double(in: file) else { continue }
            let isOptional = !["send", "wait", "receive"].contains(name.description)
            // HAR 1.2: -1 says that a phase does not apply; three of them always do.
            if time < 0, !(isOptional && time == -1) {
                let rule =
                    isOptional
                    ? """
                    The only negative value allowed is -1, for a phase that does not apply.
                    """ : "This phase always applies."
                add(node, "timings.\(name)", "It is \(Self.text(time)) ms. \(rule)", nil)
            }
            if time > 0, name.description != "ssl" { sum += time }
        }
        if let ssl = timings.member("ssl", in: file), let connect = timings.member("connect", in: file),
            let inner = ssl.double(in: file), let outer = connect.double(in: file), inner > max(0, outer)
        {
            add(
                ssl, "timings.ssl",
                "ssl is \(Self.text(inner)) ms, but connect is \(Self.text(outer)); connect includes ssl.",
                HARReaders.charles)
        }
        guard let node = entry.member("time", in: file), let time = node.double(in: file) else { return }
        if time < 0 {
            add(node, "time", "It is \(Self.text(time)) ms; a time cannot be negative.", nil)
        } else if abs(time - sum) > max(1, time / 100) {
            // HAR 1.2: the sum of all timings that are not -1; ssl is part of connect.
            add(node, "time", "It is \(Self.text(time)) ms, but the phases add up to \(Self.text(sum)).", nil)
        }
    }

    private static func text(_ number: Double) -> String {
        guard abs(number) < 1e12 else { return String(number) }
        // To the microsecond: what is behind is noise of a sum.
        let rounded = (number * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? String(Int64(rounded)) : String(rounded)
    }

    // MARK: Messages

    private mutating func request(_ node: JSONNode) {
        if let url = node.member("url", in: file), let text = url.string(in: file) {
            let reference = URLReference(text)
            if reference.scheme == nil {
                add(url, "request.url", "\"\(text.text)\" is not absolute.", nil)
            } else if reference.fragment != nil {
                add(url, "request.url", "A client does not send the fragment; HAR omits it.", nil)
            }
        }
        if let method = node.member("method", in: file), method.string(in: file)?.isEmpty == true {
            add(method, "request.method", "It is empty.", nil)
        }
        sizes(node, "request")
        version(node, "request", isAnswered: true)
        requestLists(node)
        guard let post = node.member("postData", in: file) else { return }
        form(post, of: node)
        // HAR 1.2: params and text are mutually exclusive; many write both, and readers take the text.
        if post.member("text", in: file) == nil, post.member("params", in: file) == nil {
            add(post, "request.postData", "It has neither text nor params.", nil)
        }
    }

    private mutating func response(_ node: JSONNode) {
        if let status = node.member("status", in: file), let code = status.integer(in: file), code != 0,
            !(100...999).contains(code)
        {
            add(status, "response.status", "\(code) is not a status code.", nil)
        }
        sizes(node, "response")
        version(node, "response", isAnswered: node.member("status", in: file)?.integer(in: file) ?? 0 != 0)
        responseLists(node)
        if let listed = node.member("content", in: file) { content(listed, of: node) }
    }

    private mutating func content(_ content: JSONNode, of response: JSONNode) {
        if let node = content.member("size", in: file), let size = node.double(in: file), size < 0 {
            add(node, "response.content.size", "It is \(Self.text(size)); a size cannot be negative.", nil)
        }
        guard let node = content.member("text", in: file), let text = node.string(in: file) else { return }
        var size = text.count
        if let encoding = content.member("encoding", in: file), let name = encoding.string(in: file), !name.isEmpty {
            guard name.equalsIgnoringCase("base64") else {
                add(encoding, "response.content.encoding", "\"\(name.text)\" is not an encoding of HAR.", nil)
                return
            }
            guard let bytes = Base64.decode(Bytes(text.filter { $0 > ASCII.space })) else {
                add(node, "response.content.text", "It is not valid base64.", nil)
                return
            }
            size = bytes.count
        }
        if size > 0, let type = content.member("mimeType", in: file), type.string(in: file)?.isEmpty == true,
            !isWithoutType(response)
        {
            add(type, "response.content.mimeType", "It is empty, but there is content.", HARReaders.types)
        }
        // Text of other charsets is longer or shorter in UTF-8 than it was: only bytes can be counted, and ASCII, which
        // almost all charsets write alike. Of a content that was not kept whole the size is that of the whole.
        let isCounted = content.member("encoding", in: file) != nil || text.allSatisfy { $0 < 0x80 } && !text.isEmpty
        guard isCounted, content.member("_contentDamage", in: file) == nil, !isCut,
            let listed = content.member("size", in: file), let count = listed.integer(in: file), count >= 0,
            count != size
        else { return }
        add(listed, "response.content.size", "It is \(count), but the text has \(size) bytes.", nil)
    }

    private mutating func sizes(_ message: JSONNode, _ name: String) {
        for member in ["headersSize", "bodySize"] as [StaticString] {
            guard let node = message.member(member, in: file), let size = node.double(in: file) else { continue }
            if size < -1 || size != size.rounded() {
                add(node, "\(name).\(member)", "\(Self.text(size)) is not a size; use -1 for an unknown size.", nil)
            }
        }
    }

    mutating func add(_ node: JSONNode, _ name: String, _ problem: String, _ reader: String?) {
        found.append(HARFinding(path: "\(path).\(name)", offset: node.offset, problem: problem, reader: reader))
    }
}
