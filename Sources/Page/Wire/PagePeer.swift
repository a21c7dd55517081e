/// Who sent a request, as far as the connection tells. A value.
package struct PagePeer: Sendable {
    /// A program on this computer.
    package let isLocal: Bool
    /// By which wrong passwords are counted.
    package let source: String
    /// Where it reached the page: this computer's address, as a URL has it.
    package let reached: String

    package static let local = PagePeer(isLocal: true, source: "", reached: "127.0.0.1")
}
