/// The tables, each read once, when it is first asked for.
enum Tables {
    static let methods = Table(methodRows, isCaseSensitive: true) { $0.name == "*" ? "" : "\($0.name) /path HTTP/1.1" }
    static let statuses = Table(statusRows, deFactoStatusRows, isNumbered: true) { row in
        row.name == "(Unused)" ? "" : row.number.map { "HTTP/1.1 \($0) \(row.name)" } ?? ""
    }
    static let fields = Table(
        fieldRows, securityFieldRows, moreFieldRows, conventionFieldRows, deFactoFieldRows, rareFieldRows,
        serviceFieldRows, proxyFieldRows,
        pageFieldRows)
    static let requestDirectives = Table(requestDirectiveRows)
    static let responseDirectives = Table(responseDirectiveRows)
    static let policyDirectives = Table(policyDirectiveRows)
    static let policyFeatures = Table(policyFeatureRows)
    static let transportDirectives = Table(transportDirectiveRows)
    static let schemes = Table(schemeRows) { "Authorization: \($0.name) …" }
    static let contentCodings = Table(contentCodingRows) { "Content-Encoding: \($0.name)" }
    static let transferCodings = Table(transferCodingRows) { "Transfer-Encoding: \($0.name)" }
    static let cookieAttributes = Table(cookieAttributeRows)
    static let cookiePrefixes = Table(cookiePrefixRows)
    static let rangeUnits = Table(rangeUnitRows) { "Accept-Ranges: \($0.name)" }
    static let relations = Table(relationRows) { "Link: <https://shop.example.com/a>; rel=\"\($0.name)\"" }
    static let wellKnownURIs = Table(wellKnownRows, isCaseSensitive: true) {
        "GET /.well-known/\($0.name) HTTP/1.1"
    }
    static let protocols = Table(protocolRows, isCaseSensitive: true)
    static let forwardedParameters = Table(forwardedParameterRows)
    static let digestAlgorithms = Table(digestAlgorithmRows) { "Want-Repr-Digest: \($0.name)=1" }
    static let preferences = Table(preferenceRows) { $0.traits.contains(.takesValue) ? "" : "Prefer: \($0.name)" }
    static let frames = Table(frameRows, isNumbered: true)
    static let settings = Table(settingRows, isNumbered: true)
    static let errorCodes = Table(errorCodeRows, isNumbered: true)
    static let http3Frames = Table(http3FrameRows, isNumbered: true)
    static let http3Settings = Table(http3SettingRows, isNumbered: true)
    static let http3Errors = Table(http3ErrorRows, isNumbered: true)
    static let closeCodes = Table(closeCodeRows, isNumbered: true)
    static let tlsVersions = Table(tlsVersionRows, isNumbered: true)
    static let alerts = Table(alertRows, isNumbered: true)
    static let mediaTypes = Table(mediaTypeRows, moreMediaTypeRows) { "Content-Type: \($0.name)" }
    static let glossary = Table(glossaryRows)
}
