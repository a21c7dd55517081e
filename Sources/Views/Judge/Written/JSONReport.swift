import Bytes
import Explain
import Flow
import Judge

/// One JSON object with everything.
enum JSONReport {
    static func written(_ result: JudgeResult) -> Bytes {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", 1)
        writer.beginArray("inputs")
        for input in result.inputs {
            writer.beginObject()
            writer.member("name", input.name)
            writer.member("form", input.form)
            writer.member("flows", input.flows)
            member("fault", input.fault, &writer)
            writer.endObject()
        }
        writer.endArray()
        // As the verdict says it: what was not read did not pass.
        writer.member("failed", result.failed || result.hasUnreadInput)
        writer.beginObject("counts")
        for level in Note.Level.allCases.sorted(by: >) {
            writer.key(escaping: level.rawValue)
            writer.integer(result.counts[level] ?? 0)
        }
        writer.endObject()
        writer.member("suppressed", result.suppressed)
        writer.key("baseline")
        if result.hasBaseline {
            writer.beginObject()
            writer.member("known", result.known)
            writer.member("new", result.new)
            writer.member("gone", result.gone)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.beginArray("unusedSuppressions")
        for unused in result.unusedSuppressions { write(unused, &writer) }
        writer.endArray()
        writer.beginArray("expiredSuppressions")
        for expired in result.expiredSuppressions { write(expired, &writer) }
        writer.endArray()
        writer.beginArray("findings")
        for group in result.groups {
            for finding in group.findings { write(finding, result, &writer) }
        }
        writer.endArray()
        writer.endObject()
        return Bytes(writer.withBytes { Array($0) } + [ASCII.lineFeed])
    }

    private static func write(_ suppression: JudgePolicy.Suppression, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", suppression.pattern.text)
        writer.member("line", suppression.line)
        if let date = suppression.expires { writer.member("expires", date.text) }
        writer.endObject()
    }

    private static func member(_ name: StaticString, _ text: String?, _ writer: inout JSONWriter) {
        writer.key(name)
        if let text { writer.string(text) } else { writer.null() }
    }

    private static func write(_ finding: JudgedFinding, _ result: JudgeResult, _ writer: inout JSONWriter) {
        writer.beginObject()
        member("code", finding.check.code, &writer)
        member("level", finding.level.rawValue, &writer)
        member("topic", finding.check.topic.word, &writer)
        member("scope", finding.check.scope.word, &writer)
        member("summary", finding.summary.text, &writer)
        member("text", finding.text.text, &writer)
        member("advice", finding.advice?.text, &writer)
        member("spec", finding.check.spec.text, &writer)
        member("url", finding.check.spec.url, &writer)
        member("input", result.inputs[finding.input].name, &writer)
        // What programs look a flow up by: a place in a file of another tool, a number in Hark's own.
        if finding.places != nil, let index = finding.index {
            writer.member("flow", index)
        } else {
            writer.member("flow", finding.flow)
        }
        writer.beginArray("flows")
        if let places = finding.places {
            for place in places { writer.integer(place) }
        } else {
            for flow in finding.flows { writer.integer(flow) }
        }
        writer.endArray()
        writer.member("number", finding.flow)
        writer.key("index")
        if let index = finding.index { writer.integer(index) } else { writer.null() }
        member("endpoint", finding.endpoint, &writer)
        member("host", finding.host.isEmpty ? nil : finding.host, &writer)
        member("message", finding.message?.rawValue, &writer)
        writer.key("place")
        if let place = finding.place {
            writer.beginObject()
            member("field", place.field, &writer)
            writer.member("line", place.line)
            writer.member("column", place.column)
            writer.member("offset", place.offset)
            writer.member("length", place.length)
            member("text", place.quotation, &writer)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.beginObject("arguments")
        for argument in finding.arguments { write(argument, &writer) }
        writer.endObject()
        member("fingerprint", finding.fingerprint, &writer)
        member("state", finding.state.rawValue, &writer)
        member("reason", finding.reason, &writer)
        if finding.more > 0 { writer.member("more", finding.more) }
        writer.endObject()
    }

    private static func write(_ argument: Argument, _ writer: inout JSONWriter) {
        writer.key(escaping: argument.slot.rawValue)
        switch argument.value {
        case .bytes(let bytes): writer.string(bytes.text)
        case .text(let text): writer.string(text)
        case .words(let words): writer.string(words.text)
        case .number(let number), .seconds(let number), .date(let number): writer.integer(number)
        case .size(let size): writer.integer(size)
        }
    }
}
