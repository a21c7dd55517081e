import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// Who somebody is: challenges and credentials.
enum LoginLessons {
    static let all = [challenge, basic, digest, token]

    /// The first challenge, and the field that it is in.
    private static func challenged(_ flow: Illustration) -> (Challenge, isProxy: Bool)? {
        guard let response = flow.response else { return nil }
        let isProxy = response.status == 407
        guard response.status == 401 || isProxy else { return nil }
        let list = Challenge.list(isProxy ? .proxyAuthenticate : .wwwAuthenticate, in: response.fields)
        return list.first.map { ($0, isProxy) }
    }

    private static let challenge = Lesson(
        "challenge", .trust, "Challenges", can: "Answer 401, 403 and 407.", after: ["response", "fields"],
        finder: "status in (401, 407)", experiment: "hark run -- curl -s http://demo.hark.test/auth/basic", page: 7,
        looks: [
            { flow in
                guard let (_, isProxy) = challenged(flow) else { return nil }
                return flow.line(.response, isProxy ? "proxy-authenticate" : "www-authenticate").map {
                    LessonLook("The challenge names the scheme of the credentials.", $0)
                }
            }
        ],
        questions: [
            LessonQuestion("scheme") { flow in
                .text(
                    "Which scheme does the first challenge have?", challenged(flow)?.0.scheme, ignoresCase: true,
                    because: "The scheme is the first word.", "RFC 9110 §11.3")
            },
            LessonQuestion("asks") { flow in
                guard let (_, isProxy) = challenged(flow) else { return nil }
                return .choice(
                    "Who asks for credentials?", AnswerOption(isProxy ? "proxy" : "server"),
                    [AnswerOption("proxy"), AnswerOption("server")],
                    because: isProxy
                        ? "407 is a proxy's; 401 is the server's." : "401 is the server's; 407 is a proxy's.",
                    "RFC 9110 §11.7")
            },
            LessonQuestion("again") { flow in
                guard let (_, isProxy) = challenged(flow) else { return nil }
                return .yesNo(
                    "May the same request succeed with the right credentials?", true, .unauthorizedIsForbidden,
                    because: "\(isProxy ? 407 : 401) asks for them.", "RFC 9110 §15.5.2")
            },
            LessonQuestion("versus-403") { flow in
                guard challenged(flow) != nil else { return nil }
                return .yesNo(
                    "Would 403 ask the client for credentials too?", false, .forbiddenIsLogIn,
                    because: "403 says that these credentials do not suffice, or that none would.", "RFC 9110 §15.5.4")
            },
        ],
        sum: "401: who are you? 403: not you. 407: the proxy asks.")

    private static func credentials(_ flow: Illustration, _ scheme: StaticString) -> AuthorizationValue? {
        guard let value = flow.request?.fields.first(.authorization).flatMap({ AuthorizationValue($0) }),
            value.scheme.equalsIgnoringCase(scheme)
        else { return nil }
        return value
    }

    private static let basic = Lesson(
        "basic", .trust, "Basic hides nothing", can: "See that Basic hides nothing.", after: ["challenge"],
        finder: "request.header.authorization ~ \"Basic *\"",
        experiment: "hark run -- curl -s -u 'demo:let me in' http://demo.hark.test/auth/basic", page: 7,
        looks: [
            { flow in
                guard credentials(flow, "basic") != nil else { return nil }
                return flow.line(.request, "authorization").map {
                    LessonLook("User name and password, in base64. Hark hides the value.", $0)
                }
            }
        ],
        questions: [
            LessonQuestion("encrypted") { flow in
                guard credentials(flow, "basic") != nil else { return nil }
                return .yesNo(
                    "Does Basic encrypt the password?", false, .basicIsEncrypted,
                    because: "base64 -d shows name and password.", "RFC 7617 §4")
            },
            LessonQuestion("user-length") { flow in
                guard let value = credentials(flow, "basic"), let pair = BasicCredentials(token: value.rest) else {
                    return nil
                }
                return .number(
                    "How many bytes does the user name have? ('hark show \(flow.number) --show-secrets' shows the "
                        + "value. Decode it, and count up to the colon.)",
                    pair.user.count, .bytes, because: "The first colon ends the name.", "RFC 7617 §2")
            },
            LessonQuestion("protects") { flow in
                guard credentials(flow, "basic") != nil else { return nil }
                return .choice(
                    "What keeps others on the network from reading it?", AnswerOption("tls", "TLS: https"),
                    [
                        AnswerOption("base64", "base64", .basicIsEncrypted),
                        AnswerOption("post", "sending a POST", nil, "The field is in the head of every request."),
                    ],
                    because: "Only the connection can be encrypted.", "RFC 7617 §4")
            },
        ],
        sum: "Basic sends the password with every request. Only https protects it.")

