package import JSON

/// Where finished entries go as bytes: the HAR file, the log.
package protocol EntryOutput: AnyObject {
    /// One entry, without line end. It may be kept back until `batchEnded`.
    func append(_ entry: borrowing JSONWriter)
    func batchEnded()
    func reopen()
    func close()
}
