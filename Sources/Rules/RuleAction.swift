package import Bytes
package import Flow
import HTTPModel

/// What a rule does with a message. Each case is one object: actions are handed on with each message.
package indirect enum RuleAction: Sendable, Hashable {
    // Fields
    case field(MessageKind, HeaderRule)
    case setCookie(name: Bytes, value: Bytes)
    case removeCookie(name: Bytes)
    case setResponseCookie(name: Bytes, value: Bytes)
    case removeResponseCookie(name: Bytes)
    case setTrailer(MessageKind, name: Bytes, value: Bytes)
    // The request line
    case setMethod(Bytes)
    case setPath(Bytes)
    case setQuery(name: Bytes, value: Bytes)
    case removeQuery(name: Bytes)
    // Bodies
    case replaceBody(MessageKind, RuleContent)
    case substitute(MessageKind, Substitution)
    case setJSON(MessageKind, ValuePath, Bytes)
    // Elsewhere
    case mapTo(MappedURL, keepsHost: Bool)
    case mapFile(path: String)
    case connectTo(host: Bytes, port: UInt16)
    case via(UpstreamProxy)
    // Answers
    case respond(MadeAnswer)
    case redirect(status: Int, RuleTemplate)
    case block(status: Int)
    case answerFrom(session: String, isStrict: Bool)
    // Trouble
    case delay(DelayPlace, microseconds: Int64)
    case throttle(ThrottleRate)
    case stall(after: Int64)
    case cut(MessageKind, after: Int64)
    case corrupt(count: Int)
    case reset, drop, badGateway, expiredCertificate, failLookUp
    /// By its name and its number.
    case failTLS(alert: String, code: UInt8)
    // Messages of WebSockets
    case replaceMessage(RuleContent)
    case dropMessage
    /// To the server, or to the client: as a request, or as a response goes.
    case injectMessage(to: MessageKind, RuleContent)
    // Holding
    case hold(request: Bool, response: Bool)
    // Ready-made
    case noCache, noCompression, noCookies, allowCORS, forceHTTP1, upgradeInsecure, noCSP
    // Record
    case pin, skipRecord, keepNoBody, tunnel
    case comment(String)
    case tag(String)

    package enum DelayPlace: String, Sendable, CaseIterable {
        case request, connect, response
        case eachChunk = "each-chunk"
        case message
    }

    /// The stage at which it works at the latest: until then its filter has to be decided.
    var stage: RuleStage {
        switch self {
        case .field(let kind, _), .setTrailer(let kind, _, _), .cut(let kind, _):
            kind == .request ? .request : .response
        case .setCookie, .removeCookie, .setMethod, .setPath, .setQuery, .removeQuery, .mapTo, .mapFile, .connectTo,
            .via, .answerFrom, .noCache, .noCompression, .noCookies, .allowCORS, .forceHTTP1, .upgradeInsecure,
            .keepNoBody, .tunnel, .expiredCertificate, .failLookUp, .failTLS:
            .request
        case .setResponseCookie, .removeResponseCookie, .stall, .corrupt, .noCSP: .response
        // Before a server is asked, or in place of what it answered.
        case .respond, .redirect, .block, .reset, .drop, .badGateway, .throttle, .pin, .comment, .tag, .skipRecord:
            .response
        case .replaceBody(let kind, _), .substitute(let kind, _), .setJSON(let kind, _, _):
            kind == .request ? .requestBody : .responseBody
        case .delay(let place, _):
            switch place {
            case .request, .connect: .request
            case .response, .eachChunk: .response
            case .message: .message
            }
        case .hold(let request, _): request ? .request : .response
        case .replaceMessage, .dropMessage, .injectMessage: .message
        }
    }

    /// The response has to be looked at, although the request decides whether.
    var actsOnResponses: Bool {
        switch self {
        case .field(.response, _), .setResponseCookie, .removeResponseCookie, .setTrailer(.response, _, _), .noCache,
            .noCookies, .allowCORS, .noCSP, .delay(.response, _), .delay(.eachChunk, _), .throttle, .stall,
            .cut(.response, _), .corrupt, .hold(_, response: true):
            true
        case .field, .setCookie, .removeCookie, .setTrailer, .setMethod, .setPath, .setQuery, .removeQuery,
            .replaceBody, .substitute, .setJSON, .mapTo, .mapFile, .connectTo, .via, .respond, .redirect, .block,
            .answerFrom, .delay, .cut, .reset, .drop, .badGateway, .expiredCertificate, .failLookUp, .failTLS, .hold,
            .replaceMessage, .dropMessage, .injectMessage, .noCompression, .forceHTTP1, .upgradeInsecure, .pin,
            .skipRecord, .keepNoBody, .tunnel, .comment, .tag:
            false
        }
    }

    /// It is done, or holds, whether a server's message goes on or an answer in its place.
    var outlastsAnswer: Bool {
        switch self {
        // How an answer's bytes go is told of the answer.
        case .delay(.eachChunk, _): false
        case .pin, .comment, .tag, .skipRecord, .keepNoBody, .delay: true
        case .field, .setCookie, .removeCookie, .setTrailer, .setMethod, .setPath, .setQuery, .removeQuery,
            .setResponseCookie, .removeResponseCookie, .replaceBody, .substitute, .setJSON, .mapTo, .mapFile,
            .connectTo, .via, .respond, .redirect, .block, .answerFrom, .throttle, .stall, .cut, .reset, .drop,
            .corrupt,
            .badGateway, .expiredCertificate, .failLookUp, .failTLS, .hold, .replaceMessage, .dropMessage,
            .injectMessage, .noCache, .noCompression, .noCookies, .allowCORS, .forceHTTP1, .upgradeInsecure, .noCSP,
            .tunnel:
            false
        }
    }

    /// It acts on messages of a WebSocket, and not on those of HTTP.
    var isOfMessages: Bool { stage == .message }

    /// It sends a message besides those that come.
    var isInjection: Bool { if case .injectMessage = self { true } else { false } }

    /// It is about a client's TLS connection, and not about what is said inside.
    var isOfConnections: Bool {
        if case .failTLS = self { return true }
        return self == .tunnel || self == .expiredCertificate
    }

    /// With it the server that was asked for need not be there.
    var sparesServer: Bool {
        switch self {
        case .mapTo, .mapFile, .connectTo, .via, .respond, .redirect, .block, .answerFrom, .reset, .drop, .badGateway,
            .failLookUp, .upgradeInsecure, .allowCORS:
            true
        case .field, .setCookie, .removeCookie, .setResponseCookie, .removeResponseCookie, .setTrailer, .setMethod,
            .setPath, .setQuery, .removeQuery, .replaceBody, .substitute, .setJSON, .delay, .throttle, .stall, .cut,
            .corrupt, .expiredCertificate, .failTLS, .hold, .noCache, .noCompression, .noCookies, .forceHTTP1, .noCSP,
            .replaceMessage, .dropMessage, .injectMessage, .pin, .skipRecord, .keepNoBody, .tunnel, .comment, .tag:
            false
        }
    }

    /// The message whose whole content it needs; nil: none.
    var bodyKind: MessageKind? {
        // Two requests are the same when their contents are.
        if case .answerFrom(_, isStrict: true) = self { return .request }
        if case .replaceBody(let kind, _) = self { return kind }
        if case .substitute(let kind, _) = self { return kind }
        if case .setJSON(let kind, _, _) = self { return kind }
        return nil
    }
}
