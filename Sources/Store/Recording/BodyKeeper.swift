import Bytes
import Flow

/// Keeps the bodies of all flows under way within bounds: each in memory up to 256 KiB and then in a file, cut at the
/// limit; all together in a fixed share of memory, beyond which bodies go to the file at once.
///
/// A value of the recorder, used on its queue.
struct BodyKeeper {
    /// How much of one body is kept.
    let limit: Int
    /// From here on a body goes to a file.
    var spillThreshold = 256 << 10
    /// What all bodies may take in memory.
    var memoryLimit = 16 << 20
    private(set) var memoryUsed = 0
    let pool = SpoolPool()
    private var saidNoRoom = false
    private let diagnostics: @Sendable (String) -> Void

    init(limit: Int, diagnostics: @escaping @Sendable (String) -> Void) {
        self.limit = max(limit, 0)
        self.diagnostics = diagnostics
    }

    mutating func keep(_ bytes: Bytes, in body: inout KeptBody) {
        guard !body.isCut, !bytes.isEmpty else { return }
        let room = limit - body.count
        if bytes.count > room { body.isCut = true }
        guard room > 0 else { return }
        let kept = bytes.count > room ? bytes.slice(0..<room) : bytes
        let before = body.memoryUsed
        defer { memoryUsed += body.memoryUsed - before }
        if !body.isSpilled {
            if body.count + kept.count <= spillThreshold, memoryUsed + kept.count <= memoryLimit {
                return body.append(kept)
            }
            guard body.spill(to: pool) else { return cut(&body) }
        }
        if !body.spool(kept) { cut(&body) }
    }

    /// Gives back the memory of a flow's bodies; nothing is kept in them after.
    mutating func release(_ bodies: KeptBodies) {
        memoryUsed -= bodies.request.memoryUsed + bodies.response.memoryUsed
    }

    private mutating func cut(_ body: inout KeptBody) {
        body.isCut = true
        guard !saidNoRoom else { return }
        saidNoRoom = true
        diagnostics("there is no room for a temporary file, so large bodies are kept in part only; their flows say so")
    }
}
