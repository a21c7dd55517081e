import Bytes
import Messages
import Platform

extension MultibyteCharset {
    /// Reads a content by the system's tables, a piece at a time; nil where the system has none for this charset.
    static let bySystem: Reader = { content, charset in
        guard let converter = CharsetConverter(charset.systemNames) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(content.count + content.count / 2)
        content.withUnsafeBytes { converter.convert($0, to: &text) }
        converter.finish(to: &text)
        return Bytes(text)
    }
}
