import Bytes

/// The pages that a HAR lists, as JSON, by their names. Entries say to which one they belong.
struct HARPages {
    let byName: [Bytes: Bytes]
    /// Where the list is in the file.
    let offset: Int

    /// More pages than this are none that somebody visited; and a page is a title with a few times (64 KiB).
    private static let limit = 10_000
    private static let sizeLimit = 64 << 10

    init() { (byName, offset) = ([:], 0) }

    init(_ list: JSONNode, _ file: Bytes, at offset: Int) {
        self.offset = offset
        var pages: [Bytes: Bytes] = [:]
        for page in (list.elements ?? []).prefix(Self.limit) {
            guard let id = page.member("id", in: file)?.string(in: file) else { continue }
            var writer = JSONWriter(capacity: 256)
            writer.value(page, in: file)
            if writer.count <= Self.sizeLimit { pages[id] = writer.withBytes { Bytes(Array($0)) } }
        }
        byName = pages
    }
}
