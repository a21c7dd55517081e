package import Bytes
import Explain
import Flow

/// Reads raw messages, requests and responses in the order they came. A function of the bytes.
package enum RawMessages {
    /// - Parameter now: seconds since 1970, for messages without a Date.
    package static func read(_ file: Bytes, now: Int64) -> RecordedFile {
        let input = ExplainedInput(raw: file, .init(now: now))
        var recording = RecordedFile(flows: input.exchanges)
        if !input.rest.isEmpty {
            var log = DamageLog()
            log.add(
                input.rest.lowerBound, "\(input.rest.count) bytes here are no message.", "They were left out.")
            recording.damage = log.finish(file)
        }
        return recording
    }
}
