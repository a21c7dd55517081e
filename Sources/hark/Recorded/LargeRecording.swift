import Bytes
import Explain
import Flow
import Formats
import Platform

/// A HAR or log that is too large to be in memory: read once to know where its entries stand, and then by the entry.
/// Owns its descriptor. What is not plainly well formed is read whole instead, so that what is wrong with it can be
/// told; of what is too large for that, the entries before that place are read.
final class LargeRecording {
    /// Smaller files are read whole.
    static let threshold = 16 << 20
    private static let blockSize = 1 << 20

    private let descriptor: Int32
    private let ranges: [Range<Int>]
    private let pages: HARPages
    /// What is wrong with the file as a whole, a sentence; nil when nothing is.
    let damage: String?

    /// Larger files are never in memory whole, nor is a larger entry.
    static let wholeLimit = 512 << 20

    /// nil when the file is small, no regular file, no recording, or not plain.
    init?(_ path: String, _ form: InputForm?, threshold: Int = threshold, wholeLimit: Int = wholeLimit) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) >= threshold,
            let located = Self.locate(descriptor, Int(status.st_size), form),
            located.ranges != nil || Int(status.st_size) > wholeLimit
        else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        let (found, end) = located.rangesSoFar
        let ranges = located.ranges ?? found
        self.ranges = ranges
        pages = located.ranges == nil ? HARPages() : Self.pages(descriptor, ranges, Int(status.st_size))
        damage =
            located.ranges == nil
            ? "byte \(end): The file is damaged here, and too large to be searched behind it. Entries before were read."
            : nil
    }

    deinit {
        close(descriptor)
    }

    /// Entries in it.
    var count: Int { ranges.count }

    func place(of choice: EntryChoice) -> Int? {
        switch choice {
        case .place(let place): ranges.indices.contains(place) ? place : nil
        case .number(let id): ranges.indices.first { number(at: $0) == id }
        }
    }

    /// nil when anything is wrong with the entry.
    func flow(at place: Int) -> FlowRecord? {
        guard ranges[place].count <= Self.wholeLimit else { return nil }
        return Self.read(descriptor, ranges[place]).flatMap { HARReader.entry($0, at: place) }
    }

    /// So far as it can be read; what is wrong with it is told, a sentence at a time.
    func flow(at place: Int, telling tell: (String) -> Void) -> FlowRecord? {
        let range = ranges[place]
        guard range.count <= Self.wholeLimit, let bytes = Self.read(descriptor, range) else {
            let why = range.count > Self.wholeLimit ? "is larger than 512 MiB" : "cannot be read"
            tell("entry \(place), byte \(range.lowerBound): It \(why). It was left out.")
            return nil
        }
        let read = HARReader.tolerantEntry(bytes, at: place, pages: pages)
        for damage in read.damage {
            tell("entry \(place), byte \(range.lowerBound + damage.offset): \(damage.problem) \(damage.remedy)")
        }
        return read.flows.first
    }

    /// What may matter to an explanation of this flow: those on its connection and for its resource, without content,
    /// and the flow itself as it is.
    func flows(relatedTo flow: FlowRecord) -> [FlowRecord] {
        ranges.indices.compactMap { place in
            if place == flow.index { return flow }
            guard let other = self.flow(at: place), SessionContext.areRelated(flow, other) else { return nil }
            return other.slim
        }
    }

    /// All flows without their contents, which is what the story of a session needs; nil when anything is wrong with
    /// one.
    func outline() -> [FlowRecord]? {
        var flows: [FlowRecord] = []
        flows.reserveCapacity(count)
        for place in ranges.indices {
            guard let flow = flow(at: place) else { return nil }
            flows.append(flow.slim)
        }
        return flows
    }

    /// By its first bytes when Hark wrote it, else by reading it.
    private func number(at place: Int) -> FlowID? {
        let range = ranges[place]
        let head = Self.read(descriptor, range.lowerBound..<min(range.upperBound, range.lowerBound + 32))
        guard let head else { return nil }
        if head.starts(with: HAREntry.opening) {
            return Bytes(Array(head.dropFirst(HAREntry.opening.count).prefix { ASCII.isDigit($0) })).decimal
                .map { FlowID($0) }
        }
        return flow(at: place)?.id
    }

    private static func locate(_ descriptor: Int32, _ size: Int, _ form: InputForm?) -> EntryLocator? {
        guard let first = read(descriptor, 0..<min(size, blockSize)) else { return nil }
        var locator: EntryLocator
        switch form {
        case .har: locator = .har
        case .log: locator = .log
        case .raw, .curl: return nil
        case nil:
            switch InputKind.detect(first) {
            case .har: locator = .har
            case .log: locator = .log
            case .rawMessages, .curlVerbose, .mitmproxy, .sessionArchive, .unknown: return nil
            }
        }
        var start = 0
        while start < size {
            guard let block = read(descriptor, start..<min(size, start + blockSize)) else { return nil }
            block.withUnsafeBytes { locator.add($0) }
            start += block.count
        }
        return locator
    }

    /// What stands around the entries of a HAR is small where it lists pages and no more.
    private static func pages(_ descriptor: Int32, _ entries: [Range<Int>], _ size: Int) -> HARPages {
        guard let first = entries.first, let last = entries.last, first.lowerBound <= blockSize,
            size - last.upperBound <= blockSize, let before = read(descriptor, 0..<first.lowerBound),
            let behind = read(descriptor, last.upperBound..<size)
        else { return HARPages() }
        return HARReader.pages(around: Bytes(before.array + behind.array))
    }

    private static func read(_ descriptor: Int32, _ range: Range<Int>) -> Bytes? {
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let base = buffer.baseAddress.map { $0 + count }
                let got = pread(descriptor, base, range.count - count, off_t(range.lowerBound + count))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else {
                    isWhole = false
                    return
                }
                count += got
            }
        }
        return isWhole ? Bytes(bytes) : nil
    }
}
