package import Bytes
package import HTTPModel
import HTTPSemantics

/// A request of the tour with the answer that came, and what the next request takes from it.
package struct TourExchange: Sendable, Hashable {
    package let request: TourRequest
    /// The responses that came before the final one, 1xx.
    package let interim: [ResponseHead]
    /// The final response.
    package let response: ResponseHead
    package let trailers: FieldSection?
    /// The content without transfer coding, with its content coding; the first 64 KiB are enough.
    package let body: Bytes

    package init(
        request: TourRequest, interim: [ResponseHead] = [], response: ResponseHead, trailers: FieldSection? = nil,
        body: Bytes
    ) {
        self.request = request
        self.interim = interim
        self.response = response
        self.trailers = trailers
        self.body = body
    }
}

extension TourExchange {
    /// The lines of this exchange with one of these names, as curl writes them: `>` for the request's, `<` for those
    /// that came back, with the status of an interim response before its own.
    package func lines(named names: [String]) -> [String] {
        let names = Set(names.map { $0.lowercased() })
        let isNamed = { (line: String) in names.contains(line.prefix { $0 != ":" }.lowercased()) }
        let sent = request.head.text.split(separator: "\r\n").dropFirst().map(String.init).filter(isNamed)
        var lines = sent.map { "> " + $0 }
        for head in interim {
            lines.append("< \(head.status)")
            lines += Self.lines(head.fields).filter(isNamed).map { "< " + $0 }
        }
        lines += Self.lines(response.fields).filter(isNamed).map { "< " + $0 }
        if let trailers { lines += Self.lines(trailers).filter(isNamed).map { "< " + $0 } }
        return lines
    }

    private static func lines(_ fields: FieldSection) -> [String] {
        fields.lines.map { "\(fields.name(of: $0).text): \(fields.value(of: $0).text)" }
    }

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
