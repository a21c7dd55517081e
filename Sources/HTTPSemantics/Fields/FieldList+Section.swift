import Bytes
import HTTPModel

extension FieldList {
    /// Whether one of the members is this, given in lower case; no list is made.
    static func contains(_ member: StaticString, _ field: KnownField, in section: FieldSection) -> Bool {
        var isFound = false
        for line in section.lines where line.known == field {
            forEachMember(of: section.value(of: line), separator: ASCII.comma) {
                isFound = isFound || $0.equalsIgnoringCase(member)
            }
        }
        return isFound
    }
}
