package import Flow
import HTTPWire

/// Where a field of a block was taken from, in words.
package enum FieldPlace {
    /// `entry 2 of the static table`, `entry 62, which stream 3 entered`.
    static func of(_ index: Int, _ enteredBy: UInt32?) -> String {
        guard let enteredBy else {
            return index > StaticTable.count
                ? "entry \(index), which an earlier head added" : "entry \(index) of the static table"
        }
        return "entry \(index), which stream \(enteredBy) added"
    }

    /// A field's place in a few words.
    package static func words(of place: HeadBlock.Place) -> String {
        words(place.form, place.index, enteredBy: place.origin?.stream)
    }

    /// - Parameter form: nil for a change of the table's size.
    static func words(_ form: HeadBlock.Form?, _ index: Int, enteredBy: UInt32?) -> String {
        switch form {
        case .indexed: of(index, enteredBy)
        case .incremental: "sent as text, added to the table"
        case .literal: "sent as text"
        case .never: "sent as text, never indexed"
        case nil: "the table's size"
        }
    }
}
