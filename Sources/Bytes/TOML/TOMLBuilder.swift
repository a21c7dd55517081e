/// A part of a dotted key.
struct TOMLKey {
    let name: String
    let place: TOMLPlace
}

/// A table while the file is read. One object, since headers anywhere in the file add to it.
final class TOMLBuilder {
    enum Content {
        case item(TOMLItem)
        case table(TOMLBuilder)
        /// From `[[name]]`; at least one.
        case tables([TOMLBuilder])
    }

    private struct Member {
        let key: TOMLKey
        var content: Content
    }

    let place: TOMLPlace
    /// A `[header]` named it, which only one may do.
    var isHeader = false
    /// A dotted key made it; then no header may name it.
    private var isDotted = false
    private var members: [Member] = []
    private var index: [String: Int] = [:]

    init(at place: TOMLPlace) {
        self.place = place
    }

    /// The key as it was first written, when the table has it.
    subscript(name: String) -> TOMLKey? { index[name].map { members[$0].key } }

    func add(_ key: TOMLKey, _ content: Content) {
        index[key.name] = members.count
        members.append(Member(key: key, content: content))
    }

    private func addTable(_ key: TOMLKey) -> TOMLBuilder {
        let table = TOMLBuilder(at: key.place)
        add(key, .table(table))
        return table
    }

    /// The table that a header's key leads through: a table, or the newest of an array of tables.
    func descend(_ key: TOMLKey) throws(TOMLError) -> TOMLBuilder {
        guard let place = index[key.name] else { return addTable(key) }
        switch members[place].content {
        case .table(let table): return table
        case .tables(let tables):
            if let last = tables.last { return last }
            return addTable(key)
        case .item: throw TOMLError(.notATable, key.place, first: members[place].key.place)
        }
    }

    /// The table that a dotted key leads through: only one that dotted keys made.
    func extend(_ key: TOMLKey) throws(TOMLError) -> TOMLBuilder {
        guard let place = index[key.name] else {
            let table = addTable(key)
            table.isDotted = true
            return table
        }
        switch members[place].content {
        case .table(let table) where table.isDotted: return table
        case .table, .tables: throw TOMLError(.repeatedKey, key.place, first: members[place].key.place)
        case .item: throw TOMLError(.notATable, key.place, first: members[place].key.place)
        }
    }

    /// The table that `[… key]` names.
    func define(_ key: TOMLKey) throws(TOMLError) -> TOMLBuilder {
        guard let place = index[key.name] else {
            let table = addTable(key)
            table.isHeader = true
            return table
        }
        guard case .table(let table) = members[place].content, !table.isHeader, !table.isDotted else {
            throw TOMLError(.repeatedKey, key.place, first: members[place].key.place)
        }
        table.isHeader = true
        return table
    }

    /// A new table at the end of the array that `[[… key]]` names.
    func append(_ key: TOMLKey) throws(TOMLError) -> TOMLBuilder {
        let table = TOMLBuilder(at: key.place)
        table.isHeader = true
        guard let place = index[key.name] else {
            add(key, .tables([table]))
            return table
        }
        let first = members[place].key.place
        guard case .tables(var tables) = members[place].content else {
            if case .item(let item) = members[place].content, case .array = item.value {
                throw TOMLError(.staticArray, key.place, first: first)
            }
            throw TOMLError(.notAnArrayOfTables, key.place, first: first)
        }
        // Taken out meanwhile: else each new table would copy those before it.
        members[place].content = .tables([])
        tables.append(table)
        members[place].content = .tables(tables)
        return table
    }

    /// The table as a value.
    var table: TOMLTable {
        TOMLTable(
            entries: members.map { member in
                TOMLTable.Entry(key: member.key.name, place: member.key.place, item: Self.item(member))
            }, place: place)
    }

    private static func item(_ member: Member) -> TOMLItem {
        switch member.content {
        case .item(let item): item
        case .table(let table): TOMLItem(value: .table(table.table), place: table.place)
        case .tables(let tables):
            TOMLItem(
                value: .array(tables.map { TOMLItem(value: .table($0.table), place: $0.place) }),
                place: member.key.place)
        }
    }
}
