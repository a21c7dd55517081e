import Bytes

/// The URL Standard's basic parser (§4.4) for the schemes that have a host. Used once for one text.
struct BrowserURLParser {
    private let text: [UInt8]
    private let base: BrowserURL?
    private var position = 0

    private var scheme = Bytes()
    private var userinfo: Bytes?
    private var host = Bytes()
    private var port: UInt16?
    private var segments: [[UInt8]] = []

    init(_ text: Bytes, _ base: BrowserURL?) {
        // Control characters and spaces at the ends go, and so do tabs and line ends wherever they are.
        let isKept: (UInt8) -> Bool = { $0 > ASCII.space }
        let start = text.firstIndex(where: isKept) ?? text.count
        let end = text.lastIndex(where: isKept).map { $0 + 1 } ?? start
        self.text = text.slice(start..<end).filter {
            $0 != ASCII.tab && $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn
        }
        self.base = base
    }

    mutating func read() -> BrowserURL.Reading {
        if let end = schemeEnd {
            let name = Bytes(Array(text[0..<end])).lowercased
            guard Self.ownPort(name) != nil else { return .otherScheme }
            scheme = name
            position = end + 1
            // "special relative or authority state": `http:x` on an http page is relative.
            if let base, base.scheme == name, !startsWithTwoSlashes { return relative(to: base) }
            return authority()
        }
        guard let base else { return .refused(.relative) }
        scheme = base.scheme
        return relative(to: base)
    }

    private var schemeEnd: Int? {
        guard let first = text.first, ASCII.isAlpha(first) else { return nil }
        let end = text.firstIndex { byte in
            !(ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.plus || byte == ASCII.hyphen
                || byte == ASCII.period)
        }
        return end.flatMap { text[$0] == ASCII.colon ? $0 : nil }
    }

    /// The port that a scheme means; nil of schemes that are not modelled.
    private static func ownPort(_ scheme: Bytes) -> UInt16? {
        if scheme.isExactly("http") || scheme.isExactly("ws") { return 80 }
        return scheme.isExactly("https") || scheme.isExactly("wss") ? 443 : nil
    }

    private func isSlash(_ place: Int) -> Bool {
        place < text.count && (text[place] == ASCII.slash || text[place] == ASCII.backslash)
    }

    /// Two forward slashes: only these begin an authority behind a scheme that is the page's.
    private var startsWithTwoSlashes: Bool {
        position + 1 < text.count && text[position] == ASCII.slash && text[position + 1] == ASCII.slash
    }

    // MARK: Relative

    private mutating func relative(to base: BrowserURL) -> BrowserURL.Reading {
        if isSlash(position), isSlash(position + 1) { return authority() }
        (userinfo, host, port) = (base.userinfo, base.host, base.port)
        let next = position < text.count ? text[position] : nil
        let old = base.path.dropFirst().split(separator: ASCII.slash, omittingEmptySubsequences: false).map {
            Array($0)
        }
        switch next {
        case nil, ASCII.hash?:
            segments = old
            return finish(query: base.query)
        case ASCII.question?:
            segments = old
            return finish(query: nil)
        case _ where isSlash(position):
            position += 1
        default:
            segments = Array(old.dropLast())
        }
        path()
        return finish(query: nil)
    }

    // MARK: Authority

    /// However many slashes, of either kind, stand before it.
    private mutating func authority() -> BrowserURL.Reading {
        while isSlash(position) { position += 1 }
        let end = text[position...].firstIndex { byte in
            byte == ASCII.slash || byte == ASCII.backslash || byte == ASCII.question || byte == ASCII.hash
        }
        var rest = text[position..<(end ?? text.count)]
        position = end ?? text.count
        if let at = rest.lastIndex(of: ASCII.at) {
            userinfo = Self.credentials(rest[rest.startIndex..<at])
            rest = rest[(at + 1)...]
        }
        // A colon inside of brackets is not the port's.
        var isInBrackets = false
        let colon = rest.firstIndex { byte in
            if byte == ASCII.openBracket { isInBrackets = true }
            if byte == ASCII.closeBracket { isInBrackets = false }
            return byte == ASCII.colon && !isInBrackets
        }
        let name = rest[rest.startIndex..<(colon ?? rest.endIndex)]
        guard !name.isEmpty else { return .refused(.emptyHost) }
        guard let host = BrowserHost.read(Bytes(Array(name))) else { return .refused(.host) }
        self.host = host
        if let colon {
            let digits = Bytes(Array(rest[(colon + 1)...]))
            guard digits.allSatisfy(ASCII.isDigit) else { return .refused(.port) }
            if !digits.isEmpty {
                guard let number = digits.decimal.flatMap({ UInt16(exactly: $0) }) else { return .refused(.port) }
                port = number == Self.ownPort(scheme) ? nil : number
            }
        }
        if isSlash(position) { position += 1 }
        path()
        return finish(query: nil)
    }

    /// Name and password, each encoded; an empty password leaves its colon out.
    private static func credentials(_ written: ArraySlice<UInt8>) -> Bytes? {
        let parts = written.split(separator: ASCII.colon, maxSplits: 1, omittingEmptySubsequences: false)
        let name = BrowserEncoding.userinfo.encode(Bytes(Array(parts[0])))
        let password = parts.count > 1 ? BrowserEncoding.userinfo.encode(Bytes(Array(parts[1]))) : []
        if name.isEmpty, password.isEmpty { return nil }
        return Bytes(password.isEmpty ? name : name + [ASCII.colon] + password)
    }

    // MARK: Path, query, fragment

    /// Segment by segment up to `?` or `#`; the slash before the first one is read already.
    private mutating func path() {
        while true {
            let end =
                text[position...].firstIndex { byte in
                    byte == ASCII.slash || byte == ASCII.backslash || byte == ASCII.question || byte == ASCII.hash
                } ?? text.count
            let segment = text[position..<end]
            let goesOn = isSlash(end)
            switch Self.dots(segment) {
            case 2:
                _ = segments.popLast()
                if !goesOn { segments.append([]) }
            case 1:
                if !goesOn { segments.append([]) }
            default:
                segments.append(BrowserEncoding.path.encode(Bytes(Array(segment))))
            }
            position = goesOn ? end + 1 : end
            if !goesOn { return }
        }
    }

    /// 1 or 2 for a segment of so many dots, `%2e` being one of them; else 0.
    private static func dots(_ segment: ArraySlice<UInt8>) -> Int {
        var count = 0
        var rest = segment
        while let first = rest.first {
            if first == ASCII.period {
                rest = rest.dropFirst()
            } else if Bytes(Array(rest.prefix(3))).equalsIgnoringCase("%2e") {
                rest = rest.dropFirst(3)
            } else {
                return 0
            }
            count += 1
            if count > 2 { return 0 }
        }
        return count
    }

    private mutating func finish(query inherited: Bytes?) -> BrowserURL.Reading {
        var query = inherited
        var fragment: Bytes?
        if position < text.count, text[position] == ASCII.question {
            let end = text[position...].firstIndex(of: ASCII.hash) ?? text.count
            query = Bytes(BrowserEncoding.query.encode(Bytes(Array(text[(position + 1)..<end]))))
            position = end
        }
        if position < text.count {
            fragment = Bytes(BrowserEncoding.fragment.encode(Bytes(Array(text[(position + 1)...]))))
        }
        let path = segments.isEmpty ? [ASCII.slash] : segments.flatMap { [ASCII.slash] + $0 }
        return .url(
            BrowserURL(
                scheme: scheme, userinfo: userinfo, host: host, port: port, path: Bytes(path), query: query,
                fragment: fragment))
    }
}
