import Bytes
package import HTTPModel

/// Which fields an HTTP/2 message may have (RFC 9113 §8.2, §8.3), in one place for both directions and for trailers.
///
/// Whatever passes can be written in HTTP/1.1 and is the same message there: what HTTP/2 carries and HTTP/1.1 does not
/// (line breaks in values, spaces in paths) is how requests are smuggled (§10.3). Pure functions.
package enum FieldRules {
    /// The head of a request.
    ///
    /// - Parameter allowsExtendedConnect: the setting of RFC 8441 was offered.
    package static func request(
        _ fields: FieldSection, allowsExtendedConnect: Bool = false, _ tolerances: Tolerances = .standard
    ) throws(FieldFault) -> RequestHead {
        var check = FieldCheck(fields, .request)
        try check.run()
        return try RequestParts(check, allowsExtendedConnect: allowsExtendedConnect, tolerances).head()
    }

    /// The head of a response, interim ones too.
    package static func response(
        _ fields: FieldSection, _ tolerances: Tolerances = .standard
    ) throws(FieldFault) -> ResponseHead {
        var check = FieldCheck(fields, .response, tolerances)
        try check.run()
        let fields = check.fields
        guard let line = check.place(of: .status) else { throw FieldFault(.missingStatus) }
        let value = fields.value(of: fields.lines[line])
        guard value.count == 3, let status = value.decimal, status >= 100 else {
            throw check.fault(.malformedStatus, line)
        }
        guard status != 101 else { throw check.fault(.switchingProtocols, line) }
        // RFC 9110 §8.6
        if status < 200 || status == 204, let line = fields.lines.firstIndex(where: { $0.known == .contentLength }) {
            guard tolerances.contains(.framingWithoutBody) else { throw check.fault(.framingWithoutBody, line) }
            check.note(.framingWithoutBody, fields.lines[line].line)
        }
        return ResponseHead(
            status: Int(status), version: .http20, reasonRange: 0..<0, fields: fields, quirks: check.quirks.kept,
            omittedQuirks: check.quirks.omitted)
    }

    /// The fields behind the content of a request, or of a response.
    package static func trailers(
        _ fields: FieldSection, ofResponse: Bool = false, _ tolerances: Tolerances = .standard
    ) throws(FieldFault) -> Trailers {
        var check = FieldCheck(fields, ofResponse ? .responseTrailers : .trailers, ofResponse ? tolerances : .none)
        try check.run()
        let fields = check.fields
        for (place, line) in fields.lines.enumerated() where fields.isForbiddenTrailer(line) {
            guard tolerances.contains(.forbiddenTrailers) else { throw check.fault(.forbiddenTrailer, place) }
            check.note(.forbiddenTrailer, line.line)
        }
        return Trailers(fields, quirks: check.quirks.kept, omittedQuirks: check.quirks.omitted)
    }

    /// What Content-Length of a section that passed says.
    static func contentLength(of fields: FieldSection) -> UInt64? { fields.first(.contentLength)?.decimal }
}

extension HTTPVersion {
    /// HTTP/2, which has no minor version any more; it is written as others write it.
    package static let http20 = HTTPVersion(major: 2, minor: 0)
}
