import Bytes
import Flow

/// Finds the messages of a content whose codings are off. A value; how the bytes were cut makes no difference.
protocol ContentParser {
    /// What these bytes complete.
    mutating func take(_ bytes: Bytes) throws(ContentFault) -> [ContentMessage]
    /// No more comes: what ends with the content.
    mutating func end() throws(ContentFault) -> [ContentMessage]
    /// Octets that are held of the message under way.
    var held: Int { get }
    /// Keeps nothing of the message under way: it is told as one of its size, of which nothing was kept.
    mutating func letGo()
}

/// A message of a content.
struct ContentMessage: Hashable {
    let form: InnerMessage.Form
    /// Octets of the content before it.
    let offset: UInt64
    /// Octets that it has.
    let size: UInt64
    let bytes: Bytes
    var isCompressed = false
}

/// Why a content can be read no further.
struct ContentFault: Error, Hashable {
    /// A word for programs.
    let code: String
    /// Octets of the content before it.
    let offset: UInt64
    let text: String
    var spec = ""
}
