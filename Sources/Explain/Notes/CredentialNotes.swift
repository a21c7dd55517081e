import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about credentials and challenges.
public enum CredentialNotes: NoteSource {
    public static let codes = [
        "basic-without-tls", "basic-malformed", "basic-challenge-without-tls", "bearer-without-tls", "jwt-expired",
        "jwt-not-yet-valid", "jwt-without-expiry", "jwt-unsigned", "digest-md5", "digest-without-qop",
        "digest-uri-differs",
        "digest-stale", "credentials-without-scheme",
    ]

    public static func notes(about exchange: FlowRecord) -> [Note] {
        var notes = NoteList(exchange)
        for field in [KnownField.authorization, .proxyAuthorization] {
            guard let value = exchange.requestFields.first(field), let range = exchange.requestFields.range(field)
            else {
                continue
            }
            guard let credentials = AuthorizationValue(value) else {
                notes.request(
                    "credentials-without-scheme", .bad, at: range, "No scheme",
                    "The value has to begin with a scheme and a space: \("Bearer …"), \("Basic …").", "RFC 9110 §11.4")
                continue
            }
            judge(credentials, exchange, range, &notes)
        }
        if let response = exchange.responseHead { challenges(exchange, response, &notes) }
        return notes.notes
    }

    private static func judge(
        _ credentials: AuthorizationValue, _ exchange: FlowRecord, _ range: Range<Int>, _ notes: inout NoteList
    ) {
        let scheme = credentials.scheme
        if scheme.equalsIgnoringCase("basic") {
            if BasicCredentials(token: credentials.rest) == nil {
                notes.request(
                    "basic-malformed", .bad, at: range, "Not Basic credentials",
                    "\(credentials.rest) is not the Base64 of a name, a colon and a password.", "RFC 7617 §2")
            }
            if !exchange.isEncrypted {
                notes.request(
                    "basic-without-tls", .bad, at: range, "A password that all can read",
                    "Basic only encodes, and the connection is not encrypted. Use https.", "RFC 7617 §4")
            }
        } else if scheme.equalsIgnoringCase("bearer") {
            if !exchange.isEncrypted {
                notes.request(
                    "bearer-without-tls", .bad, at: range, "A token that all can read",
                    "Whoever sees a bearer token can use it, and the connection is not encrypted. Use https.",
                    "RFC 6750 §5.3")
            }
            if let token = JSONWebToken(credentials.rest) { claims(token, exchange.seconds, range, &notes) }
        } else if scheme.equalsIgnoringCase("digest") {
            digest(credentials, exchange, range, &notes)
        }
    }

    private static func claims(_ token: JSONWebToken, _ now: Int64, _ range: Range<Int>, _ notes: inout NoteList) {
        if token.signatureLength == 0 || token.algorithm?.lowercased() == "none" {
            notes.request(
                "jwt-unsigned", .bad, at: range, "A token without a signature",
                "Anyone can write such a token; a server that accepts it can be told anything.", "RFC 7519 §6")
        }
        if let expires = token.expires {
            if expires <= now {
                notes.request(
                    "jwt-expired", .bad, at: range, "An expired token",
                    "Its \("exp") is \(HTTPDate.format(expires)), which was over when it was sent. Fetch a new one.",
                    "RFC 7519 §4.1.4")
            }
        } else {
            notes.request(
                "jwt-without-expiry", .warning, at: range, "A token without an end",
                "Without \("exp") a stolen token is good until the key changes.", "RFC 7519 §4.1.4")
        }
        if let begins = token.notBefore, begins > now {
            notes.request(
                "jwt-not-yet-valid", .bad, at: range, "A token from the future",
                "Its \("nbf") is \(HTTPDate.format(begins)). Compare the clocks.", "RFC 7519 §4.1.5")
        }
    }

    private static func digest(
        _ credentials: AuthorizationValue, _ exchange: FlowRecord, _ range: Range<Int>, _ notes: inout NoteList
    ) {
        if credentials.parameter("algorithm").map({ $0.hasPrefix(ignoringCase: "md5") }) ?? true {
            notes.request(
                "digest-md5", .warning, at: range, "Digest with MD5",
                "MD5 is quick to guess passwords against. Offer SHA-256 first.", "RFC 7616 §3.7")
        }
        if credentials.parameter("qop") == nil {
            notes.request(
                "digest-without-qop", .warning, at: range, "Digest of the oldest kind",
                """
                Without \("qop") there is no count and no nonce of the client, so a recorded request can be played \
                again.
                """,
                "RFC 7616 §3.4")
        }
        if let uri = credentials.parameter("uri"), !DigestSteps.fits(uri, exchange) {
            notes.request(
                "digest-uri-differs", .bad, at: range, "A digest for another resource",
                """
                \(uri) was hashed, and \(exchange.requestHead?.targetBytes ?? Bytes()) asked for. A proxy or a \
                redirect may have changed the target.
                """,
                "RFC 7616 §3.4.6")
        }
    }

    private static func challenges(_ exchange: FlowRecord, _ response: ResponseHead, _ notes: inout NoteList) {
        let list = Challenge.list(.wwwAuthenticate, in: response.fields)
        let range = response.fields.range(.wwwAuthenticate)
        if !exchange.isEncrypted, list.contains(where: { $0.scheme.equalsIgnoringCase("basic") }) {
            notes.response(
                "basic-challenge-without-tls", .warning, at: range, "Asks for a readable password",
                "The client will send name and password so that everybody on the way can read them. Ask over https.",
                "RFC 7617 §4")
        }
        let isStale = list.contains { challenge in
            challenge.parameters.contains { $0.name.equalsIgnoringCase("stale") && $0.value.equalsIgnoringCase("true") }
        }
        if isStale {
            notes.response(
                "digest-stale", .info, at: range, "The password was right",
                "Only the nonce was too old: the client tries again with the new one, and asks nobody.", "RFC 7616 §3.3"
            )
        }
    }
}
