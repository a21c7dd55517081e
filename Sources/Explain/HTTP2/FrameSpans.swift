import Bytes
import HTTPWire
import Registry

/// The bytes of one frame, named (RFC 9113 §4.1, §6).
enum FrameSpans {
    private static let layout = "RFC 9113 §4.1"

    /// Whether the frame carries a piece of a field block.
    static func hasFragment(_ frame: Frame) -> Bool {
        switch frame.payload {
        case .headers, .continuation, .pushPromise: true
        case .data, .priority, .resetStream, .settings, .ping, .goAway, .windowUpdate, .priorityUpdate, .other,
            .unreadable:
            false
        }
    }

    /// Where that piece lies, counted from the frame's first byte.
    static func fragment(of frame: Frame) -> Range<Int> {
        let end = frame.size - (frame.padding ?? 0)
        let piece =
            switch frame.payload {
            case .headers(let piece, _), .continuation(let piece), .pushPromise(_, let piece): piece.count
            case .data, .priority, .resetStream, .settings, .ping, .goAway, .windowUpdate, .priorityUpdate, .other,
                .unreadable:
                0
            }
        return end - piece..<end
    }

    /// The spans of a frame that can be read.
    static func spans(
        of frame: Frame, at start: Int, in input: Bytes, _ block: (spans: FieldBlockSpans, offsets: Range<Int>)?
    ) -> [Span] {
        var list = SpanList(at: start)
        header(frame.header, start, &list)
        let end = start + frame.size
        if frame.padding != nil {
            list.leaf("pad-length", to: list.position + 1, spec(frame.header), padding(frame.padding ?? 0))
        }
        payload(frame, start, input, block, &list)
        if list.position < end - (frame.padding ?? 0) {
            list.leaf(
                "payload", to: end - (frame.padding ?? 0), spec(frame.header), "These bytes have no meaning here.")
        }
        if let count = frame.padding {
            let isOdd = frame.quirks.contains { $0.code == .nonZeroPadding }
            list.leaf(
                "padding", to: end, spec(frame.header),
                isOdd
                    ? "Padding, which should be zeros but is not."
                    : "\(Quantity.bytes(count)) of padding: zeros, which hide the length of the rest.",
                malformed: isOdd)
        }
        return list.spans
    }

    /// Those of a frame that breaks a rule of its own.
    static func unreadable(_ frameHeader: FrameHeader, at start: Int, _ error: HTTP2Error) -> [Span] {
        var list = SpanList(at: start)
        header(frameHeader, start, &list, error: frameHeader.length == 0 ? error : nil)
        list.leaf(
            "payload", to: start + FrameHeader.size + frameHeader.length, error.spec, Wording(error.text),
            malformed: true)
        return list.spans
    }

    // MARK: - Header

    private static func header(_ header: FrameHeader, _ start: Int, _ list: inout SpanList, error: HTTP2Error? = nil) {
        list.leaf(
            "frame-length", to: start + 3, layout,
            error.map { Wording($0.text) }
                ?? "\(Quantity.bytes(header.length)) follow the nine bytes of the frame header.",
            malformed: error != nil)
        list.leaf("frame-type", to: start + 4, spec(header), type(header))
        let isOdd = header.type.map { !$0.flags.isSuperset(of: header.flags) } ?? false
        list.leaf("frame-flags", to: start + 5, spec(header), flags(header), malformed: isOdd)
        let stream: Wording =
            header.stream == 0 ? "Stream 0: the frame is for the whole connection." : "Stream \(header.stream)."
        list.leaf(
            "stream-identifier", to: start + 9, layout,
            header.isReservedBitSet ? stream + " The reserved bit before it is set; recipients ignore it." : stream,
            malformed: header.isReservedBitSet)
    }

    private static func spec(_ header: FrameHeader) -> String {
        Vocabulary.frames[Int(header.typeNumber)]?.spec ?? layout
    }

    private static func type(_ header: FrameHeader) -> Wording {
        guard let term = Vocabulary.frames[Int(header.typeNumber)] else {
            return "Type \(header.typeNumber), which is unknown: recipients ignore the frame."
        }
        return "\(term.name) \(term.text)"
    }

    private static func flags(_ header: FrameHeader) -> Wording {
        guard let type = header.type else {
            return "Flags of an unknown type: 0x\(Quotation.hex(header.flags.rawValue))."
        }
        var words: [String] = []
        for (flag, name) in FrameFlags.names(of: type) where header.flags.contains(flag) {
            words.append("\(name): \(meaning(of: name)).")
        }
        let undefined = header.flags.subtracting(type.flags)
        if !undefined.isEmpty {
            words.append("0x\(Quotation.hex(undefined.rawValue)) is not a flag of this type; recipients ignore it.")
        }
        return words.isEmpty ? "No flag is set." : Wording(words.joined(separator: " "))
    }

    private static func meaning(of flag: String) -> String {
        switch flag {
        case "END_STREAM": "this side sends nothing more on the stream"
        case "END_HEADERS": "the field block ends here"
        case "PADDED": "the frame ends with padding"
        case "PRIORITY": "a priority (obsolete) precedes the fields"
        default: "the frame acknowledges one that was received"
        }
    }

