import Bytes
import Flow

/// Keeps the bodies of all flows under way within bounds: each in memory up to 1 MiB and then in a file, cut at the
/// limit; all together in a fixed share of memory, beyond which bodies go to files at once.
///
/// A value of the recorder, used on its queue.
struct BodyKeeper {
    /// How much of one body is kept.
    let limit: Int
    /// From here on a body goes to a file.
    var spillThreshold = 1 << 20
    /// What all bodies may take in memory.
    var memoryLimit = 64 << 20
    private(set) var memoryUsed = 0
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
        if body.file == nil {
            if body.memory.count + kept.count <= spillThreshold, memoryUsed + kept.count <= memoryLimit {
                body.memory.append(contentsOf: kept)
                memoryUsed += kept.count
                return
            }
            guard spill(&body) else { return cut(&body) }
        }
        if body.file.map({ file in kept.withUnsafeBytes { file.append($0) } }) != true { cut(&body) }
    }

    /// Gives back the memory of a flow's bodies; they are not used after.
    mutating func release(_ bodies: KeptBodies) {
        memoryUsed -= bodies.request.memory.count + bodies.response.memory.count
    }

    private mutating func spill(_ body: inout KeptBody) -> Bool {
        guard let file = try? SpoolFile() else { return false }
        guard body.memory.withUnsafeBytes({ file.append($0) }) else { return false }
        memoryUsed -= body.memory.count
        body.memory = []
        body.file = file
        return true
    }

    private mutating func cut(_ body: inout KeptBody) {
        body.isCut = true
        guard !saidNoRoom else { return }
        saidNoRoom = true
        diagnostics("there is no room for a temporary file, so large bodies are kept in part only; their flows say so")
    }
}
