import Bytes

extension FlowBlock {
    /// What a block said may go with flows that were removed; one that has none left goes, too.
    static func open(_ block: Int64, _ database: Database) throws {
        try run("DELETE FROM block_value WHERE block = ?", block, database)
        let some = try Prepared(database, "SELECT 1 FROM flow WHERE id BETWEEN ? AND ? LIMIT 1")
        let flows = FlowBlock.flows(block)
        some.bind([.integer(flows.lowerBound), .integer(flows.upperBound)])
        let isThere = try some.first { _ in true } == true
        try run(
            isThere ? "UPDATE block SET is_closed = 0 WHERE id = ?" : "DELETE FROM block WHERE id = ?", block, database)
    }

    /// Gives a block the values that its flows have.
    static func close(_ block: Int64, _ database: Database) throws {
        try run("DELETE FROM block_value WHERE block = ?", block, database)
        var values = FlowBlock.allCases.map { BlockValues($0) }
        let columns = FlowBlock.allCases.map(\.rawValue).joined(separator: ", ")
        let rows = try Prepared(database, "SELECT \(columns) FROM flow WHERE id BETWEEN ? AND ?")
        let flows = FlowBlock.flows(block)
        rows.bind(0, flows.lowerBound)
        rows.bind(1, flows.upperBound)
        var count: Int64 = 0
        try rows.forEachRow { row in
            count += 1
            for place in values.indices { values[place].add(row, Int32(place)) }
            return true
        }
        guard count > 0 else { return try run("DELETE FROM block WHERE id = ?", block, database) }
        let row = try Prepared(database, "INSERT INTO block_value(block, name, value) VALUES(?,?,?)")
        for column in values {
            for value in column.values {
                row.bind(0, block)
                row.bind(1, column.column.rawValue)
                row.bind(2, value)
                try row.run()
            }
        }
        let closing = try Prepared(database, "UPDATE block SET is_closed = 1, flows = ? WHERE id = ?")
        closing.bind([.integer(count), .integer(block)])
        try closing.run()
    }

    private static func run(_ sql: String, _ block: Int64, _ database: Database) throws {
        let row = try Prepared(database, sql)
        row.bind(0, block)
        try row.run()
    }
}

/// The values that the flows of a block have in one column.
struct BlockValues {
    let column: FlowBlock
    private var numbers: Set<Int64> = []
    private var texts: Set<Bytes> = []
    private var bounds: ClosedRange<Int64>?
    /// Flows that follow one another have most of it in common.
    private var lastNumber: Int64?
    private var lastText: Bytes?

    init(_ column: FlowBlock) {
        self.column = column
    }

    mutating func add(_ row: Prepared, _ place: Int32) {
        if column.isText {
            guard !row.isNull(place) else { return }
            let isLast = unsafe row.withBytes(place) { text in
                unsafe lastText?.withUnsafeBytes { unsafe $0.elementsEqual(text) } ?? false
            }
            guard !isLast, let text = row.bytes(place) else { return }
            lastText = text
            texts.insert(text)
        } else if let number = row.integer(place), number != lastNumber {
            lastNumber = number
            guard column.isBounds else {
                numbers.insert(number)
                return
            }
            let known = bounds ?? number...number
            bounds = min(known.lowerBound, number)...max(known.upperBound, number)
        }
    }

    var values: [SQLValue] {
        let ends = bounds.map { Set([$0.lowerBound, $0.upperBound]) } ?? numbers
        return ends.map { .integer($0) } + texts.map { .characters($0) }
    }
}
