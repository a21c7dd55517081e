import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge

// What the lines of a page and its sentences assert of framing, content, security and authentication.
extension ConsistencyTests {
    /// What stands on the page: beneath the lines of the heads, and in the answers.
    static func told(_ exchange: FlowRecord) -> [Assertion] {
        guard exchange.requestHead != nil, exchange.responseHead != nil else { return [] }
        let page = ExplainedInput(
            recorded: [RecordedMessages(exchange)], in: SessionContext([exchange]),
            options: ExplainOptions(notes: Checks.notes))
        return page.messages.filter { $0.kind == .response }.flatMap { message -> [Assertion] in
            lines(message) + message.reasonings.flatMap { answers($0, exchange) }
        }
    }

    /// What is said beneath the lines of a response.
    private static func lines(_ message: ExplainedMessage) -> [Assertion] {
        var made: [Assertion] = []
        func add(_ fact: Fact, _ holds: Bool, _ by: String) {
            made.append(Assertion(fact: fact, holds: holds, by: "line: " + by))
        }
        var isFirstTransport = true
        for line in message.spans where line.rule == "field-line" {
            let name = line.children.first { $0.rule == "field-name" }.map { message.input.slice($0.range).lowercased }
            let parts = line.leaves.filter { $0.rule != "field-name" }.map(\.text) + line.children.map(\.text)
            switch name {
            case "strict-transport-security"?:
                // Of several lines one counts.
                if isFirstTransport {
                    if parts.contains(where: { $0.hasPrefix("Without effect") }) {
                        add(.transportIsNoted, false, "Without effect")
                    } else if parts.contains(where: { $0.contains("use only TLS") }) {
                        add(.transportIsNoted, true, "use only TLS for this host")
                    }
                }
                isFirstTransport = false
            case "x-content-type-options"?:
                if parts.contains(where: { $0.contains("must not guess") }) {
                    add(.typesAreNotGuessed, true, "must not guess")
                }
            case "content-length"?:
                if parts.contains(where: { $0.contains("this message has none") }) {
                    add(.hasContent, false, "this message has none")
                }
            default: break
            }
        }
        if message.spans.contains(where: { $0.rule == "message-body" && $0.length > 0 }) {
            add(.hasContent, true, "the content")
        }
        return made
    }

    /// What the answers say in words, where no step decides it.
    private static func answers(_ reasoning: Reasoning, _ exchange: FlowRecord) -> [Assertion] {
        let text = reasoning.conclusion.text
        func made(_ fact: Fact, _ holds: Bool) -> [Assertion] { [Assertion(fact: fact, holds: holds, by: text)] }
        switch reasoning.topic {
        case .status:
            var found: [Assertion] = []
            if text.hasPrefix("Use the body") { found += made(.hasContent, true) }
            if text.hasPrefix("Use the stored response") { found += made(.copyIsCurrent, true) }
            if text.hasPrefix("Use the URL in Location") || text.hasPrefix("Fetch Location") {
                found += made(.redirectIsFollowed, true)
            }
            if text.hasPrefix("Prove") { found += made(.credentialsAreAsked, true) }
            return found
        case .authentication:
            var found: [Assertion] = []
            if text.contains("asks for credentials") { found += made(.credentialsAreAsked, true) }
            if text.contains("accepted the request, and offers") { found += made(.credentialsAreAsked, false) }
            if text.hasPrefix("The credentials have no scheme") { found += made(.schemeIsThere, false) }
            if text.hasPrefix("The scheme") { found += made(.schemeIsThere, true) }
            return found
        case .redirects:
            if text.contains("clients differ") { return made(.nextURLIsKnown, false) }
            return text.hasPrefix("The client next requests") ? made(.nextURLIsKnown, true) : []
        case .changes where text.contains("both messages"): return made(.responseIsTheServers, true)
        case .timing where text.contains("without waiting for a server"): return made(.responseIsTheServers, false)
        default: return []
        }
    }

    /// What is decided of these beneath all words.
    static func settled(_ exchange: FlowRecord) -> [Assertion] {
        guard let request = exchange.requestHead, let response = exchange.responseHead else { return [] }
        var made: [Assertion] = []
        func add(_ fact: Fact, _ holds: Bool?) {
            if let holds { made.append(Assertion(fact: fact, holds: holds, by: "decided")) }
        }
        let framing = FramingReasoning.response(response, to: request.method)
        add(.bodyEndIsKnown, framing.kind != nil)
        if framing.kind == .some(.none) { add(.hasContent, false) }
        let content = exchange.response.content
        let type = MediaType(response.fields)
        if let type, type.isText, exchange.responseOrigin == nil {
            let isPlain = ContentCoding.list(response.fields).allSatisfy { $0 == .identity }
            let verdict = CharsetVerdict(isPlain ? content.bytes : nil, type: type, isCut: content.isTruncated)
            if verdict.fault != nil { add(.charsetFits, false) }
        }
        let transport = response.fields.values(named: "strict-transport-security")
        if let first = transport.first {
            let names = FieldList.split(first, separator: ASCII.semicolon).map {
                FieldList.pair($0).name.lowercased
            }
            if Set(names).count < names.count || !names.contains("max-age") { add(.transportIsNoted, false) }
        }
        if request.fields.contains(.authorization) {
            switch response.status {
            case 401: add(.credentialsAreAccepted, false)
            case 200..<300: add(.credentialsAreAccepted, true)
            default: break
            }
        }
        if response.status != 401, response.status != 407 { add(.credentialsAreAsked, false) }
        add(.responseIsTheServers, exchange.responseOrigin.map(\.isServers) ?? true)
        return made
    }
}
