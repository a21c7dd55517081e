import Bytes
import Decoding
import Flow
import HTTPSemantics

/// The files of a ZIP archive (PKWARE APPNOTE 6.3.10), found by its central directory. Stored and deflated ones can be
/// read; nothing is written anywhere, so that a name with `../` in it is a name and no more.
struct ZipArchive {
    struct File {
        let name: Bytes
        fileprivate let method: UInt16
        fileprivate let isEncrypted: Bool
        fileprivate let compressedSize: Int
        /// Where its local header stands: a file of its own has one of its own.
        let header: Int
    }

    /// So much is unpacked of one file.
    static let sizeLimit = 64 << 20
    private static let filesLimit = 1_000_000

    let files: [File]
    private let bytes: Bytes

    /// nil when there is no directory that can be read.
    init?(_ bytes: Bytes) {
        self.bytes = bytes
        guard let end = Self.endRecord(bytes), let count = Self.number(bytes, end + 10, 2),
            var position = Self.number(bytes, end + 16, 4)
        else { return nil }
        var files: [File] = []
        // §4.3.12: one header a file. The count has 16 bits; with more files it wraps, and the signature tells.
        while files.count < max(count, Self.filesLimit), Self.number(bytes, position, 4) == 0x0201_4B50 {
            guard let flags = Self.number(bytes, position + 8, 2), let method = Self.number(bytes, position + 10, 2),
                let size = Self.number(bytes, position + 20, 4), let name = Self.number(bytes, position + 28, 2),
                let extra = Self.number(bytes, position + 30, 2), let comment = Self.number(bytes, position + 32, 2),
                let header = Self.number(bytes, position + 42, 4), position + 46 + name <= bytes.count
            else { break }
            files.append(
                File(
                    name: bytes.slice(position + 46..<position + 46 + name), method: UInt16(method),
                    isEncrypted: flags & 1 != 0, compressedSize: size, header: header))
            position += 46 + name + extra + comment
        }
        self.files = files
    }

    /// What a file holds, or a sentence why that cannot be read.
    ///
    /// - Parameters:
    ///   - budget: so many bytes at most; less by what was unpacked, also when nothing came of that.
    ///   - prefix: so much of its beginning is enough; nil when all of it is wanted.
    func content(of file: File, budget: inout Int, prefix: Int? = nil) -> Result<Bytes, Unreadable> {
        // §4.3.7: the local header's own name and extra field may have other lengths.
        guard !file.isEncrypted else { return .failure(Unreadable("It is encrypted.")) }
        guard Self.number(bytes, file.header, 4) == 0x0403_4B50, let name = Self.number(bytes, file.header + 26, 2),
            let extra = Self.number(bytes, file.header + 28, 2)
        else { return .failure(Unreadable("There is no file where the directory says.")) }
        let start = file.header + 30 + name + extra
        guard start + file.compressedSize <= bytes.count else {
            return .failure(Unreadable("It ends behind the end of the archive."))
        }
        let packed = bytes.slice(start..<start + file.compressedSize)
        let limit = min(max(0, budget), Self.sizeLimit)
        switch file.method {
        case 0:
            let stored = packed.slice(0..<min(packed.count, prefix ?? .max))
            guard stored.count <= limit else { return .failure(Unreadable("It is larger than may be.")) }
            budget -= stored.count
            return .success(stored)
        case 8:
            var unpacked: [UInt8] = []
            let result = ContentDecoder.decode(.inline(packed), [.deflate], limit: min(limit, prefix ?? .max)) {
                unpacked.append(contentsOf: $0)
            }
            budget -= unpacked.count
            // Deflate's own end is followed by nothing here; whatever is wrong, the beginning is not taken for all.
            let isWhole = result.fault == nil || packed.isEmpty
            let isEnough = prefix != nil && result.fault?.reason == .tooLarge
            return isWhole || isEnough
                ? .success(Bytes(unpacked)) : .failure(Unreadable("It is damaged, or larger than may be."))
        default: return .failure(Unreadable("It is packed by method \(file.method), which is not read here."))
        }
    }

    struct Unreadable: Error {
        let problem: String

        init(_ problem: String) {
            self.problem = problem
        }
    }

    /// §4.3.16: the last 22 bytes, but for a comment of up to 65,535.
    private static func endRecord(_ bytes: Bytes) -> Int? {
        var position = bytes.count - 22
        let last = max(0, position - 65_535)
        while position >= last {
            if bytes[position] == UInt8(ascii: "P"), number(bytes, position, 4) == 0x0605_4B50 { return position }
            position -= 1
        }
        return nil
    }

    /// Little-endian; nil beyond the end.
    private static func number(_ bytes: Bytes, _ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        return (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}
