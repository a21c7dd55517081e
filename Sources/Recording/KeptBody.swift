import Bytes
import Flow

/// What was kept so far of one message's content, as transferred: in memory while small, else in a temporary file.
struct KeptBody {
    var memory: [UInt8] = []
    var file: SpoolFile?
    /// Nothing more is kept: the limit was reached, or there was no room.
    var isCut = false

    /// Bytes kept.
    var count: Int { file?.count ?? memory.count }
    /// It is in a file, and no longer in memory.
    var isSpilled: Bool { file != nil }

    /// For the record of a flow that ends.
    var content: ContentRef {
        if let file { return .spooled(file.content) }
        return .inline(Bytes(memory))
    }
}
