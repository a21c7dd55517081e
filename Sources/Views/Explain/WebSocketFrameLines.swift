import Bytes
import Explain
package import Flow

/// The frames of a WebSocket, byte by byte. Used once.
package struct WebSocketFrameLines {
    private let record: FlowRecord
    private static let limit = 100

    package init(_ record: FlowRecord) {
        self.record = record
    }

    package func write(to page: inout PageWriter) {
        for frame in WebSocketFrameDissection.frames(of: record, limit: Self.limit) {
            let size = UInt64(frame.bytes.count) + frame.omitted
            page.heading(Prose(stringLiteral: "\(frame.title) · \(Quantity.size(size))"))
            ByteTable(frame.spans, in: frame.bytes).write(to: &page)
            if frame.omitted > 0 {
                page.prose(
                    """
                    \(Quantity.size(frame.omitted)) of payload were not stored as sent; \("--messages") of hark show \
                    has the decoded message.
                    """, at: 2, ink: .quiet)
            }
            page.newline()
        }
    }
}
