import Bytes

/// What Fiddler notes of a session beside its bytes: attributes of XML elements, `ClientBeginRequest="2024-02-29T…"`
/// and `<SessionFlag N="x-hostip" V="192.0.2.1" />`. Only a few names are looked for; nothing is resolved or included.
struct SAZNotes {
    private let text: String
    /// What stands behind so much is not looked at.
    static let sizeLimit = 256 << 10

    init(_ xml: Bytes) {
        text = xml.slice(0..<min(xml.count, Self.sizeLimit)).text
    }

    func fill(_ exchange: inout ImportedExchange) {
        exchange.moments.began = time("ClientBeginRequest")
        exchange.moments.requestEnded = time("ClientDoneRequest")
        exchange.moments.responseBegan = time("ServerBeginResponse")
        exchange.moments.responseEnded = time("ServerDoneResponse")
        let connected = time("ServerConnected")
        if let connected, let began = exchange.moments.began, connected >= began {
            exchange.moments.connected = connected
        }
        if let address = flag("x-clientip"), let port = flag("x-clientport") {
            exchange.client = Self.address(address, port)
        }
        if let address = flag("x-hostip") { exchange.server = Self.address(address, "0") }
    }

    /// Fiddler writes the year 1 for what did not happen.
    private func time(_ name: String) -> Int64? {
        value(behind: " \(name)=\"", in: text[...]).flatMap { RecordedTime.parse(Bytes($0)) }.flatMap {
            $0 > 0 ? $0 : nil
        }
    }

    private func flag(_ name: String) -> String? {
        guard let place = text.firstRange(of: "N=\"\(name)\"") else { return nil }
        let element = text[place.upperBound...].prefix { $0 != ">" }
        return value(behind: "V=\"", in: element)
    }

    private func value(behind opening: String, in text: Substring) -> String? {
        guard let place = text.firstRange(of: opening) else { return nil }
        let value = text[place.upperBound...].prefix(64).prefix { $0 != "\"" }
        return value.isEmpty ? nil : String(value)
    }

    /// Only what is an address gets into a record.
    private static func address(_ host: String, _ port: String) -> String? {
        let plain = host.hasPrefix("::ffff:") ? String(host.dropFirst(7)) : host
        guard let port = UInt16(port), plain.allSatisfy({ $0.isHexDigit || $0 == "." || $0 == ":" }) else { return nil }
        return plain.contains(":") ? "[\(plain)]:\(port)" : "\(plain):\(port)"
    }
}
