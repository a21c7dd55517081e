import Bytes
import Filter
import Flow
import HTTPModel

/// Says in English what a rule does, so that a person sees whether it was read as it was meant.
package enum RuleWords {
    /// `When the host is shop.example.com: sets the request's Accept-Language to 'de'.`
    package static func sentence(_ rule: Rule) -> String {
        var actions = rule.steps.map(clause)
        if rule.isFinal { actions.append("prevents later rules from acting") }
        let what =
            actions.count < 2
            ? actions.joined() : actions.dropLast().joined(separator: ", ") + " and " + (actions.last ?? "")
        return "\(when(rule)): \(what)."
    }

    private static func when(_ rule: Rule) -> String {
        var text = "Always"
        if rule.filter.expression != .all([]) {
            let sentence = FilterWords.sentence(rule.filter)
            text = "When " + sentence.dropFirst("Flows where ".count).dropLast()
        }
        if let chance = rule.turn.chance { text += ", with a chance of \(RuleFormat.percent(chance))" }
        switch rule.turn.count {
        case .first(let number)?: text += number == 1 ? ", the first time" : ", the first \(number) times"
        case .after(let number)?: text += number == 1 ? ", after the first time" : ", after the first \(number) times"
        case .every(let number)?: text += number == 1 ? "" : ", every \(ordinal(number)) time"
        case nil: break
        }
        return text
    }

    private static func ordinal(_ number: UInt64) -> String {
        let teens = (11...13).contains(number % 100)
        switch number % 10 {
        case 1 where !teens: return "\(number)st"
        case 2 where !teens: return "\(number)nd"
        case 3 where !teens: return "\(number)rd"
        default: return "\(number)th"
        }
    }

    private static func name(_ kind: MessageKind) -> String { kind == .request ? "request" : "response" }

    private static func clause(_ step: RuleStep) -> String {
        guard step.isRaw else { return clause(step.action) }
        let clause = shown(clause(step.action))
        if case .hold = step.action { return "\(clause), and sends exactly the bytes you write" }
        return "\(clause), malformed or not"
    }

    /// Control characters as they are written in a rule.
    private static func shown(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            guard scalar.properties.generalCategory == .control else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return result
    }

    /// What it does, without a subject.
    static func clause(_ action: RuleAction) -> String {
        switch action {
        case .field(let kind, let rule): field(kind, rule)
        case .setCookie(let name, let value): "sets the request's cookie \(name.text) to '\(value.text)'"
        case .removeCookie(let name): "removes the request's cookie \(name.text)"
        case .setResponseCookie(let name, let value): "makes the client store the cookie \(name.text)=\(value.text)"
        case .removeResponseCookie(let name): "removes the response's cookie \(name.text)"
        case .setTrailer(let kind, let field, let value):
            "sends '\(field.text): \(value.text)' after the \(name(kind))'s content"
        case .setMethod(let method): "changes the method to \(method.text)"
        case .setPath(let path): "changes the path to \(path.text)"
        case .setQuery(let name, let value): "sets the query's \(name.text) to '\(value.text)'"
        case .removeQuery(let name): "removes the query's \(name.text)"
        case .replaceBody(let kind, let content): "replaces the \(name(kind))'s content with \(what(content))"
        case .substitute(let kind, let change):
            "replaces \(change.replacesAll ? "every match" : "the first match") of \(change.expression.text) in the "
                + "\(name(kind))'s content with '\(change.replacement.text)'"
        case .setJSON(let kind, let path, let value): "sets \(path.text) of the \(name(kind))'s JSON to \(value.text)"
        case .mapTo(let url, let keepsHost):
            "sends it to \(url.template.text) instead\(keepsHost ? ", with the original Host" : "")"
        case .mapFile(let path): "answers with \(path)\(path.hasSuffix("/") ? ", a folder" : "")"
        case .connectTo(let host, let port): "connects to \(host.text), port \(port), instead"
        case .via(let proxy): "uses the upstream proxy \(proxy)"
        case .respond(let answer) where answer.content == .none: "answers \(answer.status) itself"
        case .respond(let answer): "answers \(answer.status) with \(what(answer.content))"
        case .redirect(let status, let url): "redirects to \(url.text) (\(status))"
        case .block(let status): "answers \(status)"
        case .answerFrom(let session, let isStrict):
            "answers with \(session)'s recorded response to \(isStrict ? "the same" : "the nearest") request"
        case .delay(let place, let time): "waits \(duration(time)) before \(what(place))"
        case .throttle(let rate): speed(rate)
        case .stall(let count): "stalls the response after \(count) bytes"
        case .cut(let kind, let count): "truncates the \(name(kind)) after \(count) bytes"
        case .corrupt(let count): "changes \(count) \(count == 1 ? "byte" : "bytes") of the response's content"
        case .reset: "resets the client's connection"
        case .drop: "closes the client's connection without a response"
        case .badGateway: "answers 502"
        case .expiredCertificate: "shows the client an expired certificate"
        case .failLookUp: "answers as if the host's name did not exist"
        case .failTLS(let alert, _): "aborts the client's handshake with the alert \(alert)"
        case .replaceMessage(let content): "replaces a WebSocket message with \(what(content))"
        case .dropMessage: "drops a WebSocket message"
        case .injectMessage(let receiver, let content):
            "sends \(what(content)) to the \(receiver == .request ? "server" : "client") as a WebSocket message"
        case .hold(request: true, response: true): "holds the request and the response until you decide"
        case .hold(let request, _): "holds the \(request ? "request" : "response") until you decide"
        case .noCache: "makes caches revalidate"
        case .noCompression: "asks for uncompressed content"
        case .noCookies: "removes all cookies"
        case .allowCORS: "lets pages of any origin read the response"
        case .forceHTTP1: "uses HTTP/1.1 with the server"
        case .upgradeInsecure: "redirects http to https (307)"
        case .noCSP: "removes Content-Security-Policy"
        case .pin: "pins it"
        case .skipRecord: "does not write it to files"
        case .keepNoBody: "does not record contents"
        case .tunnel: "forwards it without decrypting"
        case .comment(let text): "adds the comment '\(text)'"
        case .tag(let tag): "adds the tag '\(tag)'"
        }
    }

    private static func field(_ kind: MessageKind, _ rule: HeaderRule) -> String {
        switch rule.action {
        case .set(let value): "sets the \(name(kind))'s \(rule.name.text) to '\(value.text)'"
        case .add(let value): "adds '\(rule.name.text): \(value.text)' to the \(name(kind))"
        case .remove: "removes the \(name(kind))'s \(rule.name.text)"
        case .removeLine, .replaceLine: "changes a line of the \(name(kind))'s \(rule.name.text)"
        }
    }

    private static func what(_ content: RuleContent) -> String {
        switch content {
        case .none: "nothing"
        case .text(let text): "the text '\(text.text.prefix(40))\(text.text.count > 40 ? "…" : "")'"
        case .json: "the given JSON"
        case .file(let path): "the file \(path)"
        }
    }

    private static func what(_ place: RuleAction.DelayPlace) -> String {
        switch place {
        case .request: "the request is forwarded"
        case .connect: "it connects"
        case .response: "the response is forwarded"
        case .eachChunk: "each part of the response"
        case .message: "a WebSocket message is forwarded"
        }
    }

    private static func speed(_ rate: ThrottleRate) -> String {
        "limits to \(speed(rate.down)) down, \(speed(rate.up)) up"
            + (rate.latency > 0 ? ", \(duration(rate.latency)) latency" : "")
            + (rate.isShared ? ", shared by all its exchanges" : "")
    }

    static func duration(_ microseconds: Int64) -> String {
        if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000) s" }
        return microseconds % 1_000 == 0 ? "\(microseconds / 1_000) ms" : "\(microseconds) us"
    }

    private static func speed(_ rate: Int64) -> String {
        if rate == .max { return "unlimited" }
        if rate % 1_024 == 0 { return "\(rate / 1_024) KiB/s" }
        // As the profiles of networks are written: in bits, with a decimal where there is one.
        let tenths = rate / 12_500
        guard rate % 12_500 == 0, tenths >= 10 else {
            return rate % 125 == 0 ? "\(rate / 125) kbit/s" : "\(rate) bytes/s"
        }
        return tenths % 10 == 0 ? "\(tenths / 10) Mbit/s" : "\(tenths / 10).\(tenths % 10) Mbit/s"
    }
}
