import Bytes
import Explain
import Flow
import HTTPModel
import Messages

/// A part of a message as octets: as they came, as they went on, decoded. A value.
struct PageOctets {
    enum Part: String, CaseIterable {
        case head, sent, wire, body, decoded
    }

    private let source: Source
    /// Bytes of the whole; nil when that is not known before it is read.
    let size: Int?

    private enum Source {
        case bytes(Bytes)
        case content(ContentRef)
        /// What stands before the content, and the content.
        case joined(Bytes, ContentRef)
        case decoded(CodedBody)
    }

    /// nil when there is no such part.
    init?(_ part: Part, of kind: MessageKind, in record: FlowRecord) {
        let message = record[kind]
        let head = Self.head(kind, record)
        switch part {
        case .head: source = .bytes(head)
        case .sent: source = .bytes(message.sent ?? Bytes())
        case .wire:
            guard let wire = WireMessage(record, kind) else { return nil }
            // Content that is large is in no record; its chunk lines would have to be made piece by piece.
            if message.content.bytes == nil, message.content.kept.count ?? 0 > 0 {
                source = .joined(wire.bytes, message.content.kept)
            } else {
                source = .bytes(wire.bytes)
            }
        case .body:
            guard message.content.kept.count != nil else { return nil }
            source = .content(message.content.kept)
        case .decoded:
            if let decoded = message.content.decoded {
                source = .bytes(decoded)
            } else if message.content.kept.count != nil {
                source = CodedBody(record, kind).map { .decoded($0) } ?? .content(message.content.kept)
            } else {
                return nil
            }
        }
        switch source {
        case .bytes(let bytes):
            if bytes.isEmpty, part == .head || part == .sent { return nil }
            size = bytes.count
        case .content(let content): size = content.count
        case .joined(let bytes, let content): size = bytes.count + (content.count ?? 0)
        case .decoded: size = message.content.decodedSize.map { Int(clamping: $0) }
        }
    }

    private static func head(_ kind: MessageKind, _ record: FlowRecord) -> Bytes {
        let head =
            switch kind {
            case .request: record.requestHead?.raw
            case .response: record.responseHead?.raw
            }
        return head ?? record[kind].malformedHead ?? Bytes()
    }

    /// So many of them from a place on; fewer at the end.
    ///
    /// - Parameter windows: reads what has to be decoded, at most 8 MiB of it.
    func read(from first: Int, count: Int, by windows: any PageWindows = FreshWindows()) -> Bytes {
        // What is in a file is read from there on: a window at the end of two gigabytes is as near as one at the start.
        switch source {
        case .content(let content): return Self.read(content, from: first, count)
        case .joined(let bytes, let content):
            let start = min(first, bytes.count)
            let held = bytes.slice(start..<max(start, min(bytes.count, first + count)))
            let rest = Self.read(content, from: max(0, first - bytes.count), count - held.count)
            return Bytes(Array(held) + Array(rest))
        case .decoded(let body): return windows.read(body, from: first, count: count)
        case .bytes(let bytes):
            let start = min(first, bytes.count)
            return bytes.slice(start..<start + min(count, bytes.count - start))
        }
    }

    private static func read(_ content: ContentRef, from first: Int, _ count: Int) -> Bytes {
        var window = Window(0, count)
        guard count > 0 else { return Bytes() }
        _ = content.forEachPiece(from: first, of: min(count, ContentRef.pieceSize)) { window.take($0) }
        return Bytes(window.bytes)
    }

    /// Hands out everything in pieces; `body` says whether to go on.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) {
        switch source {
        case .bytes(let bytes): _ = bytes.withUnsafeBytes(body)
        case .content(let content): _ = content.forEachPiece(of: ContentRef.pieceSize, body)
        case .joined(let bytes, let content):
            guard bytes.withUnsafeBytes(body) else { return }
            _ = content.forEachPiece(of: ContentRef.pieceSize, body)
        case .decoded(let coded): ContentDecoder.forEachPiece(of: coded.content, coded.codings, body)
        }
    }

    /// What of the pieces that go by lies in a range.
    private struct Window {
        private var skip: Int
        private var left: Int
        private(set) var bytes: [UInt8] = []

        init(_ first: Int, _ count: Int) {
            skip = first
            left = count
        }

        /// Whether more is wanted.
        mutating func take(_ piece: UnsafeRawBufferPointer) -> Bool {
            let passed = min(skip, piece.count)
            skip -= passed
            let taken = min(left, piece.count - passed)
            bytes.append(contentsOf: piece[passed..<(passed + taken)])
            left -= taken
            return left > 0
        }
    }
}
