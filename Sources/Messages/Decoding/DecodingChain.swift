import HTTPSemantics

/// The removers of all codings of a content, the outermost first. Each may hand out so much and no more, so that none
/// of them is fed without end by the one before it.
final class DecodingChain {
    private struct Stage {
        let coding: ContentCoding
        let remover: any CodingRemover
        var handedOut = 0
    }

    private var stages: [Stage] = []
    private let limit: Int
    /// Octets that a stage has handed out, of the one that handed out most: what comes out at the end may be nothing.
    private(set) var mostHandedOut = 0

    /// Octets that all stages hold.
    var held: Int { stages.reduce(0) { $0 + $1.remover.held } }

    /// - Parameter codings: in the order in which they were applied.
    init(_ codings: [ContentCoding], limit: Int) throws(DecodingFault) {
        self.limit = limit
        for coding in codings.reversed() {
            let remover: (any CodingRemover)? =
                switch coding {
                case .gzip, .deflate: ZlibRemover(coding)
                case .brotli: BrotliRemover()
                case .zstd: ZstdRemover()
                case .compress, .identity, .other: nil
                }
            guard let remover else { throw DecodingFault(coding: coding, reason: .unavailable) }
            stages.append(Stage(coding: coding, remover: remover))
        }
    }

    func feed(_ input: UnsafeRawBufferPointer, _ output: CodingRemover.Sink) throws(DecodingFault) {
        try unsafe feed(input, stage: 0, output)
    }

    func finish() throws(DecodingFault) {
        for stage in stages { try stage.remover.finish() }
    }

    private func feed(
        _ input: UnsafeRawBufferPointer, stage index: Int, _ output: CodingRemover.Sink
    ) throws(DecodingFault) {
        guard index < stages.count else { return try unsafe output(input) }
        let remover = stages[index].remover
        try unsafe remover.feed(input) { piece throws(DecodingFault) in
            stages[index].handedOut += piece.count
            mostHandedOut = max(mostHandedOut, stages[index].handedOut)
            guard stages[index].handedOut <= limit else {
                throw DecodingFault(coding: stages[index].coding, reason: .tooLarge)
            }
            try unsafe feed(piece, stage: index + 1, output)
        }
    }
}
