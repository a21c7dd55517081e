package import Bytes

extension AuthorizationValue {
    /// Whether the `uri` of Digest credentials is what was asked for: the target as sent, or what it is without a proxy
    /// (RFC 7616 §3.4.6).
    package static func digestURI(_ uri: Bytes, names target: Bytes, of url: URLReference?) -> Bool {
        if uri == target { return true }
        guard let url else { return false }
        return uri == url.raw
            || uri == url.raw.slice(url.path.lowerBound..<(url.query?.upperBound ?? url.path.upperBound))
    }
}