    // MARK: - Payload

    private static func padding(_ count: Int) -> Wording { "The frame ends with \(Quantity.bytes(count)) of padding." }

    private static func payload(
        _ frame: Frame, _ start: Int, _ input: Bytes, _ block: (spans: FieldBlockSpans, offsets: Range<Int>)?,
        _ list: inout SpanList
    ) {
        let (end, spec) = (start + frame.size - (frame.padding ?? 0), spec(frame.header))
        switch frame.payload {
        case .data(let range):
            list.leaf("data", to: end, spec, "\(Quantity.bytes(range.count)) of content.")
        case .headers(_, let priority):
            if let priority { self.priority(priority, frame, spec, &list) }
            fragment(block, to: end, &list)
        case .continuation: fragment(block, to: end, &list)
        case .pushPromise(let stream, _):
            list.leaf("promised-stream", to: list.position + 4, spec, "The response will come on stream \(stream).")
            fragment(block, to: end, &list)
        case .priority(let priority): self.priority(priority, frame, spec, &list)
        case .resetStream(let code): list.leaf("error-code", to: end, "RFC 9113 §7", errorCode(code))
        case .settings(let settings): for setting in settings { self.setting(setting, &list) }
        case .ping: list.leaf("opaque-data", to: end, spec, "Eight bytes that the other side returns unchanged.")
        case .goAway(let last, let code, let debug):
            list.leaf("last-stream", to: list.position + 4, spec, lastStream(last))
            list.leaf("error-code", to: list.position + 4, "RFC 9113 §7", errorCode(code))
            list.leaf("debug-data", to: end, spec, "A text for people: \(quoting: debug).")
        case .windowUpdate(let increment):
            list.leaf("window-increment", to: end, spec, window(increment, frame.header.stream))
        case .priorityUpdate(let stream, let value):
            list.leaf("prioritized-stream", to: list.position + 4, spec, "It is for stream \(stream).")
            list.leaf("priority-field-value", to: end, spec, "In the format of the Priority field: \(quoting: value).")
        case .other: list.leaf("payload", to: end, spec, "\(Quantity.bytes(frame.header.length)).")
        case .unreadable:
            list.leaf(
                "payload", to: end, frame.fault?.spec ?? spec, Wording(frame.fault?.text ?? "This is unreadable."),
                malformed: true)
        }
    }

    private static func fragment(
        _ block: (spans: FieldBlockSpans, offsets: Range<Int>)?, to end: Int, _ list: inout SpanList
    ) {
        guard let block else {
            return list.leaf(
                "field-block", to: end, "RFC 9113 §4.3", "A part of a field block that is never completed.",
                malformed: true)
        }
        list.append(block.spans.list(of: block.offsets, at: list.position))
    }

    private static func priority(_ priority: StreamPriority, _ frame: Frame, _ spec: String, _ list: inout SpanList) {
        let itself = priority.parent == frame.header.stream
        let order = priority.isExclusive ? ", and comes before all others that do" : ""
        let words: Wording =
            itself
            ? "The frame says that the stream depends on itself." : "It depends on stream \(priority.parent)\(order)."
        list.leaf("stream-dependency", to: list.position + 4, spec, words, malformed: itself)
        list.leaf("weight", to: list.position + 1, spec, "Weight \(priority.weight) of 256. This scheme is obsolete.")
    }

    private static func setting(_ setting: HTTP2Setting, _ list: inout SpanList) {
        let term = Vocabulary.settings[Int(setting.number)]
        let spec = term?.spec ?? "RFC 9113 §6.5.2"
        var parts = list.children()
        parts.leaf(
            "setting-identifier", to: parts.position + 2, spec,
            term.map { "\($0.name) \($0.text)" } ?? """
                Setting \(setting.number), which is unknown: recipients ignore it.
                """)
        parts.leaf("setting-value", to: parts.position + 4, spec, "\(setting.value)")
        let words: Wording =
            term.map { "\($0.name): \(setting.value). It \($0.text)" }
            ?? "Setting \(setting.number): \(setting.value). It is unknown, and recipients ignore it."
        list.group("setting", spec, words, parts)
    }

    private static func errorCode(_ code: HTTP2ErrorCode) -> Wording {
        guard let term = Vocabulary.errorCodes[Int(code.rawValue)] else {
            return "Error \(code.rawValue), which is unknown: recipients treat it as INTERNAL_ERROR."
        }
        return "\(term.name). \(term.text)"
    }

    private static func lastStream(_ last: UInt32) -> Wording {
        last == FrameHeader.largestStream
            ? "All streams may still be processed; the client should open no new ones."
            : "Streams above \(last) were not processed: the client can send their requests again."
    }

    private static func window(_ increment: UInt32, _ stream: UInt32) -> Wording {
        stream == 0
            ? "The other side may send \(Quantity.bytes(increment)) more on all streams together."
            : "The other side may send \(Quantity.bytes(increment)) more on stream \(stream)."
    }
}
