package import Bytes
package import HTTPModel

/// Fields that are not among the known ones, by name. The name is given in lower case; nothing is allocated to look.
extension FieldSection {
    package func line(named name: StaticString) -> FieldLine? {
        // By its length first: a name that is compared is cut out before.
        for line in lines where line.name.count == name.utf8CodeUnitCount {
            if self.name(of: line).equalsIgnoringCase(name) { return line }
        }
        return nil
    }

    package func contains(named name: StaticString) -> Bool { line(named: name) != nil }

    /// The value of the first line of this name.
    package func first(named name: StaticString) -> Bytes? { line(named: name).map { value(of: $0) } }

    /// The members of a list field over all its lines, quoted commas respected: the first thousand
    /// (`FieldList.mostMembers`).
    package func list(named name: StaticString) -> [Bytes] {
        var members: [Bytes] = []
        for line in lines where self.name(of: line).equalsIgnoringCase(name) {
            // Most have fewer members; growing costs more than room that is not used.
            if members.isEmpty { members.reserveCapacity(8) }
            let room = FieldList.mostMembers - members.count
            guard
                FieldList.forEachMember(
                    of: value(of: line), separator: ASCII.comma, most: room, { members.append($0) })
            else { break }
        }
        return members
    }

    /// The same of a field that is known.
    package func list(_ field: KnownField) -> [Bytes] {
        guard contains(field) else { return [] }
        var members: [Bytes] = []
        for line in lines where line.known == field {
            let room = FieldList.mostMembers - members.count
            guard
                FieldList.forEachMember(
                    of: unfoldedValue(of: line), separator: ASCII.comma, most: room, { members.append($0) })
            else { break }
        }
        return members
    }
}
