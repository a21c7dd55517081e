import Flow

/// A message's content in a temporary file. The file lives as long as somebody holds this.
final class SpooledBody: SpooledContent {
    private let file: TemporaryFile
    let count: Int

    init(file: TemporaryFile, count: Int) {
        self.file = file
        self.count = count
    }

    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        file.forEachPiece(upTo: count, of: pieceSize, body)
    }
}
