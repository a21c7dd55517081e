internal import Bytes
internal import HTTPModel

/// Takes a whole ClientHello apart. Offsets in its errors count from the message's first byte.
struct ClientHelloParser {
    private let message: Bytes
    private let recordVersion: TLSVersion
    private var position = 4
    /// The end of what encloses the part being read.
    private var end: Int

    private static let serverName: UInt16 = 0
    private static let supportedGroups: UInt16 = 10
    private static let signatureAlgorithms: UInt16 = 13
    private static let applicationProtocols: UInt16 = 16
    private static let supportedVersions: UInt16 = 43
    private static let keyShare: UInt16 = 51

    init(_ message: Bytes, recordVersion: TLSVersion) {
        self.message = message
        self.recordVersion = recordVersion
        end = message.count
    }

    mutating func parse() throws(ClientHelloError) -> ClientHello {
        let legacyVersion = TLSVersion(rawValue: try number16())
        let random = try take(32)
        let sessionID = try vector(lengthBytes: 1, 0...32)
        // RFC 8446 §4.1.2: at least one suite of two bytes.
        let suites = try vector(lengthBytes: 2, 2...0xFFFE)
        let cipherSuites = try numbers(suites)
        let compression = try vector(lengthBytes: 1, 1...255)
        var found = Found()
        // RFC 5246 §7.4.1.2: an old client sends none at all.
        if position < end {
            let all = try vector(lengthBytes: 2, 0...0xFFFF)
            guard position == end else { throw ClientHelloError(.badLength, at: position) }
            try readExtensions(all, into: &found)
        }
        return ClientHello(
            message: message, recordVersion: recordVersion, legacyVersion: legacyVersion, random: message.slice(random),
            sessionID: message.slice(sessionID), cipherSuites: cipherSuites,
            compressionMethods: message.slice(compression), extensions: found.extensions, serverName: found.serverName,
            applicationProtocols: found.applicationProtocols, supportedVersions: found.supportedVersions,
            groups: found.groups, signatureAlgorithms: found.signatureAlgorithms, keyShareGroups: found.keyShareGroups)
    }

    // MARK: - Extensions

    private struct Found {
        var extensions: [ClientHello.Extension] = []
        var serverName: ClientHello.ServerNameOffer?
        var applicationProtocols: [Bytes]?
        var supportedVersions: [TLSVersion]?
        var groups: [UInt16]?
        var signatureAlgorithms: [UInt16]?
        var keyShareGroups: [UInt16]?
    }

    private mutating func readExtensions(_ range: Range<Int>, into found: inout Found) throws(ClientHelloError) {
        enter(range)
        var seen: Set<UInt16> = []
        while position < range.upperBound {
            let start = position
            let type = try number16()
            let data = try vector(lengthBytes: 2, 0...0xFFFF)
            guard seen.insert(type).inserted else { throw ClientHelloError(.repeatedExtension, at: start) }
            found.extensions.append(ClientHello.Extension(type: type, data: message.slice(data)))
            try interpret(type, data, into: &found)
            enter(data.upperBound..<range.upperBound)
        }
    }

    private mutating func interpret(_ type: UInt16, _ data: Range<Int>, into found: inout Found)
        throws(ClientHelloError)
    {
        enter(data)
        switch type {
        case Self.serverName: found.serverName = try readServerName()
        case Self.supportedGroups: found.groups = try numbers(list(lengthBytes: 2))
        case Self.signatureAlgorithms: found.signatureAlgorithms = try numbers(list(lengthBytes: 2))
        case Self.applicationProtocols: found.applicationProtocols = try readProtocols()
        case Self.supportedVersions:
            found.supportedVersions = try numbers(list(lengthBytes: 1)).map { TLSVersion(rawValue: $0) }
        case Self.keyShare: found.keyShareGroups = try readKeyShares()
        default: break
        }
    }

    /// RFC 6066 §3. Names of kinds other than host_name(0) are passed over.
    private mutating func readServerName() throws(ClientHelloError) -> ClientHello.ServerNameOffer? {
        enter(try list(lengthBytes: 2))
        var offer: ClientHello.ServerNameOffer?
        while position < end {
            let type = try take(1).lowerBound
            let name = message.slice(try vector(lengthBytes: 2, 0...0xFFFF))
            if message[type] == 0, offer == nil {
                offer = ClientHello.ServerNameOffer(name)
            }
        }
        return offer
    }

    static func problem(of name: Bytes) -> ClientHello.ServerNameOffer.Problem? {
        if name.isEmpty { return .empty }
        if name.contains(0) { return .containsNUL }
        let host = name.last == UInt8(ascii: ".") ? name.slice(0..<name.count - 1) : name
        // RFC 1035 §2.3.4.
        if host.count > 253 || host.split(separator: UInt8(ascii: ".")).contains(where: { $0.count > 63 }) {
            return .tooLong
        }
        if name.contains(UInt8(ascii: ":")) { return .address }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.contains(where: \.isEmpty) { return .notAHostName }
        // No top-level domain is a number, so a name that ends in one is an address, well-formed or not.
        if let last = labels.last, last.allSatisfy(ASCII.isDigit) { return .address }
        let isName = host.allSatisfy { byte in
            ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.hyphen || byte == ASCII.period
                || byte == ASCII.underscore
        }
        return isName ? nil : .notAHostName
    }

    /// RFC 7301 §3.1: a list of names of at least one byte.
    private mutating func readProtocols() throws(ClientHelloError) -> [Bytes] {
        enter(try list(lengthBytes: 2))
        var names: [Bytes] = []
        while position < end { names.append(message.slice(try vector(lengthBytes: 1, 1...255))) }
        return names
    }

    /// RFC 8446 §4.2.8: a group and a key, any number of times, also none.
    private mutating func readKeyShares() throws(ClientHelloError) -> [UInt16] {
        enter(try list(lengthBytes: 2))
        var groups: [UInt16] = []
        while position < end {
            groups.append(try number16())
            _ = try vector(lengthBytes: 2, 1...0xFFFF)
        }
        return groups
    }

    // MARK: - Parts

    private mutating func enter(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    private mutating func take(_ count: Int) throws(ClientHelloError) -> Range<Int> {
        guard end - position >= count else { throw ClientHelloError(.badLength, at: position) }
        defer { position += count }
        return position..<position + count
    }

    private mutating func number16() throws(ClientHelloError) -> UInt16 {
        let range = try take(2)
        return UInt16(message[range.lowerBound]) << 8 | UInt16(message[range.lowerBound + 1])
    }

    /// A length and that many bytes (RFC 8446 §3.4).
    private mutating func vector(lengthBytes: Int, _ allowed: ClosedRange<Int>) throws(ClientHelloError) -> Range<Int> {
        let start = position
        let length = try take(lengthBytes).reduce(0) { $0 << 8 | Int(message[$1]) }
        guard allowed.contains(length) else { throw ClientHelloError(.badLength, at: start) }
        guard end - position >= length else { throw ClientHelloError(.badLength, at: start) }
        return try take(length)
    }

    /// A vector that fills the extension it is in.
    private mutating func list(lengthBytes: Int) throws(ClientHelloError) -> Range<Int> {
        let range = try vector(lengthBytes: lengthBytes, 0...0xFFFF)
        guard position == end else { throw ClientHelloError(.badLength, at: position) }
        return range
    }

    private func numbers(_ range: Range<Int>) throws(ClientHelloError) -> [UInt16] {
        guard range.count.isMultiple(of: 2) else { throw ClientHelloError(.badLength, at: range.lowerBound) }
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { index in
            UInt16(message[index]) << 8 | UInt16(message[index + 1])
        }
    }
}
