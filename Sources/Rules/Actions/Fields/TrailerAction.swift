import Bytes
import Filter
import Flow
import HTTPModel
import HTTPWire

/// `set-trailer` and `set-request-trailer`: a field after the content.
struct TrailerAction: RuleAction {
    let kind: MessageKind
    let name: Bytes
    let value: Bytes

    static let entries = [entry("set-trailer", .response), entry("set-request-trailer", .request)]

    private static func entry(_ name: String, _ kind: MessageKind) -> ActionEntry {
        let meaning = "sets a trailer field after the \(RuleWords.name(kind))'s content"
        return ActionEntry(name, "\"N: v\"", meaning, mayBeRaw: true) { reader throws(FilterError) in
            let rule = try reader.field(.setResponse)
            guard case .set(let value) = rule.action else {
                throw FilterError(reader.nameRange, "a field line was expected")
            }
            if reader.isRaw { return TrailerAction(kind: kind, name: rule.name, value: value) }
            let section = RecordedHead.section(Bytes("\(rule.name.text): x\r\n\r\n"), hasStartLine: false)
            guard section.lines.allSatisfy({ !section.isForbiddenTrailer($0) }) else {
                throw FilterError(
                    reader.nameRange,
                    "\(rule.name.text) must be known before the content, so it cannot be a trailer (RFC 9110 §6.5.1)")
            }
            return TrailerAction(kind: kind, name: rule.name, value: value)
        }
    }

    var clause: String { "sends '\(name.text): \(value.text)' after the \(RuleWords.name(kind))'s content" }
    var stage: RuleStage { kind == .request ? .request : .response }
    var actsOnResponses: Bool { kind == .response }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard kind == .request else { return nil }
        guard work.hasBody else { return "There is no content before the trailer \(name.text)." }
        work.orders.trailers.append(HeaderRule(.set(value: value), name, source: step.source, isRaw: step.isRaw))
        return "A trailer field was sent after the request body."
    }

    func change(_ work: inout ResponseWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        guard kind == .response else { return nil }
        guard work.hasBody else { return "There is no content before the trailer \(name.text)." }
        let isOld = work.values.record.requestHead.map { $0.version < .http11 } ?? false
        // RFC 9112 §7: it has no chunks.
        guard !isOld else { return "The client uses HTTP/1.0, which has no trailers." }
        work.orders.trailers.append(HeaderRule(.set(value: value), name, source: step.source, isRaw: step.isRaw))
        return "A trailer field was sent after the response body."
    }
}
