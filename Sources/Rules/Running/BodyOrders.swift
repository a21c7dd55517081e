package import Bytes
package import Flow
package import HTTPModel

/// What rules make of a body.
package struct BodyOrders: Sendable {
    /// What goes on in its place; nil: it goes on as it came.
    package var content: Bytes?
    /// What becomes of the head with it.
    package var fields: [HeaderRule] = []
    /// What the client gets in place of a server's response.
    package var ending: RuleEnding?
    package var acts: [RuleAct] = []

    package init() {}

    /// What somebody writes in place of a body that came under this head.
    package init(replacing section: FieldSection, of kind: MessageKind, by content: Bytes, _ source: String) {
        var work = FieldWork(section, isTold: true)
        work.forgetReceivedBytes(of: kind, source)
        (self.content, fields) = (content, work.wishes)
    }
}

extension FieldWork {
    /// Other bytes go out than came: what was said of those is not so any more.
    mutating func forgetReceivedBytes(of kind: MessageKind, _ source: String) {
        // RFC 9530 §2, §3, RFC 9110 §8.4.
        remove(["Content-Encoding", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5"], source)
        guard kind == .response else { return }
        // RFC 9110 §8.8.1: it is no more byte for byte what the server named so.
        for tag in values("ETag") where !tag.starts(with: "W/".utf8) {
            let weak = Bytes(Array("W/".utf8) + tag.array)
            apply(HeaderRule(.replaceLine(value: tag, with: weak), "ETag", source: source))
        }
        // Parts of what is not kept cannot be asked for.
        remove(["Accept-Ranges"], source)
    }
}
