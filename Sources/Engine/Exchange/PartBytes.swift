internal import Bytes
internal import HTTPWire
internal import Reactor

/// The bytes of a part of a body, wherever they are.
enum PartBytes {
    /// So many at the front of what a connection has unread.
    case unread(Int, ReceiveBuffer)
    case held(Bytes)

    var count: Int {
        switch self {
        case .unread(let count, _): count
        case .held(let bytes): bytes.count
        }
    }

    var copy: Bytes {
        switch self {
        case .unread(let count, let buffer): buffer.withSpan { Bytes(copying: $0, 0..<count) }
        case .held(let bytes): bytes
        }
    }

    /// Sends them, as a chunk of their own or as they are.
    func write(asChunk: Bool = false, to sink: any MessageSink) {
        if asChunk { sink.send(ChunkEncoder.sizeLine(UInt64(count))) }
        switch self {
        case .unread(let count, let buffer): sink.forward(count, of: buffer)
        case .held(let bytes): sink.send(bytes)
        }
        if asChunk { sink.send(ChunkEncoder.dataEnd) }
    }
}
