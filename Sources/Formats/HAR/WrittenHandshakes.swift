import Bytes
import HTTPModel

/// What was written of handshakes, for the flows that follow: all flows of a connection share its facts, and tell the
/// same of them.
///
/// Belongs to whoever writes entries one after the other; used on one queue.
package final class WrittenHandshakes {
    private var texts: [ObjectIdentifier: (facts: TLSFacts, text: Bytes)] = [:]
    private static let most = 256

    package init() {}

    /// The facts are kept with their text, so that no others are taken for them.
    subscript(_ facts: TLSFacts) -> Bytes? {
        get { texts[ObjectIdentifier(facts)]?.text }
        set {
            if texts.count >= Self.most { texts = [:] }
            texts[ObjectIdentifier(facts)] = newValue.map { (facts, $0) }
        }
    }
}
