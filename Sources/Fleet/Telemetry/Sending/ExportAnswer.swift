package import Bytes
import Messages

/// What a collector says it did not take of a request that it accepted: `partial_success` (opentelemetry-proto).
package struct ExportAnswer: Sendable, Equatable {
    /// Spans, data points or log records.
    package let rejected: Int
    /// Why, or a warning.
    package let text: String

    /// nil when all was taken, or the answer cannot be read.
    package init?(_ body: Bytes) {
        guard let partial = ProtobufLookup.run(1, of: body) else { return nil }
        rejected = Int(clamping: ProtobufLookup.number(1, of: partial) ?? 0)
        text = ProtobufLookup.run(2, of: partial)?.text ?? ""
        if rejected == 0, text.isEmpty { return nil }
    }
}
