import Bytes
import HTTPModel

extension FieldSection {
    /// As `members`, for a field that is not among the known ones; `name` in lower case.
    func members(named name: Bytes) -> [Bytes] {
        values(named: name).flatMap { FieldList.split($0) }
    }
}
