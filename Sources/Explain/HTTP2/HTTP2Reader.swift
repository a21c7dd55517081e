package import Bytes
import HTTPModel
import HTTPWire

/// Reads what one side of an HTTP/2 connection sent, and names every byte of it. It never refuses: a frame that breaks
/// a rule is named as such, and the next one is found by its length.
///
/// Pure; the time it takes is linear in the input, and what it makes is bounded.
package enum HTTP2Reader {
    /// Frames and spans that are made of one input; what stands behind them is the rest.
    static let frameLimit = 10_000
    static let spanLimit = 200_000
    /// What the other side allowed is not known here: as much as anyone is likely to.
    static let tableLimit = 1 << 16

    /// The preface that a client's bytes begin with.
    package static func hasPreface(_ input: Bytes) -> Bool { input.hasOpening("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") }

    /// The frames of the input.
    package static func read(_ input: Bytes, from side: HTTP2Dissection.Side) -> HTTP2Dissection {
        var run = Run(input, side)
        run.readAll()
        return run.dissection
    }
}

/// One input being read.
private struct Run {
    private let input: Bytes
    private let side: HTTP2Dissection.Side
    private var parts: [HTTP2Dissection.Part] = []
    private var position = 0
    private var spanCount = 0
    private var restText = ""
    private var assembler = Self.newAssembler()
    private var decoder: HPACKDecoder
    /// Frames of a field block that is not complete yet.
    private var pending: [(frame: Frame, start: Int)] = []
    /// The table cannot be followed any more.
    private var isTableLost = false
    /// Streams whose head came, so that the next block is trailers.
    private var headed: Set<UInt32> = []

    init(_ input: Bytes, _ side: HTTP2Dissection.Side) {
        self.input = input
        self.side = side
        decoder = HPACKDecoder(capacity: HTTP2Reader.tableLimit, listLimit: 1 << 20, countLimit: 4000)
    }

    var dissection: HTTP2Dissection {
        HTTP2Dissection(side: side, input: input, parts: parts, rest: position..<input.count, restText: restText)
    }

    private static func newAssembler() -> FieldBlockAssembler {
        FieldBlockAssembler(size: 1 << 20, continuations: 1000)
    }

    mutating func readAll() {
        if HTTP2Reader.hasPreface(input) { takePreface() }
        var place = position
        while place < input.count {
            guard parts.count < HTTP2Reader.frameLimit, spanCount < HTTP2Reader.spanLimit else {
                restText = "Hark read only the first \(parts.count) frames, not these bytes after them."
                break
            }
            guard let size = readFrame(at: place) else { break }
            place += size
        }
        flush(nil)
    }

    private mutating func takePreface() {
        let size = FrameEncoder.preface.count
        let text: Wording =
            "The HTTP/2 preface. An HTTP/1 server does not understand it and answers with an error."
        var spans = SpanList(at: 0)
        spans.leaf("preface", to: size, "RFC 9113 §3.4", text)
        append(HTTP2Dissection.Part(offset: 0, length: size, typeNumber: nil, stream: 0, spans: spans.spans))
    }

    /// How many bytes the frame has; nil when it is not whole.
    private mutating func readFrame(at start: Int) -> Int? {
        let unread = input.slice(start..<input.count)
        guard let header = unread.withSpan({ FrameHeader($0) }) else {
            restText = "A frame header has nine bytes; only \(unread.count) are here."
            return nil
        }
        let size = FrameHeader.size + header.length
        guard size <= unread.count else {
            restText = "A frame of \(Quantity.bytes(size)) begins here, but only \(unread.count) are present."
            return nil
        }
        var frames = FrameDecoder(at: UInt64(start), largest: 1 << 24, values: 4000)
        do throws(HTTP2Error) {
            guard let frame = try unread.withSpan({ span throws(HTTP2Error) in try frames.decode(span) }) else {
                return nil
            }
            try take(frame, at: start)
        } catch {
            flush(nil)
            let spans = FrameSpans.unreadable(header, at: start, error)
            append(
                HTTP2Dissection.Part(
                    offset: start, length: size, typeNumber: header.typeNumber, stream: header.stream, spans: spans,
                    notes: [Note(error, start..<start + size)]))
        }
        return size
    }

    private mutating func take(_ frame: Frame, at start: Int) throws(HTTP2Error) {
        do throws(HTTP2Error) {
            let block = try assembler.take(frame)
            if FrameSpans.hasFragment(frame) {
                pending.append((frame, start))
                if let block { flush(block) }
                return
            }
        } catch {
            // What is out of order is read all the same.
            assembler = Self.newAssembler()
            flush(nil)
            append(part(frame, start, nil, notes: [Note(error, start..<start + frame.size)]))
            return
        }
        append(part(frame, start, nil))
    }

    // MARK: - Field blocks

