import Bytes
import Filter
import Flow
import HTTPModel
import HTTPSemantics

/// Makes what a rule answers with in place of a server.
struct AnswerWork {
    private let values: RuleValues

    init(_ values: RuleValues) {
        self.values = values
    }

    /// What a recording answers, and what is told of it.
    ///
    /// - Parameter content: of the request, where it matters.
    func recorded(
        _ session: String, isStrict: Bool, content: Bytes, _ ready: RuleBook.Ready, _ run: RuleRun
    ) -> (RuleEnding?, String) {
        let path = place(session, ready)
        let wanted = RecordedRequest(values.record, content)
        let found =
            run.book.recording(path)?.places.find(
                wanted, isStrict: isStrict, isForAnyHost: run.isForAnyHost) ?? []
        guard let first = found.first else {
            return (
                nil,
                "\(session) has no matching response, so the request was forwarded."
            )
        }
        // In the order they were recorded; who asks more often gets the last one again.
        let turn = run.counting.next("\(ready.key.acted)\u{0}\(first)\u{0}\(found.count)")
        let place = found[min(found.count, Int(clamping: turn)) - 1]
        return (.recorded(session: path, place: place), "Answered from \(session).")
    }

    /// The end of the exchange and what is told of it; nil for an action that is none.
    func ending(_ step: RuleStep, _ ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? {
        let count = { run.counting.next(ready.key.acted) }
        switch step.action {
        case .respond(let made):
            return (.answer(answer(made, ready, count)), "Answered with \(made.status).")
        case .redirect(let status, let template):
            let url = MappedURL.location(values.text(template, .url, count: count), of: template)
            return (
                .answer(RuleAnswer(status: status, fields: [.init(name: "Location", value: url)])),
                "Redirected to \(url.text)."
            )
        case .block(let status):
            return (.answer(plain(status, "Blocked by the rule \(ready.rule.name).\n")), "Blocked.")
        case .badGateway:
            return (
                .answer(
                    plain(
                        502,
                        "The rule \(ready.rule.name) answered instead of the server.\n")), "Answered 502."
            )
        case .failLookUp:
            let url = values.url
            let host = url.bytes(url.host)?.text ?? ""
            let text = "The rule \(ready.rule.name) simulates that the host \(host) does not exist.\n"
            return (.answer(plain(502, text)), "Simulated that the name does not exist.")
        case .mapFile(let path):
            return (.file(path: place(path, ready), rest: rest(ready)), "Answered from \(path).")
        case .reset: return (.hangUp(isReset: true, reason: "\(ready.rule.source): reset"), "The connection was reset.")
        case .drop: return (.hangUp(isReset: false, reason: "\(ready.rule.source): drop"), "The connection was closed.")
        case .field, .setCookie, .removeCookie, .setResponseCookie, .removeResponseCookie, .setTrailer, .setMethod,
            .setPath, .setQuery, .removeQuery, .replaceBody, .substitute, .setJSON, .mapTo, .connectTo, .via, .delay,
            .answerFrom, .throttle, .stall, .cut, .corrupt, .expiredCertificate, .failTLS, .replaceMessage,
            .dropMessage, .injectMessage, .hold, .noCache,
            .noCompression,
            .noCookies, .allowCORS, .forceHTTP1, .upgradeInsecure, .noCSP, .pin, .skipRecord, .keepNoBody, .tunnel,
            .comment, .tag:
            return nil
        }
    }

    private func answer(_ made: MadeAnswer, _ ready: RuleBook.Ready, _ count: () -> UInt64) -> RuleAnswer {
        // One number for the fields and the content.
        var number: UInt64?
        func counted() -> UInt64 {
            let value = number ?? count()
            number = value
            return value
        }
        var fields = made.fields.map { field in
            let value = values.text(field.value, .field, count: counted)
            return RuleAnswer.Field(name: field.name, value: made.isRaw ? value : value.trimmed)
        }
        let content: RuleAnswer.Content
        switch made.content {
        case .none: content = .bytes(Bytes())
        case .text(let template): content = .bytes(values.text(template, .none, count: counted))
        case .json(let template): content = .bytes(values.text(template, .json, count: counted))
        case .file(let path): content = .file(path: place(path, ready))
        }
        if let type = made.content.mediaType(), !fields.contains(where: { $0.name.equalsIgnoringCase("content-type") })
        {
            fields.append(.init(name: "Content-Type", value: Bytes(type)))
        }
        var answer = RuleAnswer(status: made.status, fields: fields, content: content)
        answer.isRaw = made.isRaw
        return answer
    }

    /// What quotes what came from the wire has no control characters, and is no page.
    private func plain(_ status: Int, _ text: String) -> RuleAnswer {
        let safe = text.unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }
        return RuleAnswer(
            status: status,
            fields: [
                .init(name: "Content-Type", value: "text/plain; charset=utf-8"),
                .init(name: "Cache-Control", value: "no-store"),
                .init(name: "X-Content-Type-Options", value: "nosniff"),
            ],
            content: .bytes(Bytes(String(String.UnicodeScalarView(safe)))))
    }

    /// A path of a rule, beginning where its file is.
    private func place(_ path: String, _ ready: RuleBook.Ready) -> String {
        ready.rule.place.path(path)
    }

    /// What of the request comes behind the folder: what the last wildcard of the filter stood for, else the path.
    private func rest(_ ready: RuleBook.Ready) -> Bytes {
        for (isPath, glob) in ready.globs.reversed() {
            guard let part = glob.lastWildcard(in: isPath ? values.path : values.url.raw) else { continue }
            return part.slice(0..<(part.firstIndex(of: ASCII.question) ?? part.count))
        }
        return values.path
    }
}
