package import Bytes
package import Flow

/// Reads what `JSONWriter.innerMessages` wrote, or Chrome did: facts of the flow, with microseconds since it began.
package struct InnerMessageReader {
    /// A fact, and when it came.
    package typealias Found = (time: Int64, fact: FlowEvent.Fact)

    private let file: Bytes
    private let clock: InnerClock
    private var found: [Found] = []

    /// - Parameter start: the wall-clock time at which the flow began, in microseconds.
    private init(_ file: Bytes, openedAt: Instant, start: Int64) {
        self.file = file
        clock = InnerClock(openedAt: openedAt, start: start)
    }

    /// The facts that the members of an object tell; those that are none are left out.
    ///
    /// - Parameters:
    ///   - openedAt: when the flow began by its own clock.
    ///   - start: the same by the wall clock, in microseconds.
    package static func read(
        _ object: JSONNode, in file: Bytes, openedAt: Instant = Instant(nanoseconds: 0), start: Int64
    ) -> [Found] {
        var reader = InnerMessageReader(file, openedAt: openedAt, start: start)
        reader.each(object, "_webSocketMessages") { $0.webSocketMessage($1) }
        reader.each(object, "_eventSourceMessages") { $0.event($1) }
        reader.each(object, "_lines") { $0.place($1, .line) }
        if let omitted = object.member("_messagesOmitted", in: file) {
            let (sent, received) = (reader.count(omitted, "send"), reader.count(omitted, "receive"))
            reader.found.append((0, .innerMessagesOmitted(sent: sent, received: received)))
        }
        reader.each(object, "_readingEnds") { $0.readingEnd($1) }
        if let call = object.member("_grpc", in: file) { reader.each(call, "messages") { $0.callMessage($1) } }
        // A session file has them where a HAR has the messages that they are parts of.
        for holder in ["request", "response"] as [StaticString] {
            guard let holder = object.member(holder, in: file) else { continue }
            reader.each(holder, "_parts") { $0.part($1) }
        }
        return reader.found
    }

    /// The same of a text that has nothing else.
    package static func read(_ text: Bytes, openedAt: Instant) -> [Found] {
        let root = unsafe text.withUnsafeBytes { raw -> JSONNode? in
            var parser = unsafe JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
        return root.map { read($0, in: text, openedAt: openedAt, start: 0) } ?? []
    }

    private mutating func each(
        _ object: JSONNode, _ name: StaticString, _ read: (inout InnerMessageReader, JSONNode) -> Void
    ) {
        for element in object.member(name, in: file)?.elements ?? [] { read(&self, element) }
    }

    private mutating func add(_ message: (Instant) -> InnerMessage?, at node: JSONNode) {
        let time = clock.microseconds(node.member("time", in: file)?.double(in: file))
        guard let message = message(clock.openedAt.advanced(byMicroseconds: time)) else { return }
        found.append((time, .innerMessage(message)))
    }

    private mutating func webSocketMessage(_ node: JSONNode) {
        let reader = self
        add({ reader.webSocketMessage(node, at: $0) }, at: node)
    }

    private func webSocketMessage(_ node: JSONNode, at time: Instant) -> InnerMessage? {
        guard let from = side(node), let opcode = node.member("opcode", in: file)?.integer(in: file),
            let data = text(node, "data")
        else { return nil }
        // What should be base64 and is not was written by somebody who writes bytes as they are.
        let plain = opcode == 1 ? data : Base64.decode(data).map { Bytes($0) } ?? data
        let form: InnerMessage.Form
        var bytes = plain
        switch opcode {
        case 1: form = .text
        case 2: form = .binary
        case 8:
            form = .close(plain.count >= 2 ? UInt16(plain[0]) << 8 | UInt16(plain[1]) : nil)
            bytes = Bytes(Array(plain.dropFirst(2)))
        case 9: form = .ping
        case 10: form = .pong
        default: return nil
        }
        let frames = (node.member("_frames", in: file)?.elements ?? []).compactMap { frame($0) }
        return InnerMessage(
            from: from, form, at: time, offset: size(node, "_offset") ?? 0, size: size(node, "_size"), bytes: bytes,
            isCompressed: node.member("_compressed", in: file)?.boolean == true, frames: frames,
            frameCount: size(node, "_frameCount").map { Int(clamping: $0) },
            isByHand: node.member("_byHand", in: file)?.boolean == true)
    }

    private func frame(_ node: JSONNode) -> InnerMessage.Frame? {
        guard let isFinal = node.member("fin", in: file)?.boolean, let size = size(node, "size") else { return nil }
        let mask = node.member("mask", in: file)?.string(in: file).flatMap { Base64.decode($0) }
        let time = clock.microseconds(node.member("time", in: file)?.double(in: file))
        return InnerMessage.Frame(
            isFinal: isFinal, reserved: UInt8(clamping: count(node, "rsv")),
            mask: mask.flatMap { $0.count == 4 ? $0.reduce(0) { $0 << 8 | UInt32($1) } : nil }, size: size,
            time: clock.openedAt.advanced(byMicroseconds: time))
    }

    private mutating func event(_ node: JSONNode) {
        let reader = self
        add({ reader.event(node, at: $0) }, at: node)
    }

    private func event(_ node: JSONNode, at time: Instant) -> InnerMessage? {
        guard let data = text(node, "data") else { return nil }
        let event = InnerMessage.Event(
            name: text(node, "eventName") ?? "message",
            id: text(node, "eventId") ?? Bytes(), retry: size(node, "_retry"))
        return InnerMessage(
            from: .response, .event(event), at: time, offset: size(node, "_offset") ?? 0, size: size(node, "_size"),
            bytes: data)
    }

    private mutating func place(
        _ node: JSONNode, _ form: InnerMessage.Form, _ bytes: Bytes = Bytes(), isCompressed: Bool = false
    ) {
        let reader = self
        add(
            { time in
                guard let from = reader.side(node), let size = reader.size(node, "size") else { return nil }
                let offset = reader.size(node, "offset") ?? 0
                return InnerMessage(
                    from: from, form, at: time, offset: offset, size: size, bytes: bytes, isCompressed: isCompressed)
            }, at: node)
    }

    private mutating func callMessage(_ node: JSONNode) {
        let trailers = text(node, "trailers")
        let isCoded = node.member("coded", in: file)?.boolean == true
        place(
            node, trailers == nil ? .call(isCoded: isCoded) : .callEnd, trailers ?? Bytes(),
            isCompressed: node.member("compressed", in: file)?.boolean == true)
    }

    private mutating func part(_ node: JSONNode) {
        let head = node.member("_raw", in: file)?.string(in: file).flatMap { Base64.decode($0) } ?? []
        place(node, .part(head: Bytes(head)))
    }

    private mutating func readingEnd(_ node: JSONNode) {
        guard let from = side(node), let code = node.member("code", in: file)?.string(in: file),
            let text = node.member("text", in: file)?.string(in: file)
        else { return }
        let end = InnerReadingEnd(
            from: from, code: code.text, offset: size(node, "offset") ?? 0,
            closeCode: size(node, "closeCode").flatMap { UInt16(exactly: $0) }, text: text.text,
            spec: node.member("spec", in: file)?.string(in: file)?.text ?? "")
        found.append((.max, .innerReadingEnded(end)))
    }

    // MARK: Members

    private func side(_ node: JSONNode) -> MessageKind? {
        guard let type = node.member("type", in: file)?.string(in: file) else { return nil }
        return type == "send" ? .request : type == "receive" ? .response : nil
    }

    /// Bytes of its own: the file is not held for them.
    private func text(_ node: JSONNode, _ name: StaticString) -> Bytes? {
        node.member(name, in: file)?.string(in: file).map { Bytes(Array($0)) }
    }

    private func size(_ node: JSONNode, _ name: StaticString) -> UInt64? {
        node.member(name, in: file)?.integer(in: file).flatMap { UInt64(exactly: $0) }
    }

    private func count(_ node: JSONNode, _ name: StaticString) -> Int { Int(clamping: size(node, name) ?? 0) }
}
