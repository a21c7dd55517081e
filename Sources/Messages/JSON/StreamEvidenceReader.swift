package import Bytes
package import Flow
import HTTPModel
import Registry

/// Reads what `JSONWriter.streamEvidence` wrote: facts of the flow, with microseconds since it began. What is none of
/// it is left out.
package struct StreamEvidenceReader {
    /// A fact, and when it came.
    package typealias Found = (time: Int64, fact: FlowEvent.Fact)

    private let file: Bytes
    private let kind: MessageKind
    private let openedAt: Instant
    private var found: [Found] = []

    /// The facts of a message's members.
    ///
    /// - Parameter openedAt: when the flow began by its own clock.
    package static func read(
        _ message: JSONNode, in file: Bytes, of kind: MessageKind, openedAt: Instant = Instant(nanoseconds: 0)
    ) -> [Found] {
        var reader = StreamEvidenceReader(file: file, kind: kind, openedAt: openedAt)
        reader.frames(message, "_frames", isSent: false)
        reader.frames(message, "_framesSent", isSent: true)
        reader.found.sort { $0.time < $1.time }
        if let dropped = message.member("_framesDropped", in: file)?.integer(in: file), dropped > 0 {
            reader.found.append((0, .framesOmitted(kind, Int(clamping: dropped))))
        }
        for node in message.member("_waits", in: file)?.elements ?? [] { reader.wait(node) }
        if let omitted = message.member("_waitsOmitted", in: file)?.integer(in: file), omitted > 0 {
            reader.found.append((0, .waitsOmitted(kind, Int(clamping: omitted))))
        }
        return reader.found
    }

    /// The field block whose octets these are, with the places that the message tells; nil when it tells none.
    package static func block(_ bytes: Bytes, _ message: JSONNode, in file: Bytes) -> HeadBlock? {
        guard let listed = message.member("_fields", in: file)?.elements else { return nil }
        let reader = StreamEvidenceReader(file: file, kind: .request, openedAt: Instant(nanoseconds: 0))
        let updates = message.member("_sizeUpdates", in: file)?.elements ?? []
        return HeadBlock(
            bytes: bytes, places: listed.compactMap { reader.place($0, within: bytes.count) },
            sizeUpdates: updates.compactMap { reader.sizeUpdate($0, within: bytes.count) })
    }

    /// The frames of a connection's stream 0, in the order of time.
    package static func frames(
        of connection: JSONNode, in file: Bytes, openedAt: Instant
    ) -> [(frame: StreamFrame, time: Instant)] {
        var reader = StreamEvidenceReader(file: file, kind: .request, openedAt: openedAt)
        reader.frames(connection, "frames", isSent: false)
        reader.frames(connection, "framesSent", isSent: true)
        let order = reader.found.indices.sorted { (reader.found[$0].time, $0) < (reader.found[$1].time, $1) }
        return order.prefix(ConnectionRecord.frameLimit).compactMap { place in
            guard case .framePassed(_, let frame) = reader.found[place].fact else { return nil }
            return (frame, openedAt.advanced(byMicroseconds: reader.found[place].time))
        }
    }

    // MARK: - Frames

    private mutating func frames(_ message: JSONNode, _ name: StaticString, isSent: Bool) {
        for node in message.member(name, in: file)?.elements ?? [] {
            guard var frame = frame(node) else { continue }
            frame.isSent = isSent
            found.append((microseconds(node, "time"), .framePassed(kind, frame)))
        }
    }

    private func frame(_ node: JSONNode) -> StreamFrame? {
        guard let type = text(node, "type").flatMap(StreamFrame.type), let size = integer(node, "size"), size >= 0
        else { return nil }
        let flags = integer(node, "flagBits").flatMap { UInt8(exactly: $0) } ?? 0
        var frame = StreamFrame(
            type: type, flags: flags, size: Int(size),
            padding: integer(node, "padding").flatMap { UInt8(exactly: $0) }.map { Int($0) },
            code: text(node, "code").flatMap(Self.code))
        frame.increment = integer(node, "increment").flatMap { UInt32(exactly: $0) }
        frame.window = integer(node, "window").map { Int($0) }
        frame.connectionWindow = integer(node, "connectionWindow").map { Int($0) }
        frame.quirks = (node.member("quirks", in: file)?.elements ?? []).compactMap { quirk in
            guard let code = text(quirk, "code"), let (offset, length) = span(quirk, within: Int(size) + 9) else {
                return nil
            }
            return StreamFrame.Quirk(code: code, offset: offset, length: length)
        }
        return frame
    }

    private static func code(_ name: String) -> UInt32? {
        UInt32(name) ?? (0..<64).first { Vocabulary.errorCodes[Int($0)]?.name == name }
    }

    private mutating func wait(_ node: JSONNode) {
        guard let cause = text(node, "for").flatMap(StreamWait.Cause.init(rawValue:)) else { return }
        let start = openedAt.advanced(byMicroseconds: microseconds(node, "time"))
        let end = start.advanced(byMicroseconds: microseconds(node, "duration"))
        let count = Int(clamping: max(0, integer(node, "size") ?? 0))
        found.append((0, .streamWaited(kind, StreamWait(cause, from: start, to: end, count: count))))
    }

    // MARK: - Blocks

    private func place(_ node: JSONNode, within count: Int) -> HeadBlock.Place? {
        guard let (offset, length) = span(node, within: count),
            let form = text(node, "form").flatMap(HeadBlock.Form.init(rawValue:)),
            let index = integer(node, "index").flatMap({ UInt32(exactly: $0) })
        else { return nil }
        var origin: HeadBlock.Origin?
        if let entered = node.member("entered", in: file),
            let stream = integer(entered, "stream").flatMap({ UInt32(exactly: $0) })
        {
            origin = HeadBlock.Origin(stream: stream, field: Int(clamping: max(0, integer(entered, "field") ?? 0)))
        }
        return HeadBlock.Place(
            offset: offset, length: length, form: form, index: Int(index),
            isHuffman: node.member("huffman", in: file)?.boolean == true, origin: origin)
    }

    private func sizeUpdate(_ node: JSONNode, within count: Int) -> HeadBlock.SizeUpdate? {
        guard let (offset, length) = span(node, within: count),
            let size = integer(node, "size").flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return HeadBlock.SizeUpdate(offset: offset, length: length, size: Int(size))
    }

    // MARK: - Members

    /// A place that lies in what it is of.
    private func span(_ node: JSONNode, within count: Int) -> (offset: Int, length: Int)? {
        guard let offset = integer(node, "offset"), let length = integer(node, "length"), offset >= 0, length >= 0,
            offset <= count, length <= count - Int(offset)
        else { return nil }
        return (Int(offset), Int(length))
    }

    private func text(_ node: JSONNode, _ name: StaticString) -> String? {
        node.member(name, in: file)?.string(in: file)?.text
    }

    private func integer(_ node: JSONNode, _ name: StaticString) -> Int64? {
        node.member(name, in: file)?.integer(in: file)
    }

    /// Of a member that has milliseconds.
    private func microseconds(_ node: JSONNode, _ name: StaticString) -> Int64 {
        guard let value = node.member(name, in: file)?.double(in: file), value >= 0, value < 1e12 else { return 0 }
        return Int64((value * 1000).rounded())
    }
}
