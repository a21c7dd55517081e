import Bytes
import Filter
import Flow
import HTTPModel
import HTTPSemantics
import Registry

// Where requests go, what answers them, and what goes wrong.
extension ActionTable {
    static let elsewhere: [ActionEntry] = [
        ActionEntry("map-to", "URL [keep-host]", "sends the request to another URL; appends path and query") {
            reader throws(FilterError) in
            let url = try reader.mappedURL()
            return .mapTo(url, keepsHost: reader.takes("keep-host"))
        },
        ActionEntry("map-file", "PATH", "answers with a file, or from a folder") { reader throws(FilterError) in
            .mapFile(path: try reader.path())
        },
        ActionEntry("connect-to", "HOST:PORT", "connects to this address; the request stays unchanged") {
            reader throws(FilterError) in
            let value = try reader.argument("HOST:PORT")
            guard value.text.contains(":"), let (host, port) = MappedURL.server(Bytes(value.text), false) else {
                throw FilterError(value.range, "'\(value.text)' is not HOST:PORT, such as 127.0.0.1:8080")
            }
            return .connectTo(host: host, port: port)
        },
        ActionEntry("via", "PROXY-URL", "uses this upstream proxy (http, https, socks5)") {
            reader throws(FilterError) in .via(try reader.proxy())
        },
    ]

    static let answers: [ActionEntry] = [
        ActionEntry(
            "respond", "STATUS [\"N: v\" …] [text T | json J | file F]", "answers instead of the server"
        ) { reader throws(FilterError) in .respond(try reader.answer()) },
        ActionEntry("redirect", "STATUS URL", "answers with a redirect") { reader throws(FilterError) in
            let value = try reader.argument("a status")
            guard ["301", "302", "303", "307", "308"].contains(value.text), let status = Int(value.text) else {
                throw FilterError(value.range, "a redirect has the status 301, 302, 303, 307 or 308")
            }
            let url = try reader.argument("a URL")
            if let bad = Bytes(url.text).firstIndex(where: { $0 <= ASCII.space || $0 >= ASCII.delete }) {
                throw FilterError(url.place(bad), "a URL cannot contain \(ActionReader.describe(Bytes(url.text)[bad]))")
            }
            return .redirect(status: status, try reader.location(url))
        },
        ActionEntry("block", "[STATUS]", "answers 403, or this status") {
            reader throws(FilterError) in
            reader.isDone ? .block(status: 403) : .block(status: try reader.number("a status", 400...599))
        },
        ActionEntry(
            "answer-from", "SESSION [nearest|strict]",
            "answers with the recorded response to the same request"
        ) {
            reader throws(FilterError) in
            let session = try reader.path()
            if reader.isDone { return .answerFrom(session: session, isStrict: false) }
            return .answerFrom(session: session, isStrict: try reader.choice(["nearest", "strict"]) == "strict")
        },
    ]

    static let trouble: [ActionEntry] = [
        ActionEntry("delay", "[request|connect|response|each-chunk|message] T", "waits before forwarding") {
            reader throws(FilterError) in
            if reader.nextIsDuration { return .delay(.response, microseconds: try reader.duration()) }
            let word = try reader.choice(RuleAction.DelayPlace.allCases.map(\.rawValue))
            return .delay(.init(rawValue: word) ?? .request, microseconds: try reader.duration())
        },
        ActionEntry(
            "throttle", "RATE [down RATE up] [LATENCY]|gprs|edge|3g|4g|dsl|satellite [shared]",
            "limits the transfer rate"
        ) { reader throws(FilterError) in .throttle(try reader.rate()) },
        ActionEntry("stall-response", "after N", "stops after this number of bytes, and leaves the connection open") {
            reader throws(FilterError) in .stall(after: try reader.behind())
        },
        ActionEntry("cut-response", "after N", "truncates the response after this number of bytes") {
            reader throws(FilterError) in .cut(.response, after: try reader.behind())
        },
        ActionEntry("cut-request", "after N", "truncates the request after this number of bytes") {
            reader throws(FilterError) in .cut(.request, after: try reader.behind())
        },
        ActionEntry("reset", "resets the client's connection", .reset),
        ActionEntry("drop", "closes the client's connection without a response", .drop),
        ActionEntry("corrupt-response", "N", "changes this number of bytes of the response body") {
            reader throws(FilterError) in .corrupt(count: try reader.number("a number of bytes", 1...1_000))
        },
        ActionEntry("bad-gateway", "answers 502, as if the server were unreachable", .badGateway),
        ActionEntry(
            "tls-fail", "ALERT",
            "aborts the client's handshake with this alert"
        ) { reader throws(FilterError) in
            let value = try reader.argument("an alert")
            guard let alert = Vocabulary.alerts[Bytes(value.text)],
                let code = alert.number.flatMap({ UInt8(exactly: $0) })
            else {
                let names = Vocabulary.alerts.terms.map(\.name)
                let nearest = NearestName.find(value.text, among: names).map { ". Did you mean '\($0)'?" }
                throw FilterError(value.range, "there is no TLS alert '\(value.text)'\(nearest ?? "")")
            }
            return .failTLS(alert: alert.name, code: code)
        },
        ActionEntry("expired-certificate", "shows the client an expired certificate", .expiredCertificate),
        ActionEntry("dns-fail", "answers as if the name did not exist", .failLookUp),
    ]
}

