import Bytes
import Explain
import Flow
import JSON
import Judge

/// One JSON object with everything.
enum JSONReport {
    static func written(_ result: JudgeResult) -> Bytes {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("version")
        writer.integer(1)
        writer.key("inputs")
        writer.beginArray()
        for input in result.inputs {
            writer.beginObject()
            writer.key("name")
            writer.string(input.name)
            writer.key("form")
            writer.string(input.form)
            writer.key("flows")
            writer.integer(input.flows)
            writer.endObject()
        }
        writer.endArray()
        writer.key("failed")
        writer.boolean(result.failed)
        writer.key("counts")
        writer.beginObject()
        for level in Note.Level.allCases.sorted(by: >) {
            writer.key(escaping: level.rawValue)
            writer.integer(result.counts[level] ?? 0)
        }
        writer.endObject()
        writer.key("suppressed")
        writer.integer(result.suppressed)
        writer.key("baseline")
        if result.hasBaseline {
            writer.beginObject()
            writer.key("known")
            writer.integer(result.known)
            writer.key("new")
            writer.integer(result.new)
            writer.key("gone")
            writer.integer(result.gone)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.key("unusedSuppressions")
        writer.beginArray()
        for unused in result.unusedSuppressions {
            writer.beginObject()
            writer.key("code")
            writer.string(unused.pattern.text)
            writer.key("line")
            writer.integer(unused.line)
            writer.endObject()
        }
        writer.endArray()
        writer.key("findings")
        writer.beginArray()
        for group in result.groups {
            for finding in group.findings { write(finding, result, &writer) }
        }
        writer.endArray()
        writer.endObject()
        return Bytes(writer.withBytes { Array($0) } + [ASCII.lineFeed])
    }

    private static func write(_ finding: JudgedFinding, _ result: JudgeResult, _ writer: inout JSONWriter) {
        writer.beginObject()
        func member(_ name: StaticString, _ text: String?, _ writer: inout JSONWriter) {
            writer.key(name)
            if let text { writer.string(text) } else { writer.null() }
        }
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
        writer.key("flow")
        writer.integer(finding.flow)
        writer.key("index")
        if let index = finding.index { writer.integer(index) } else { writer.null() }
        writer.key("flows")
        writer.beginArray()
        for flow in finding.flows { writer.integer(flow) }
        writer.endArray()
        member("endpoint", finding.endpoint, &writer)
        member("host", finding.host.isEmpty ? nil : finding.host, &writer)
        member("message", finding.message?.rawValue, &writer)
        writer.key("place")
        if let place = finding.place {
            writer.beginObject()
            member("field", place.field, &writer)
            writer.key("line")
            writer.integer(place.line)
            writer.key("column")
            writer.integer(place.column)
            writer.key("offset")
            writer.integer(place.offset)
            writer.key("length")
            writer.integer(place.length)
            member("text", place.quotation, &writer)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.key("arguments")
        writer.beginObject()
        for argument in finding.arguments { write(argument, &writer) }
        writer.endObject()
        member("fingerprint", finding.fingerprint, &writer)
        member("state", finding.state.rawValue, &writer)
        member("reason", finding.reason, &writer)
        if finding.more > 0 {
            writer.key("more")
            writer.integer(finding.more)
        }
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
