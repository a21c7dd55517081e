import Bytes
import Flow

/// What Fiddler notes of a session beside its bytes: attributes of XML elements, `ClientBeginRequest="2024-02-29T…"`
/// and `<SessionFlag N="x-hostip" V="192.0.2.1" />`. Elements and their attributes are read; nothing is resolved or
/// included.
struct SAZNotes {
    /// What stands after so much is not looked at.
    static let sizeLimit = 256 << 10
    private static let listLimit = 500

    typealias Attribute = (name: String, value: String)

    /// Of the element SessionTimers.
    private var timers: [Attribute] = []
    private var flags: [Attribute] = []
    /// Of other elements: `<PipeInfo Reused="True" />`.
    private var others: [(name: String, attributes: [Attribute])] = []
    /// What stands after a limit was not looked at.
    private let isCut: Bool

    init(_ xml: Bytes) {
        var rest = xml.slice(0..<min(xml.count, Self.sizeLimit)).text[...]
        var count = 0
        while count < Self.listLimit, let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            let name = rest.prefix { $0.isLetter }
            guard !name.isEmpty else { continue }
            rest = rest.dropFirst(name.count)
            let attributes = Self.attributes(&rest)
            count += 1
            if name == "SessionTimers" {
                timers += attributes
            } else if name == "SessionFlag", let flag = attributes.first(where: { $0.name == "N" })?.value {
                flags.append((flag, attributes.first { $0.name == "V" }?.value ?? ""))
            } else if !attributes.isEmpty {
                others.append((String(name), attributes))
            }
        }
        isCut = xml.count > Self.sizeLimit || count == Self.listLimit && rest.contains("<Session")
    }

    /// `name="value"` up to the end of the element.
    private static func attributes(_ rest: inout Substring) -> [Attribute] {
        var found: [Attribute] = []
        while let next = rest.firstIndex(where: { !$0.isWhitespace }), rest[next] != ">", rest[next] != "/",
            found.count < listLimit
        {
            rest = rest[next...]
            let name = rest.prefix { $0 != "=" && $0 != ">" && !$0.isWhitespace }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { return found }
            rest = rest.dropFirst()
            guard let quote = rest.first, quote == "\"" || quote == "'" else { return found }
            rest = rest.dropFirst()
            let value = rest.prefix { $0 != quote }
            rest = rest.dropFirst(value.count + 1)
            found.append((String(name), unescaped(value)))
        }
        return found
    }

    /// XML 1.0 §4.1, §4.6: characters by number, and the five names.
    private static func unescaped(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        var output = ""
        var rest = text
        while let place = rest.firstIndex(of: "&") {
            output += rest[..<place]
            rest = rest[place...].dropFirst()
            let name = rest.prefix(10).prefix { $0 != ";" }
            let scalar: Unicode.Scalar? =
                switch name {
                case "lt": "<"
                case "gt": ">"
                case "amp": "&"
                case "quot": "\""
                case "apos": "'"
                case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
                case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
                default: nil
                }
            guard let scalar, rest.dropFirst(name.count).first == ";" else {
                output += "&"
                continue
            }
            output.unicodeScalars.append(scalar)
            rest = rest.dropFirst(name.count + 1)
        }
        return output + rest
    }

    // MARK: Taken over

    func fill(_ exchange: inout ImportedExchange, of number: String, _ log: inout DamageLog) {
        exchange.moments.began = time("ClientBeginRequest")
        exchange.moments.requestEnded = time("ClientDoneRequest")
        exchange.moments.responseBegan = time("ServerBeginResponse")
        exchange.moments.responseEnded = time("ServerDoneResponse")
        connection(&exchange.moments)
        if let address = flag("x-clientip"), let port = flag("x-clientport") {
            exchange.client = Self.address(address, port)
        }
        if let address = flag("x-hostip") { exchange.server = Self.address(address, "0") }
        let comment = flag("ui-comments").flatMap { $0.isEmpty ? nil : $0 }
        let tags = flag("ui-color").map { $0.filter { !$0.isWhitespace } }.flatMap { $0.isEmpty ? nil : [$0] } ?? []
        let flags = flags.filter { flag in
            switch flag.name {
            case "x-clientip", "x-clientport": exchange.client == nil
            case "x-hostip": exchange.server == nil
            case "ui-comments": false
            default: true
            }
        }
        let unknown = timers.filter { timer in
            !Self.knownTimers.contains(timer.name) && timer.value != "0" && !timer.value.hasPrefix("0001-01-01")
        }
        exchange.remarks = FileRemarks(
            comment: comment, tags: tags,
            members: ToldMembers.fiddler(flags: flags, timers: unknown, elements: others, &log))
        if isCut {
            log.add(
                0, "raw/\(number)_m.xml has more than \(Self.listLimit) elements or \(Self.sizeLimit >> 10) KiB.",
                "The rest of it was left out.")
        }
    }

    private static let knownTimers = [
        "ClientBeginRequest", "ClientDoneRequest", "ServerBeginResponse", "ServerDoneResponse", "ServerConnected",
        "DNSTime", "TCPConnectTime", "HTTPSHandshakeTime",
    ]

    /// What the set-up of a connection took stands beside when it was done, in milliseconds; zeros are an old one's.
    private func connection(_ moments: inout ImportedExchange.Moments) {
        func duration(_ name: String) -> Int64 { Int64(value(name).flatMap { UInt32($0) } ?? 0) * 1000 }
        let (dns, connect, secure) = (
            duration("DNSTime"), duration("TCPConnectTime"), duration("HTTPSHandshakeTime")
        )
        let began = moments.began
        let connected = time("ServerConnected").flatMap { time in began.map { time >= $0 } ?? true ? time : nil }
        guard dns + connect + secure > 0 else {
            moments.connected = connected
            return
        }
        guard let start = began else { return }
        // Without that moment: it came before the request was sent on.
        let end = connected ?? max(start + dns + connect + secure, moments.requestEnded ?? start)
        let first = max(start, end - dns - connect - secure)
        moments.connectBegan = first
        if dns > 0 { moments.resolved = min(end, first + dns) }
        if secure > 0 { moments.transportConnected = max(first, end - secure) }
        moments.connected = end
    }

    private func value(_ name: String) -> String? { timers.first { $0.name == name }?.value }

    /// Fiddler writes the year 1 for what did not happen.
    private func time(_ name: String) -> Int64? {
        value(name).flatMap { RecordedTime.parse(Bytes($0)) }.flatMap { $0 > 0 ? $0 : nil }
    }

    private func flag(_ name: String) -> String? { flags.first { $0.name == name }?.value }

    /// Only what is an address gets into a record.
    private static func address(_ host: String, _ port: String) -> String? {
        let plain = host.hasPrefix("::ffff:") ? String(host.dropFirst(7)) : host
        guard let port = UInt16(port), plain.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }) else { return nil }
        return plain.contains(":") ? "[\(plain)]:\(port)" : "\(plain):\(port)"
    }
}
