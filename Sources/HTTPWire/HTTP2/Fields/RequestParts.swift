import Bytes
import HTTPModel

/// The pseudo-header fields of a request, and Host beside them, made into a head (RFC 9113 §8.3.1).
struct RequestParts {
    private struct Authority {
        let host: Range<Int>
        let port: UInt16?
    }

    private var check: FieldCheck
    private let allowsExtendedConnect: Bool
    private let tolerances: Tolerances
    private var fields: FieldSection { check.fields }

    init(_ check: FieldCheck, allowsExtendedConnect: Bool, _ tolerances: Tolerances) {
        self.check = check
        self.tolerances = tolerances
        self.allowsExtendedConnect = allowsExtendedConnect
    }

    consuming func head() throws(FieldFault) -> RequestHead {
        let method = try method()
        let authority = try authority()
        let isTunnel = try isTunnel(method)
        let target = isTunnel ? try tunnelTarget(authority) : try target(method, authority)
        return RequestHead(
            method: method, target: target, version: .http20, fields: fields, quirks: check.quirks.kept,
            omittedQuirks: check.quirks.omitted)
    }

    private func method() throws(FieldFault) -> Method {
        guard let place = check.place(of: .method) else { throw FieldFault(.missingMethod) }
        let name = check.value(at: place)
        if let offset = FieldSyntax.validateName(name) {
            let start = fields.lines[place].value.lowerBound + offset
            throw check.fault(.malformedMethod, place, name.isEmpty ? nil : start..<start + 1)
        }
        return name.withSpan { name in unsafe name.withUnsafeBufferPointer { unsafe Method.recognise($0) } }
            ?? Method(name)
    }

    /// A CONNECT that names no protocol is a tunnel and has neither scheme nor path (RFC 9113 §8.5, RFC 8441 §4).
    private func isTunnel(_ method: Method) throws(FieldFault) -> Bool {
        if let place = check.place(of: .protocol) {
            let name = check.value(at: place)
            // HTTP/2 inside of a stream (RFC 9113 §3.1 has done with h2c) would pass every rule.
            guard method == .connect, allowsExtendedConnect, !name.isEmpty, !name.equalsIgnoringCase("h2c") else {
                throw check.fault(.misplacedProtocol, place)
            }
            return false
        }
        guard method == .connect else { return false }
        if let place = check.place(of: .path) ?? check.place(of: .scheme) {
            throw check.fault(.connectWithPath, place)
        }
        return true
    }

    // MARK: - Authority

    /// What `:authority` says, or else Host; both have to say the same.
    private func authority() throws(FieldFault) -> Authority? {
        var hostPlace: Int?
        for place in fields.lines.indices where fields.lines[place].known == .host {
            guard hostPlace == nil else { throw check.fault(.repeatedHost, place) }
            hostPlace = place
        }
        let named = try check.place(of: .authority).map { place throws(FieldFault) in
            try parse(place, orElse: .malformedAuthority)
        }
        let host = try hostPlace.map { place throws(FieldFault) in try parse(place, orElse: .malformedHost) }
        if let named, let host, let hostPlace, !isSame(named, host) { throw check.fault(.hostDisagrees, hostPlace) }
        return named ?? host
    }

    private func parse(_ place: Int, orElse rule: FieldFault.Rule) throws(FieldFault) -> Authority {
        let range = fields.lines[place].value
        let result = fields.raw.withSpan { span in
            unsafe span.withUnsafeBufferPointer { unsafe AuthorityParser.parse($0, range) }
        }
        switch result {
        // User information is caught as part of the host (§8.3.1: MUST NOT be there).
        case .malformed(let offset):
            throw check.fault(rule, place, offset < range.upperBound ? offset..<offset + 1 : nil)
        case .authority(let host, let port): return Authority(host: host, port: port)
        }
    }

    private func isSame(_ one: Authority, _ other: Authority) -> Bool {
        fields.raw.slice(one.host).equalsIgnoringCase(fields.raw.slice(other.host))
            && (one.port ?? usualPort) == (other.port ?? usualPort)
    }

    private var usualPort: UInt16? {
        guard let place = check.place(of: .scheme) else { return nil }
        let scheme = check.value(at: place)
        return scheme.equalsIgnoringCase("https") ? 443 : scheme.equalsIgnoringCase("http") ? 80 : nil
    }

    // MARK: - Target

    private func tunnelTarget(_ authority: Authority?) throws(FieldFault) -> RequestTarget {
        guard let authority, let place = check.place(of: .authority) else { throw FieldFault(.missingAuthority) }
        // RFC 9110 §9.3.6: there is no default port, and an empty or invalid one must be refused.
        guard !authority.host.isEmpty, let port = authority.port, port != 0 else {
            throw check.fault(.malformedAuthority, place)
        }
        let range = fields.lines[place].value
        return RequestTarget(
            form: .authority, range: range, host: authority.host, port: port,
            pathAndQuery: range.upperBound..<range.upperBound)
    }

    private mutating func target(_ method: Method, _ authority: Authority?) throws(FieldFault) -> RequestTarget {
        guard let schemePlace = check.place(of: .scheme) else { throw FieldFault(.missingScheme) }
        let scheme = check.value(at: schemePlace)
        guard let first = scheme.first, ASCII.isAlpha(first), OctetClass.scheme.containsAll(scheme) else {
            throw check.fault(.malformedScheme, schemePlace)
        }
        guard let pathPlace = check.place(of: .path), !check.value(at: pathPlace).isEmpty else {
            throw FieldFault(.missingPath)
        }
        // RFC 9110 §4.2.1, §4.2.2: http and https have a host, and it is not empty.
        if usualPort != nil {
            guard let authority else { throw FieldFault(.missingAuthority) }
            if authority.host.isEmpty, let place = check.place(of: .authority) {
                throw check.fault(.malformedAuthority, place)
            }
        }
        let path = fields.lines[pathPlace].value
        let isAsterisk = path.count == 1 && fields.raw[path.lowerBound] == ASCII.asterisk
        if isAsterisk, method == .options {
            return made(.asterisk, path, path.upperBound..<path.upperBound, schemePlace, authority)
        }
        try checkPath(pathPlace, path)
        return made(.origin, path, path, schemePlace, authority)
    }

    private func made(
        _ form: RequestTarget.Form, _ range: Range<Int>, _ path: Range<Int>, _ schemePlace: Int,
        _ authority: Authority?
    ) -> RequestTarget {
        RequestTarget(
            form: form, range: range, scheme: fields.lines[schemePlace].value, host: authority?.host,
            port: authority?.port, pathAndQuery: path)
    }

    /// A path as HTTP/1.1 has it in its request line, read by the same function.
    private mutating func checkPath(_ place: Int, _ range: Range<Int>) throws(FieldFault) {
        guard fields.raw[range.lowerBound] == ASCII.slash else {
            throw check.fault(.malformedPath, place, range.lowerBound..<range.lowerBound + 1)
        }
        do throws(WireError) {
            let parsed = try fields.raw.withSpan { span throws(WireError) in
                try unsafe span.withUnsafeBufferPointer { input throws(WireError) in
                    try unsafe TargetParser.parse(input, range, method: nil, tolerances)
                }
            }
            if let unencoded = parsed.unencoded { check.note(.unencodedTarget, unencoded) }
        } catch {
            throw check.fault(
                error.code == .fragmentInTarget ? .fragmentInPath : .malformedPath, place,
                error.offset..<error.offset + error.length)
        }
    }
}