extension ActionReader {
    mutating func mappedURL() throws(FilterError) -> MappedURL {
        let value = try argument("a URL")
        do throws(RuleTemplate.Fault) {
            return try MappedURL(value.text)
        } catch {
            throw FilterError(value.place(error.range.lowerBound, error.range.count), error.message)
        }
    }

    func location(_ argument: Argument) throws(FilterError) -> RuleTemplate {
        let template = try template(argument)
        do throws(RuleTemplate.Fault) {
            try MappedURL.checkLocation(template)
        } catch {
            throw FilterError(argument.place(error.range.lowerBound, error.range.count), error.message)
        }
        return template
    }

    /// What is quoted in a mistake is never a password.
    mutating func proxy() throws(FilterError) -> UpstreamProxy {
        let value = try argument("the URL of a proxy")
        do throws(UpstreamProxy.Mistake) {
            return try UpstreamProxy(url: value.text)
        } catch {
            throw FilterError(value.range, error.text)
        }
    }

    mutating func answer() throws(FilterError) -> MadeAnswer {
        let status = try number("a status", isRaw ? 100...999 : 200...599)
        var fields: [MadeAnswer.Field] = []
        while nextIsQuoted {
            let value = try argument("a header line")
            fields.append(try field(value))
        }
        let hasContent = !isDone
        if hasContent, !isRaw, [204, 205, 304].contains(status) {
            throw FilterError(
                scanner.position..<scanner.position, "a response with status \(status) cannot have content")
        }
        return MadeAnswer(status: status, fields: fields, content: hasContent ? try content() : .none, isRaw: isRaw)
    }

    private func field(_ value: Argument) throws(FilterError) -> MadeAnswer.Field {
        let rule: HeaderRule
        do throws(HeaderRule.Invalid) {
            rule = try HeaderRule.parse(value.text, flag: .addResponse, isRaw: isRaw)
        } catch {
            throw FilterError(value.place(error.offset), error.text)
        }
        guard case .add(let text) = rule.action else { throw FilterError(value.range, "a header line was expected") }
        return MadeAnswer.Field(
            name: rule.name, value: try template(Argument(text: text.text, range: value.range, isQuoted: true)))
    }

    /// `after N`.
    mutating func behind() throws(FilterError) -> Int64 {
        _ = try choice(["after"])
        return try size()
    }

    mutating func rate() throws(FilterError) -> ThrottleRate {
        scanner.skipSpace()
        let start = scanner.position
        let word = scanner.ahead()
        if let profile = ThrottleRate.profiles.first(where: { $0.name == word }) {
            _ = takes(word)
            return takes("shared")
                ? ThrottleRate(
                    name: profile.name, down: profile.down, up: profile.up, latency: profile.latency, isShared: true)
                : profile
        }
        let first = try speed()
        var (down, up) = (first, first)
        if takes("down") {
            up = isDone || scanner.ahead().contains("/s") == false ? first : try speed()
            _ = takes("up")
        } else if takes("up") {
            down = .max
        }
        var latency: Int64 = 0
        if !isDone, scanner.ahead() != "shared" { latency = try duration() }
        guard down > 0, up > 0 else {
            throw FilterError(
                start..<scanner.position,
                "this rate would let nothing arrive")
        }
        return ThrottleRate(name: "", down: down, up: up, latency: latency, isShared: takes("shared"))
    }

    /// `48KiB/s`.
    private mutating func speed() throws(FilterError) -> Int64 {
        let value = try argument("a rate, such as 48KiB/s,")
        guard value.text.hasSuffix("/s"),
            case .integers(let range)? = FilterValues.read(String(value.text.dropLast(2)), as: .size)
        else {
            let names = ThrottleRate.profiles.map(\.name)
            let nearest = NearestName.find(value.text, among: names).map { ". Did you mean '\($0)'?" }
            throw FilterError(
                value.range,
                "'\(value.text)' is not a rate, such as 48KiB/s, and not one of \(names.joined(separator: ", "))"
                    + (nearest ?? ""))
        }
        return range.lowerBound
    }
}
