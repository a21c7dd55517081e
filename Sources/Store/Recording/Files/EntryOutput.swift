package import Bytes
package import Flow

/// Where finished entries go as bytes: the HAR file, the log.
package protocol EntryOutput: AnyObject {
    /// One entry, without line end. It may be kept back until `batchEnded`.
    func append(_ entry: borrowing JSONWriter)
    /// A connection of HTTP/2 that has ended.
    func append(_ connection: ConnectionRecord)
    /// A JSON object that is no entry.
    func append(note: Bytes)
    func batchEnded()
    func reopen()
    func close()
}

extension EntryOutput {
    /// Most files have entries only.
    package func append(note: Bytes) {}
}
