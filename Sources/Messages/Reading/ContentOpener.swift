import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// What a head says of the messages that its content has.
struct ContentOpener {
    private let fields: FieldSection

    init(_ fields: FieldSection) {
        self.fields = fields
    }

    /// The reader of such a content; nil when it has no messages.
    func side(_ kind: MessageKind) -> (any SideReader)? {
        nil
    }
}
