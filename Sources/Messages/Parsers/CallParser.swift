import Bytes
import Decoding
import Flow
import HTTPSemantics

/// Messages of a call: each with a flag and its length before it (gRPC over HTTP/2, "Length-Prefixed-Message").
struct CallParser: ContentParser {
    /// Octets of a message that are kept.
    static let limit = 1 << 20
    /// What a coded message may stand for.
    private static let decodedLimit = 16 << 20
    /// The message is coded.
    private static let codedFlag: UInt8 = 1
    /// gRPC-Web: these are the trailers. Connect: this is the end of the stream.
    private static let webEndFlag: UInt8 = 0x80
    private static let connectEndFlag: UInt8 = 2

    private let coding: ContentCoding?
    private let endFlag: UInt8
    private var text: Base64Text?
    private var frames = CallFrames(limit: limit)
    /// Behind the messages that were told.
    private var fault: ContentFault?

    /// - Parameters:
    ///   - coding: of messages that are coded.
    ///   - isText: all of it is in base64.
    init(coding: Bytes?, isConnect: Bool, isText: Bool = false) {
        self.coding = coding.map { ContentCoding($0) }
        endFlag = isConnect ? Self.connectEndFlag : Self.webEndFlag
        text = isText ? Base64Text() : nil
    }

    mutating func take(_ bytes: Bytes) throws(ContentFault) -> [ContentMessage] {
        if let fault { throw fault }
        let plain = text?.take(bytes) ?? bytes
        var messages: [ContentMessage] = []
        for frame in frames.take(plain) {
            guard frame.flags & ~(Self.codedFlag | endFlag) == 0 else {
                let fault = ContentFault(
                    code: "unknownFlag", offset: frame.offset,
                    text: "A message of the call begins with the flags \(frame.flags), which have no meaning.")
                self.fault = fault
                // Those before it are told first.
                if messages.isEmpty { throw fault }
                return messages
            }
            messages.append(message(frame))
        }
        return messages
    }

    mutating func end() throws(ContentFault) -> [ContentMessage] {
        if let fault { throw fault }
        guard frames.unfinished > 0 else { return [] }
        throw ContentFault(
            code: "cutOff", offset: 0, text: "The content ends in the middle of a message of the call.")
    }

    private func message(_ frame: CallFrames.Frame) -> ContentMessage {
        let isCoded = frame.flags & Self.codedFlag != 0
        let isWhole = UInt64(frame.bytes.count) == frame.size
        let decoded = isCoded && isWhole ? decoded(frame.bytes) : nil
        let isEnd = frame.flags & endFlag != 0
        return ContentMessage(
            form: isEnd ? .callEnd : .call(isCoded: isCoded && decoded == nil), offset: frame.offset,
            size: decoded.map { UInt64($0.count) } ?? frame.size, bytes: decoded ?? frame.bytes, isCompressed: isCoded)
    }

    private func decoded(_ bytes: Bytes) -> Bytes? {
        guard let coding else { return nil }
        var plain: [UInt8] = []
        let result = ContentDecoder.decode(.inline(bytes), [coding], limit: Self.decodedLimit) { plain += $0 }
        return result.fault == nil ? Bytes(plain) : nil
    }
}

/// Base64 that arrives in pieces, padded wherever its sender flushed.
private struct Base64Text {
    private var group: [UInt8] = []

    mutating func take(_ bytes: Bytes) -> Bytes {
        var plain: [UInt8] = []
        for byte in bytes where byte > ASCII.space {
            group.append(byte)
            guard group.count == 4 else { continue }
            plain += Base64.decode(group) ?? []
            group = []
        }
        return Bytes(plain)
    }
}
