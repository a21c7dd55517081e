package import Bytes

/// Messages with a flag and their length in five octets before them, as gRPC, gRPC-Web and Connect send them. A value;
/// how the bytes were cut makes no difference.
package struct CallFrames: Sendable {
    /// One message.
    package struct Frame: Sendable, Hashable {
        /// Octets before its prefix.
        package let offset: UInt64
        /// The octet before the length.
        package let flags: UInt8
        /// Octets that it has, as they came.
        package let size: UInt64
        /// What is kept of them.
        package let bytes: Bytes
    }

    private let limit: Int
    /// Octets that were taken.
    package private(set) var position: UInt64 = 0
    private var start: UInt64 = 0
    private var prefix: [UInt8] = []
    private var left: UInt64 = 0
    private var bytes: [UInt8] = []
    private var isLetGo = false

    private static let prefixSize = 5

    /// - Parameter limit: octets of a message that are kept.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Octets of a message that has begun; 0 between two.
    package var unfinished: UInt64 { position - start }

    /// Octets that are held of a message that has begun.
    package var held: Int { bytes.count }

    /// Keeps nothing of the message that has begun: its size is told, and none of its bytes.
    package mutating func letGo() {
        isLetGo = prefix.count == Self.prefixSize
        bytes = []
    }

    /// The messages that these bytes end.
    package mutating func take(_ input: Bytes) -> [Frame] {
        var frames: [Frame] = []
        var place = 0
        while place < input.count {
            if prefix.count < Self.prefixSize {
                let end = min(place + Self.prefixSize - prefix.count, input.count)
                prefix.append(contentsOf: input.slice(place..<end))
                position += UInt64(end - place)
                place = end
                guard prefix.count == Self.prefixSize else { break }
                left = prefix[1...].reduce(0) { $0 << 8 | UInt64($1) }
            }
            let count = Int(min(left, UInt64(input.count - place)))
            if !isLetGo, bytes.count < limit {
                bytes.append(contentsOf: input.slice(place..<place + min(count, limit - bytes.count)))
            }
            place += count
            position += UInt64(count)
            left -= UInt64(count)
            if left == 0 { frames.append(finish()) }
        }
        return frames
    }

    private mutating func finish() -> Frame {
        defer {
            prefix = []
            bytes = []
            isLetGo = false
            start = position
        }
        return Frame(
            offset: start, flags: prefix[0], size: position - start - UInt64(Self.prefixSize), bytes: Bytes(bytes))
    }
}
