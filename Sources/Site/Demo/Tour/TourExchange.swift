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
            let cookie = SetCookie(line)
            let isOurs = !cookie.isSecure && cookie.domain != "example.com"
            return isOurs && path.hasPrefix(cookie.path?.text ?? "/") ? cookie.pair.text : nil
        }.joined(separator: "; ")
    }

    /// The Authorization value that answers the response's Digest challenge, SHA-256 preferred; nil when there is none.
    func digestCredentials(uri: String, username: String, password: String) -> String? {
        let challenges = Challenge.list(.wwwAuthenticate, in: response.fields).filter {
            $0.scheme.equalsIgnoringCase("digest")
        }
        let preferred = challenges.first { $0["algorithm"]?.equalsIgnoringCase("sha-256") == true }
        guard let challenge = preferred ?? challenges.first, let realm = challenge.realm?.text,
            let nonce = challenge["nonce"]?.text
        else { return nil }
        let algorithm = challenge["algorithm"].map { "algorithm=\($0.text), " } ?? ""
        // Made from the nonce because nothing here is random; a client that guards a password draws it by lot.
        let clientNonce = Hex.text(HashAlgorithm.sha256.digest(Array("client \(nonce)".utf8)).prefix(8))
        func credentials(_ response: String) -> String {
            "Digest username=\"\(username)\", realm=\"\(realm)\", nonce=\"\(nonce)\", uri=\"\(uri)\", "
                + "\(algorithm)qop=auth, nc=00000001, cnonce=\"\(clientNonce)\", response=\"\(response)\""
        }
        guard let value = AuthorizationValue(Bytes(credentials(""))),
            let digest = try? DigestComputation(
                value, method: request.method.name, password: Bytes(password), content: nil)
        else { return nil }
        return credentials(digest.response)
    }

    /// The last string in the JSON body that begins with `prefix`.
    func link(beginning prefix: String) -> String? {
        body.split(separator: ASCII.quote)
            .map { String(decoding: $0, as: UTF8.self) }
            .last { $0.hasPrefix(prefix) }
    }
}

extension Challenge {
    /// The value of the parameter of this name, given in lower case.
    fileprivate subscript(_ name: StaticString) -> Bytes? {
        parameters.first { $0.name.equalsIgnoringCase(name) }?.value
    }
}