    private static let digest = Lesson(
        "digest", .trust, "Digest", can: "See a proof without a password.", after: ["challenge"],
        finder: "request.header.authorization ~ \"Digest *\"",
        experiment: "hark run -- curl -s --digest -u 'demo:let me in' http://demo.hark.test/auth/digest", page: 7,
        looks: [
            { flow in
                guard credentials(flow, "digest") != nil else { return nil }
                return flow.line(.request, "authorization").map {
                    LessonLook("A hash of password, nonce and request, and what it was made from.", $0)
                }
            }
        ],
        questions: [
            LessonQuestion("count") { flow in
                guard let written = credentials(flow, "digest")?.parameter("nc"), written.count == 8,
                    let count = UInt32(written.text, radix: 16)
                else { return nil }
                let decimal = UInt32(written.text)
                return .number(
                    "nc is \(written.text). How many requests were made with this nonce?", count,
                    traps: decimal.map { $0 == count ? [] : [AnswerTrap($0, .countIsDecimal)] } ?? [],
                    because: "nc is hexadecimal: \(count).", "RFC 7616 §3.4")
            },
            LessonQuestion("radix") { flow in
                guard let written = credentials(flow, "digest")?.parameter("nc"), written.count == 8,
                    let count = UInt32(written.text, radix: 16), count < 0xFFFF
                else { return nil }
                return .choice(
                    "How is nc written in the sixteenth request with one nonce?", AnswerOption("00000010"),
                    [
                        AnswerOption("00000016", nil, .countIsDecimal),
                        AnswerOption("0000000f", nil, nil, "That is 15."),
                    ],
                    because: "16 is 10 in hexadecimal.", "RFC 7616 §3.4")
            },
            LessonQuestion("algorithm") { flow in
                guard let value = credentials(flow, "digest") else { return nil }
                let name = value.parameter("algorithm")
                return .text(
                    "Which algorithm was used?", name ?? "MD5", ignoresCase: true,
                    because: name == nil ? "Without the parameter it is MD5." : "The parameter algorithm says it.",
                    "RFC 7616 §3.3")
            },
            LessonQuestion("password-sent") { flow in
                guard credentials(flow, "digest") != nil else { return nil }
                return .yesNo(
                    "Was the password sent?", false, because: "Only a hash that needs it was sent.", "RFC 7616 §3.4.1")
            },
        ],
        sum: "Digest proves knowledge of a password. It does not encrypt the request.")

    private static func signed(_ flow: Illustration) -> JSONWebToken? {
        credentials(flow, "bearer").flatMap { JSONWebToken($0.rest) }
    }

    /// `{"alg":"HS256","typ":"JWT"}`, a name, and a time of an hour.
    private static let sample =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZGEiLCJpYXQiOjE3OTAwMDAwMDAsImV4cCI6MTc5MDAwMzYwMH0."
        + "c2lnbmF0dXJl"

    private static let token = Lesson(
        "token", .trust, "Tokens", can: "Read a token.", after: ["challenge"],
        finder: "request.header.authorization ~ \"Bearer *\"",
        experiment: "hark run -- curl -s -H 'Authorization: Bearer \(sample)' http://demo.hark.test/echo", page: 7,
        looks: [
            { flow in
                guard signed(flow) != nil else { return nil }
                return flow.line(.request, "authorization").map {
                    LessonLook("Three parts, separated by dots: header, claims, signature. Hark hides them.", $0)
                }
            },
            { flow in
                guard let token = signed(flow), let algorithm = token.algorithm else { return nil }
                let times = [("iat", token.issued), ("exp", token.expires)].compactMap { name, time in
                    time.map { "\(name) is \($0)" }
                }
                let claims = times.isEmpty ? "" : " Of its claims, \(times.joined(separator: " and "))."
                return LessonLook("Its header names the algorithm: \(flow.shown(Bytes(algorithm))).\(claims)")
            },
        ],
        questions: [
            LessonQuestion("valid-for") { flow in
                guard let token = signed(flow), let expires = token.expires, let issued = token.issued,
                    expires > issued,
                    expires < 1 << 40, issued > 0
                else { return nil }
                return .number(
                    "For how many seconds is the token valid, from its iat to its exp?", expires - issued, .seconds,
                    sum: [.blank("exp", expires), .sign("-"), .blank("iat", issued)],
                    because: "\(expires) - \(issued) = \(expires - issued).", "RFC 7519 §4.1.4")
            },
            LessonQuestion("readable") { flow in
                guard signed(flow) != nil else { return nil }
                return .yesNo(
                    "Can anyone who gets the token read its claims?", true, .tokenIsEncrypted,
                    because: "They are JSON in base64url.", "RFC 7515 §7.1")
            },
            LessonQuestion("changed") { flow in
                guard let token = signed(flow), token.signatureLength > 0, token.algorithm?.lowercased() != "none"
                else {
                    return nil
                }
                return .choice(
                    "Someone changes a claim in transit. Who can notice?",
                    AnswerOption("verifier", "a server that verifies the signature"),
                    [
                        AnswerOption("nobody", nil, nil, "The signature covers the claims."),
                        AnswerOption("proxy", "every proxy on the way", nil, "It needs the key to verify."),
                    ],
                    because: "The signature no longer matches.", "RFC 7515 §5.2")
            },
        ],
        sum: "A token is signed, not encrypted. Anyone who has it can use it until it expires.")
}
