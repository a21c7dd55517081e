package import Bytes
package import HTTPModel
import HTTPSemantics

/// A request of the tour with the answer that came, and what the next request takes from it.
package struct TourExchange: Sendable, Hashable {
    package let request: TourRequest
    /// The final response; interim ones are not part of it.
    package let response: ResponseHead
    /// The content without transfer coding, with its content coding; the first 64 KiB are enough.
    package let body: Bytes

    package init(request: TourRequest, response: ResponseHead, body: Bytes) {
        self.request = request
        self.response = response
        self.body = body
    }
}

extension TourExchange {
    /// Where a redirect leads; nil when this is none.
    var redirection: String? {
        guard (300...399).contains(response.status) else { return nil }
        return response.fields.first(.location)?.text
    }

    /// The cookies of this response that may go to `path` of the same host over plain http, as one Cookie value.
    func cookies(for path: String) -> String {
        response.fields.values(.setCookie).compactMap { line -> String? in
            let parts = line.text.split(separator: ";").map { $0.drop { $0 == " " } }
            let attributes = parts.dropFirst().map { $0.lowercased() }
            let scope = attributes.first { $0.hasPrefix("path=") }?.dropFirst("path=".count) ?? "/"
            let isOurs = !attributes.contains("secure") && !attributes.contains("domain=example.com")
            return isOurs && path.hasPrefix(scope) ? parts.first.map(String.init) : nil
        }.joined(separator: "; ")
    }

    /// The Authorization value that answers the response's Digest challenge, SHA-256 preferred; nil when there is none.
    func digestCredentials(uri: String, username: String, password: String) -> String? {
        let challenges = response.fields.values(.wwwAuthenticate).compactMap { DigestAccess.Credentials($0) }
        guard var credentials = challenges.first(where: { $0.algorithm == .sha256 }) ?? challenges.first else {
            return nil
        }
        credentials.username = username
        credentials.uri = uri
        credentials.qop = "auth"
        credentials.nonceCount = "00000001"
        // Made from the nonce because nothing here is random; a client that guards a password draws it by lot.
        credentials.clientNonce = Hex.text(
            HashAlgorithm.sha256.digest(Array("client \(credentials.nonce)".utf8)).prefix(8))
        let answer = DigestAccess.response(credentials, method: request.method.name.text, password: password)
        return "Digest username=\"\(username)\", realm=\"\(credentials.realm)\", nonce=\"\(credentials.nonce)\", "
            + "uri=\"\(uri)\", algorithm=\(credentials.algorithm.rawValue), qop=auth, "
            + "nc=\(credentials.nonceCount), cnonce=\"\(credentials.clientNonce)\", response=\"\(answer)\""
    }

    /// The last string in the JSON body that begins with `prefix`.
    func link(beginning prefix: String) -> String? {
        body.split(separator: ASCII.quote)
            .map { String(decoding: $0, as: UTF8.self) }
            .last { $0.hasPrefix(prefix) }
    }
}
