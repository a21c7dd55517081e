import Bytes
import Flow
import HTTPSemantics
import Messages

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

        /// Some archivers list folders, too.
        var isFolder: Bool { name.last == ASCII.slash }
    }

    /// So much is unpacked of one file, unless more is asked for.
    static let sizeLimit = 64 << 20
    /// What stands for more than this many times its size, and for more than 16 MiB, is no recording (DEFLATE's highest
    /// ratio is 1032).
    private static let ratioLimit = 250
    private static let smallSize = 16 << 20
    private static let filesLimit = 1_000_000

    let files: [File]
    private let bytes: Bytes

    /// nil when there is no directory that can be read.
    init?(_ bytes: Bytes) {
        self.bytes = bytes
        guard let directory = Self.directory(bytes) else { return nil }
        var position = directory.start
        var files: [File] = []
        // §4.3.12: one header a file. The count has 16 bits; with more files it wraps, and the signature tells.
        while files.count < max(min(directory.count, bytes.count / 46), Self.filesLimit),
            Self.number(bytes, position, 4) == 0x0201_4B50
        {
            guard let flags = Self.number(bytes, position + 8, 2), let method = Self.number(bytes, position + 10, 2),
                let name = Self.number(bytes, position + 28, 2), let extra = Self.number(bytes, position + 30, 2),
                let comment = Self.number(bytes, position + 32, 2),
                let place = Self.place(bytes, header: position, extra: position + 46 + name, count: extra),
                position + 46 + name <= bytes.count
            else { break }
            files.append(
                File(
                    name: bytes.slice(position + 46..<position + 46 + name), method: UInt16(method),
                    isEncrypted: flags & 1 != 0, compressedSize: place.size, header: place.header))
            position += 46 + name + extra + comment
        }
        self.files = files
    }

    /// What a file holds, or a sentence why that cannot be read.
    ///
    /// - Parameters:
    ///   - budget: so many bytes at most; less by what was unpacked, also when nothing came of that.
    ///   - prefix: so much of its beginning is enough; nil when all of it is wanted.
    ///   - sizeLimit: no file is larger.
    func content(
        of file: File, budget: inout Int, prefix: Int? = nil, sizeLimit: Int = sizeLimit
    ) -> Result<Bytes, Unreadable> {
        // §4.3.7: the local header's own name and extra field may have other lengths.
        guard !file.isEncrypted else { return .failure(Unreadable("It is encrypted.")) }
        guard Self.number(bytes, file.header, 4) == 0x0403_4B50, let name = Self.number(bytes, file.header + 26, 2),
            let extra = Self.number(bytes, file.header + 28, 2)
        else { return .failure(Unreadable("There is no file at the position given in the directory.")) }
        let start = file.header + 30 + name + extra
        guard start <= bytes.count, file.compressedSize <= bytes.count - start else {
            return .failure(Unreadable("It extends beyond the end of the archive."))
        }
        let packed = bytes.slice(start..<start + file.compressedSize)
        let limit = min(max(0, budget), sizeLimit)
        switch file.method {
        case 0:
            let stored = packed.slice(0..<min(packed.count, prefix ?? .max))
            guard stored.count <= limit else { return .failure(Unreadable("It is larger than Hark's limit.")) }
            budget -= stored.count
            return .success(stored)
        case 8:
            var unpacked: [UInt8] = []
            let dense = max(Self.smallSize, packed.count * Self.ratioLimit)
            let result = ContentDecoder.decode(
                .inline(packed), [.deflate], limit: min(limit, dense, prefix ?? .max)
            ) {
                unpacked.append(contentsOf: $0)
            }
            budget -= unpacked.count
            // Deflate's own end is followed by nothing here; whatever is wrong, the beginning is not taken for all.
            let isWhole = result.fault == nil || packed.isEmpty
            let isTooLarge = result.fault?.reason == .tooLarge
            if isWhole || prefix != nil && isTooLarge { return .success(Bytes(unpacked)) }
            return .failure(Unreadable(isTooLarge ? "It is larger than Hark's limit." : "It is damaged."))
        default:
            return .failure(Unreadable("It uses compression method \(file.method), which Hark does not support."))
        }
    }

    struct Unreadable: Error {
        let problem: String

        init(_ problem: String) {
            self.problem = problem
        }
    }

    // MARK: Directory

    /// Where the directory begins, and how many files it names.
    private static func directory(_ bytes: Bytes) -> (start: Int, count: Int)? {
        guard let end = endRecord(bytes), let count = number(bytes, end + 10, 2),
            let start = number(bytes, end + 16, 4)
        else { return nil }
        // §4.3.15: what does not fit there stands in a record of its own, to which a locator before it points.
        if count == 0xFFFF || start == unknown || number(bytes, end + 12, 4) == unknown,
            number(bytes, end - 20, 4) == 0x0706_4B50, let place = number(bytes, end - 12, 8),
            number(bytes, place, 4) == 0x0606_4B50, let longCount = number(bytes, place + 32, 8),
            let longStart = number(bytes, place + 48, 8)
        {
            return (longStart, longCount)
        }
        return (start, count)
    }

    /// What a field of 32 bits has whose value stands in the ZIP64 extra field (§4.4.8, §4.4.9, §4.4.16).
    private static let unknown = 0xFFFF_FFFF

    /// The packed size and the place of a file's local header.
    ///
    /// - Parameters:
    ///   - header: where its header in the directory begins.
    ///   - extra: where that one's extra fields begin, of so many bytes.
    private static func place(
        _ bytes: Bytes, header: Int, extra: Int, count: Int
    ) -> (size: Int, header: Int)? {
        guard let packed = number(bytes, header + 20, 4), let unpacked = number(bytes, header + 24, 4),
            let place = number(bytes, header + 42, 4)
        else { return nil }
        guard packed == unknown || place == unknown else { return (packed, place) }
        var result = (size: packed, header: place)
        var position = extra
        while let id = number(bytes, position, 2), let size = number(bytes, position + 2, 2),
            position + 4 + size <= min(extra + count, bytes.count)
        {
            if id == 1 {
                // §4.5.3: in this order, and only those whose short fields are full.
                var field = position + 4
                func next() -> Int? {
                    guard field + 8 <= position + 4 + size else { return nil }
                    defer { field += 8 }
                    return number(bytes, field, 8)
                }
                if unpacked == unknown { _ = next() }
                if packed == unknown { result.size = next() ?? packed }
                if place == unknown { result.header = next() ?? place }
                break
            }
            position += 4 + size
        }
        return result
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

    /// Little-endian; nil beyond the end, and for what no file's size can be.
    private static func number(_ bytes: Bytes, _ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count, size <= bytes.count - offset else { return nil }
        var value: UInt64 = 0
        for index in 0..<size { value |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
        return value < 1 << 62 ? Int(value) : nil
    }
}
