package import Bytes

/// Where an export goes, in pieces: what is written is gathered, and handed on when it is much. Owned by one export.
package final class ExportOutput {
    private static let batch = 256 << 10
    private var buffer: [UInt8] = []
    private let sink: (UnsafeRawBufferPointer) -> Bool
    /// Nobody takes it any more; what comes later is dropped.
    package private(set) var hasFailed = false

    /// - Parameter sink: takes all of the bytes; false when it cannot.
    package init(_ sink: @escaping (UnsafeRawBufferPointer) -> Bool) {
        self.sink = sink
    }

    package func put(_ text: String) {
        buffer += text.utf8
        flushIfLarge()
    }

    package func put(_ bytes: Bytes) {
        buffer += bytes
        flushIfLarge()
    }

    package func put(_ bytes: [UInt8]) {
        buffer += bytes
        flushIfLarge()
    }

    package func put(_ bytes: UnsafeRawBufferPointer) {
        if bytes.count >= Self.batch {
            flush()
            if !hasFailed, !sink(bytes) { hasFailed = true }
            return
        }
        buffer += bytes
        flushIfLarge()
    }

    /// Hands on what was gathered.
    package func flush() {
        guard !buffer.isEmpty else { return }
        if !hasFailed, !buffer.withUnsafeBytes(sink) { hasFailed = true }
        buffer.removeAll(keepingCapacity: true)
    }

    private func flushIfLarge() {
        if buffer.count >= Self.batch { flush() }
    }
}
