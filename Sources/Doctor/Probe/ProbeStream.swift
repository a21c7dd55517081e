/// Something that carries the bytes of one request and its answer. Blocking, with an end to its patience.
package protocol ProbeStream: AnyObject {
    func send(_ bytes: [UInt8]) throws(ProbeFailure)
    /// What has come; empty at the end.
    func receive() throws(ProbeFailure) -> [UInt8]
}

/// Why a probe went no further; a clause for people.
package struct ProbeFailure: Error {
    package let text: String

    package init(text: String) {
        self.text = text
    }
}
