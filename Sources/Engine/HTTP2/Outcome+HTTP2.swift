internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire

extension Outcome {
    /// A message broke a rule of HTTP/2 (RFC 9113 §8.1.1): the rule, the field and the byte.
    ///
    /// - Parameter fields: those in which the fault counts, where they are at hand.
    init(malformed fault: FieldFault, in fields: FieldSection? = nil, by party: Party) {
        // RFC 6585 §5: what is too large has an answer of its own.
        let error = fault.rule == .listTooLarge ? WireError(.headTooLarge, offset: 0) : nil
        let code: Code = party == .client ? .malformedRequest : .malformedResponse
        self.init(.refused, by: party, code, error: error, detail: fault.sentence(in: fields))
    }

    /// A peer broke a rule of streams or of the connection (RFC 9113 §5.4).
    init(_ error: HTTP2Error, by party: Party) {
        self.init(
            party == .client ? .refused : .failed, by: party,
            party == .client ? .malformedRequest : .malformedResponse,
            detail: "\(error.text) (\(error.code.rawValue), byte \(error.offset) of the connection, \(error.spec).)")
    }
}

extension FieldFault {
    /// `A field value begins or ends with white space. It is the field “x-note”, at byte 44 (RFC 9113 §8.2.1).`
    fileprivate func sentence(in fields: FieldSection?) -> String {
        guard let line else { return "\(text) (\(spec).)" }
        let name = fields.flatMap { $0.lines.indices.contains(line) ? $0.name(of: $0.lines[line]) : nil }
        guard let name, !name.isEmpty else { return "\(text) (Byte \(offset), \(spec).)" }
        let shown = ForeignText.text(name.slice(0..<min(name.count, 64)))
        return "\(text) It is the field “\(shown)\(name.count > 64 ? "…" : "")”, at byte \(offset) (\(spec))."
    }
}

extension FieldBlock {
    /// What is kept of fields that make no head.
    func evidence(_ shard: ShardState) -> Bytes {
        fields.raw.slice(0..<min(fields.raw.count, shard.configuration.recordLimits.malformedHead))
    }
}

extension StreamFrame {
    init(_ frame: Frame) {
        var code: UInt32?
        if case .resetStream(let reason) = frame.payload { code = reason.rawValue }
        self.init(
            type: frame.header.typeNumber, flags: frame.header.flags.rawValue, size: frame.header.length,
            padding: frame.padding, code: code)
        quirks = frame.quirks.map { Quirk(code: $0.code.rawValue, offset: $0.offset, length: $0.length) }
    }
}