    /// Makes the parts of the frames of a block: of a complete one its fields are named.
    private mutating func flush(_ block: FieldBlockAssembler.Block?) {
        guard !pending.isEmpty else { return }
        let frames = pending
        pending = []
        guard let block else {
            for (frame, start) in frames { append(part(frame, start, nil)) }
            return
        }
        let before = decoder.table
        let names = blockSpans(block)
        var place = 0
        for (index, (frame, start)) in frames.enumerated() {
            let fragment = FrameSpans.fragment(of: frame)
            let offsets = place..<place + fragment.count
            place = offsets.upperBound
            var made = part(frame, start, (names, offsets))
            if let error = names.error, offsets.contains(error.offset) || index == frames.count - 1, !isTableLost {
                let offset =
                    start + fragment.lowerBound + min(max(0, error.offset - offsets.lowerBound), fragment.count)
                made.notes.append(Note(error, offset..<offset))
                isTableLost = true
            }
            for note in names.notes where offsets.contains(note.offset) || offsets.isEmpty && note.offset == place {
                let offset = start + fragment.lowerBound + note.offset - offsets.lowerBound
                // A field that goes on in the next frame is told where it begins.
                let length = min(note.length, max(0, offsets.upperBound - note.offset))
                made.notes.append(note.moved(to: offset..<offset + length))
            }
            if index == frames.count - 1, let fields = names.fields {
                made.block = names.made(
                    fields, before: HTTP2Dissection.TableState(before),
                    after: HTTP2Dissection.TableState(decoder.table))
            }
            append(made)
        }
    }

    private mutating func blockSpans(_ block: FieldBlockAssembler.Block) -> FieldBlockSpans {
        guard !isTableLost else { return FieldBlockSpans(unknown: block.bytes.count) }
        do throws(HPACKError) {
            let fields = try decoder.decode(block.bytes, from: block.opening.header.stream)
            var spans = FieldBlockSpans(fields)
            if let fault = fault(fields.fields, block.opening) { spans.blame(fault, fields) }
            return spans
        } catch {
            return FieldBlockSpans(block.bytes.count, error)
        }
    }

    /// What makes the message malformed, as far as this block tells.
    private mutating func fault(_ fields: FieldSection, _ opening: Frame) -> FieldFault? {
        let stream = opening.header.stream
        do throws(FieldFault) {
            if case .pushPromise = opening.payload {
                _ = try FieldRules.request(fields)
            } else if headed.contains(stream) {
                _ = try FieldRules.trailers(fields, ofResponse: side == .server, Tolerances.ofPages)
            } else if side == .client {
                headed.insert(stream)
                _ = try FieldRules.request(fields, allowsExtendedConnect: true)
            } else {
                let head = try FieldRules.response(fields, Tolerances.ofPages)
                if !head.isInterim { headed.insert(stream) }
            }
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Parts

    private func part(
        _ frame: Frame, _ start: Int, _ block: (spans: FieldBlockSpans, offsets: Range<Int>)?, notes: [Note] = []
    ) -> HTTP2Dissection.Part {
        let spans = FrameSpans.spans(of: frame, at: start, in: input, block)
        var all = notes
        if let fault = frame.fault { all.append(Note(fault, start..<start + frame.size)) }
        all += frame.quirks.map { Note($0, at: start) }
        return HTTP2Dissection.Part(
            offset: start, length: frame.size, typeNumber: frame.header.typeNumber, stream: frame.header.stream,
            spans: spans, notes: all)
    }

    private mutating func append(_ part: HTTP2Dissection.Part) {
        parts.append(part)
        position = part.range.upperBound
        spanCount += part.spans.reduce(0) { $0 + 1 + $1.leaves.count }
    }
}

extension Note {
    fileprivate init(_ error: HTTP2Error, _ range: Range<Int>) {
        self.init(error.code.rawValue, .bad, at: range, .phrase(error.text), "", spec: error.spec)
    }

    fileprivate init(_ error: HPACKError, _ range: Range<Int>) {
        self.init(
            error.code.rawValue, .bad, at: range, .phrase(error.text),
            "From here on the contents of the table are unknown, and the connection must end.", spec: error.spec)
    }

    fileprivate init(_ quirk: FrameQuirk, at start: Int) {
        let level: Note.Level =
            switch quirk.code {
            // Some send these on purpose, so that receivers stay used to them.
            case .unknownType, .unknownSetting: .info
            case .undefinedFlags, .reservedBit, .nonZeroPadding, .repeatedSetting: .warning
            }
        let offset = start + quirk.offset
        self.init(
            quirk.code.rawValue, level, at: offset..<offset + quirk.length, .phrase(quirk.text), "", spec: quirk.spec)
    }

    fileprivate func moved(to range: Range<Int>) -> Note {
        Note(code, level, at: range, summary, text, spec: spec, in: message)
    }
}
