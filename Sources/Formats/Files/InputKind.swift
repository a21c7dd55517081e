import Bytes

/// What a file holds, told from its first bytes: what to read it with when nobody said.
package enum InputKind: Sendable, Hashable {
    /// One HTTP message or several in a row, as on the wire.
    case rawMessages
    /// What a client printed of its exchanges: `curl -v`, `curl --trace-ascii`, `wget -S`.
    case curlVerbose
    case har
    /// Entries one a line.
    case log
    /// A flow file of mitmproxy.
    case mitmproxy
    /// An archive of Fiddler's, or a ZIP with HAR in it.
    case sessionArchive
    /// What Charles exports as JSON.
    case charles
    case unknown

    static func hasByteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    }
}
