package import Bytes
import Flow
import HTTPSemantics
import Messages

/// A recording in a wrapping that somebody put around it: gzip (`.har.gz`), zlib (`.zhar` of mitmproxy), or UTF-16, as
/// PowerShell writes what it redirects. Pure functions.
package enum PackedRecording {
    /// What was around the file, for a sentence.
    package enum Wrapping: String, Sendable, Hashable {
        case gzip, zlib
        case utf16 = "UTF-16"
    }

    /// Why a wrapping cannot be taken off.
    package struct Failure: Error, Sendable, Hashable {
        /// A sentence.
        package let text: String
    }

    /// More than this is not unpacked in memory.
    package static let sizeLimit = 256 << 20
    /// What stands for more than 16 MiB and this many times its size is no recording (DEFLATE's highest ratio is 1032).
    private static let ratioLimit = 250
    private static let smallSize = 16 << 20
    /// RFC 1950 §2.2: the method is DEFLATE (8), its window 32 KiB (7).
    private static let zlib: UInt8 = 8 | 7 << 4

    /// What is around a file that begins so; nil for what is none of these.
    package static func wrapping(_ first: Bytes) -> Wrapping? {
        guard first.count >= 4 else { return nil }
        if first[0] == 0x1F, first[1] == 0x8B { return .gzip }
        // A byte order mark, or an ASCII sign in two bytes (RFC 8259's predecessor told JSON's encoding so).
        if first[0] == 0xFF && first[1] == 0xFE || first[0] == 0xFE && first[1] == 0xFF { return .utf16 }
        let isBig = first[0] == 0 && first[2] == 0
        let isLittle = first[1] == 0 && first[3] == 0
        if isBig != isLittle, (isBig ? [first[1], first[3]] : [first[0], first[2]]).allSatisfy(isJSONStart) {
            return .utf16
        }
        // RFC 1950 §2.2. A text may begin with such letters: what is inside has to be JSON.
        guard first[0] == zlib, (Int(first[0]) << 8 | Int(first[1])) % 31 == 0 else { return nil }
        var opening: [UInt8] = []
        ContentDecoder.forEachPiece(of: .inline(first), [.deflate]) { piece in
            opening += piece.prefix(64)
            return opening.count < 64
        }
        let sign = opening.first { $0 > ASCII.space }
        return sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[") ? .zlib : nil
    }

    private static func isJSONStart(_ byte: UInt8) -> Bool {
        [ASCII.openBrace, ASCII.openBracket, ASCII.quote, ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn]
            .contains(byte)
    }

    /// The file without what was around it; nil when there was nothing.
    package static func unwrapped(
        _ file: any RecordedBytes
    ) throws(Failure) -> (bytes: Bytes, wrapping: Wrapping)? {
        guard let wrapping = wrapping(file.read(0..<min(file.count, 4 << 10))) else { return nil }
        guard file.count <= sizeLimit else { throw tooLarge(wrapping) }
        let packed = file.read(0..<file.count)
        switch wrapping {
        case .utf16: return (utf8(packed), wrapping)
        case .gzip: return (try unpacked(packed, .gzip, wrapping), wrapping)
        case .zlib: return (try unpacked(packed, .deflate, wrapping), wrapping)
        }
    }

    private static func tooLarge(_ wrapping: Wrapping) -> Failure {
        Failure(
            text:
                """
                It is \(wrapping.rawValue) that unpacks to more than Hark's limit: \(sizeLimit >> 20) MiB, or \
                \(ratioLimit) times the size of the file. Unpack it first.
                """)
    }

    private static func unpacked(
        _ packed: Bytes, _ coding: ContentCoding, _ wrapping: Wrapping
    ) throws(Failure) -> Bytes {
        var output: [UInt8] = []
        let limit = min(sizeLimit, max(smallSize, packed.count * ratioLimit))
        let result = ContentDecoder.decode(.inline(packed), [coding], limit: limit) { output += $0 }
        switch result.fault?.reason {
        case .tooLarge?: throw tooLarge(wrapping)
        // The reader says where the text ends too early.
        case nil, .trailingBytes?, .cutOff?: return Bytes(output)
        default:
            guard !output.isEmpty else { throw Failure(text: "It starts like \(wrapping.rawValue), but is damaged.") }
            return Bytes(output)
        }
    }

    /// With a byte order mark or without (RFC 2781 §3.2); half a surrogate pair becomes U+FFFD.
    private static func utf8(_ file: Bytes) -> Bytes {
        let hasMark = file[0] == 0xFF || file[0] == 0xFE
        let isLittle = hasMark ? file[0] == 0xFF : file[1] == 0
        var units: [UInt16] = []
        units.reserveCapacity(file.count / 2)
        file.withUnsafeBytes { bytes in
            var index = hasMark ? 2 : 0
            while index + 1 < bytes.count {
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                units.append(isLittle ? second << 8 | first : first << 8 | second)
                index += 2
            }
        }
        var output: [UInt8] = []
        output.reserveCapacity(units.count)
        _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
            output.append($0)
        }
        return Bytes(output)
    }
}
