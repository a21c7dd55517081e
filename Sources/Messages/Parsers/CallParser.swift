import Bytes
import Flow
import HTTPSemantics

/// Messages of a call: each with a flag and its length before it (gRPC over HTTP/2, "Length-Prefixed-Message").
struct CallParser: ContentParser {
    /// The message is coded.
    private static let codedFlag: UInt8 = 1
    /// gRPC-Web: these are the trailers. Connect: this is the end of the stream.
    private static let webEndFlag: UInt8 = 0x80
    private static let connectEndFlag: UInt8 = 2

    /// Tells the trailers; 0 where they are a section of their own.
    private let endFlag: UInt8
    private var text: Base64Text?
    private var frames = CallFrames(limit: CallDecoding.limit)
    /// Behind the messages that were told.
    private var fault: ContentFault?
    private var decoding: CallDecoding

    /// - Parameters:
    ///   - kind: where its trailers stand, and how.
    ///   - coding: of messages that are coded.
    init(_ kind: RemoteCall.Kind, coding: Bytes?) {
        decoding = CallDecoding(coding)
        switch kind {
        case .grpc, .connect: endFlag = 0
        case .grpcWeb(let isText):
            endFlag = Self.webEndFlag
            if isText { text = Base64Text() }
        case .connectStream: endFlag = Self.connectEndFlag
        }
    }

    mutating func take(_ bytes: Bytes) throws(ContentFault) -> [ContentMessage] {
        if let fault { throw fault }
        var messages: [ContentMessage] = []
        for frame in frames.take(text?.take(bytes) ?? bytes) {
            fault = unknownFlag(frame)
            guard fault == nil else { break }
            messages.append(message(frame))
            guard decoding.isBomb else { continue }
            fault = ContentFault(
                code: "compressionBomb", offset: frame.offset,
                text: "Its messages decode to more than 64 MiB, over 200 times their size.")
            break
        }
        if fault == nil, text?.isBroken == true {
            fault = ContentFault(
                code: "malformedBase64", offset: frames.position, text: "The rest is not base64, as its type requires.",
                spec: "RFC 4648 §4")
        }
        // Those before it are told first.
        if let fault, messages.isEmpty { throw fault }
        return messages
    }

    mutating func end() throws(ContentFault) -> [ContentMessage] {
        if let fault { throw fault }
        guard frames.unfinished > 0 || text?.isWhole == false else { return [] }
        throw ContentFault(
            code: "cutOff", offset: frames.position - frames.unfinished,
            text: "The content ends in the middle of a message of the RPC.")
    }

    var held: Int { frames.held }

    mutating func letGo() { frames.letGo() }

    private func unknownFlag(_ frame: CallFrames.Frame) -> ContentFault? {
        guard frame.flags & ~(Self.codedFlag | endFlag) != 0 else { return nil }
        return ContentFault(
            code: "unknownFlag", offset: frame.offset,
            text: "A message of the RPC begins with the unknown flags \(frame.flags).")
    }

    private mutating func message(_ frame: CallFrames.Frame) -> ContentMessage {
        let isCoded = frame.flags & Self.codedFlag != 0
        let isWhole = UInt64(frame.bytes.count) == frame.size
        let decoded = isCoded && isWhole ? decoding.decode(frame.bytes) : nil
        let isEnd = frame.flags & endFlag != 0
        return ContentMessage(
            form: isEnd ? .callEnd : .call(isCoded: isCoded && decoded == nil), offset: frame.offset,
            size: decoded?.size ?? frame.size, bytes: decoded?.bytes ?? frame.bytes, isCompressed: isCoded)
    }
}

/// Base64 that arrives in pieces, padded wherever its sender flushed.
private struct Base64Text {
    private var group: [UInt8] = []

    /// No letters wait for others.
    var isWhole: Bool { group.isEmpty }

    /// It is none.
    private(set) var isBroken = false

    /// What it stands for, as far as it is any.
    mutating func take(_ bytes: Bytes) -> Bytes {
        var plain: [UInt8] = []
        for byte in bytes where byte > ASCII.space {
            group.append(byte)
            guard group.count == 4 else { continue }
            guard let octets = Base64.decode(group) else {
                isBroken = true
                break
            }
            plain += octets
            group.removeAll(keepingCapacity: true)
        }
        return Bytes(plain)
    }
}
