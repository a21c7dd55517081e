public import Bytes
public import HTTPModel

extension FieldList {
    /// The members of all lines of a field, in order: repeated lines of a list field are one list (RFC 9110 §5.3).
    public static func members(_ field: KnownField, in section: FieldSection) -> [Bytes] {
        var members: [Bytes] = []
        for line in section.lines where line.known == field {
            forEachMember(of: section.value(of: line), separator: ASCII.comma) { members.append($0) }
        }
        return members
    }

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
