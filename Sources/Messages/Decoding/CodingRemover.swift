import HTTPSemantics

/// Takes one coding off a stream of bytes. Owns its library's state; made for one content.
protocol CodingRemover: AnyObject {
    typealias Sink = (UnsafeRawBufferPointer) throws(DecodingFault) -> Void

    /// Takes in the next bytes and hands out what they stand for; the buffer handed out is used again after the call.
    /// What was decoded before a damaged place is handed out before the fault is thrown.
    func feed(_ input: UnsafeRawBufferPointer, _ output: Sink) throws(DecodingFault)
    /// No more comes: throws when the coding has not come to its end.
    func finish() throws(DecodingFault)
    /// Octets that it holds, its window with them.
    var held: Int { get }
}

extension CodingRemover {
    /// How much is handed out at a time, at most.
    static var scratchSize: Int { 64 << 10 }
}
